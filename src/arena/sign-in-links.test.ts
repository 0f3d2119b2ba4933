import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { newStores } from '../store/new-store.fixture.ts'
import type { KeyRow, KeyUse, PersonRow, Store } from '../store/store.ts'
import { acceptInvitation, findKey, inviteOrganiser, issueKey, registerPerson, revokeKey } from './people.ts'
import { acceptSignInLink, issueSignInLink } from './sign-in-links.ts'

const newStore = newStores()
const NOW = 1_700_000_000_000
const DAY_MS = 24 * 60 * 60 * 1000

const keyOf = (store: Store, person: number, use: KeyUse = 'api', by?: KeyRow): KeyRow => {
  const key = findKey(store, must(issueKey(store, person, use, NOW, by)).text, NOW)
  if (!key) throw new Error('the key was just issued')
  return key
}

/** A store with an organiser and two teams, and a key of each. */
function open() {
  const store = newStore()
  const organiser = must(acceptInvitation(store, inviteOrganiser(store) ?? ''))
  const [ann, bob] = [
    must(registerPerson(store, 'Ann', 'player')),
    must(registerPerson(store, 'Bob', 'player')),
  ]
  const keys = { organiser: keyOf(store, organiser.id), ann: keyOf(store, ann.id), bob: keyOf(store, bob.id) }
  const link = (by: KeyRow, team: PersonRow = ann): string =>
    must(issueSignInLink(store, team, NOW, by)).token
  const accept = (token: string, now = NOW) => acceptSignInLink(store, token, now)
  return { store, organiser, ann, bob, keys, link, accept, [Symbol.dispose]: () => store[Symbol.dispose]() }
}

const refused = (code: string, words: string) => ({
  ok: false,
  problem: { code, message: expect.stringContaining(words) as unknown },
})

describe('a sign-in link', () => {
  test('signs its team in, once', () => {
    using arena = open()
    const { store, ann, keys, link, accept } = arena
    const token = link(keys.organiser)
    expect(token).toMatch(/^[a-z0-9]{12}\.[\w-]{43}$/)
    const { person, session } = must(accept(token))
    expect(person).toMatchObject({ id: ann.id, name: 'Ann' })
    expect(findKey(store, session.text, NOW)).toMatchObject({ person: ann.id, use: 'session' })
    expect(accept(token)).toMatchObject(refused('used-link', 'it works once'))
  })

  test('is known by its whole token alone, and the store has only a hash of it', () => {
    using arena = open()
    const { store, keys, link, accept } = arena
    const other = link(keys.bob, arena.bob)
    const token = link(keys.organiser)
    const [id = '', secret = ''] = token.split('.')
    expect(JSON.stringify(store.signInLink(id))).not.toContain(secret)
    const end = secret.endsWith('A') ? 'B' : 'A'
    for (const wrong of [
      '',
      '.',
      id,
      `${id}.`,
      `.${secret}`,
      `x${token}`,
      ` ${token}`,
      `${token}A`,
      `${id}.${secret.slice(0, -1)}`,
      `${id}.${secret.slice(0, -1)}${end}`,
      `${id}_${secret}`,
      `${other.split('.')[0]}.${secret}`,
      `${'0'.repeat(12)}.${secret}`,
    ])
      expect(accept(wrong)).toMatchObject(refused('unknown-link', 'copy the whole link'))
    expect(accept(token).ok).toBe(true)
  })

  test('works for a day, to the millisecond', () => {
    using arena = open()
    const { store, ann, keys, accept } = arena
    const { token, expires } = must(issueSignInLink(store, ann, NOW, keys.organiser))
    expect(expires).toBe(NOW + DAY_MS)
    expect(accept(token, NOW + DAY_MS + 1)).toMatchObject(refused('expired-link', 'it works for 24 hours'))
    expect(accept(token, NOW + DAY_MS)).toMatchObject(refused('expired-link', 'it works for 24 hours'))
    expect(accept(token, NOW + DAY_MS - 1).ok).toBe(true)
  })

  test('ends with a newer one of the same team', () => {
    using arena = open()
    const { keys, bob, link, accept } = arena
    const [first, second, another] = [link(keys.organiser), link(keys.ann), link(keys.organiser, bob)]
    expect(accept(first)).toMatchObject(refused('expired-link', 'your team has a newer one'))
    for (const token of [second, another]) expect(accept(token).ok).toBe(true)
  })

  test('ends with the key of the team that made it, and so does its session', () => {
    using arena = open()
    const { store, ann, keys, link, accept } = arena
    const session = must(accept(link(keys.ann))).session
    expect(findKey(store, session.text, NOW)).toMatchObject({ from: keys.ann.id })
    // A session makes links for the key that it came from.
    const unused = link(keyOf(store, ann.id, 'session', keys.ann))
    must(revokeKey(store, keys.ann))
    expect(findKey(store, session.text, NOW)).toBeUndefined()
    expect(accept(unused)).toMatchObject(refused('expired-link', 'the key that made it was revoked'))
  })

  test('of the organiser does not depend on the key of the organiser', () => {
    using arena = open()
    const { store, organiser, keys, link, accept } = arena
    keyOf(store, organiser.id)
    const token = link(keys.organiser)
    expect(store.signInLink(token.slice(0, 12))).toMatchObject({ from: undefined })
    must(revokeKey(store, keys.organiser))
    const { session } = must(accept(token))
    expect(findKey(store, session.text, NOW)).toMatchObject({ from: undefined })
  })

  test('is not made for an organiser', () => {
    using arena = open()
    const { store, organiser, keys } = arena
    expect(issueSignInLink(store, organiser, NOW, keys.organiser)).toMatchObject(
      refused('forbidden', 'an organiser signs in with a key'),
    )
  })
})
