import { expect, test } from 'vitest'
import { returnPath, signInHref } from './sign-in-href.ts'

test.each([
  ['/games/quoridor', '/sign-in?from=%2Fgames%2Fquoridor'],
  ['/', '/sign-in'],
  ['/sign-in', '/sign-in'],
])('from %s the way to sign in is %s', (from, href) => expect(signInHref(from)).toBe(href))

test.each([
  ['?from=%2Fgames%2Fquoridor', '/games/quoridor'],
  ['', undefined],
  ['?from=', undefined],
  ['?from=https%3A%2F%2Fevil.example', undefined],
  ['?from=%2F%2Fevil.example', undefined],
  ['?from=%2F%5Cevil.example', undefined],
  ['?from=javascript%3Aalert(1)', undefined],
])('%j leads back to %s', (search, path) => expect(returnPath(search)).toBe(path))
