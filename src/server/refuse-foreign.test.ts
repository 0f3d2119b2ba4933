import fastify from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { describe, expect, onTestFinished, test } from 'vitest'
import { must } from '../base/result.ts'
import { explainError } from '../protocols/explain-error.ts'
import type { App } from './context.ts'
import { readKnownHosts } from './known-hosts.ts'
import { isFromThisSite, refuseForeign, refuseOtherSites } from './refuse-foreign.ts'

const HOST = 'arena.example.org'
const SCHEMA = { operation: 'hidden', access: 'public' } as const

/** An application with this guard alone. A handler answers whether the request is proven to come from a page of the server. */
function open(trustProxy = false) {
  const app: App = fastify({ trustProxy }).withTypeProvider<TypeBoxTypeProvider>()
  onTestFinished(() => app.close())
  app.setErrorHandler((error, _request, reply) => {
    const { status, code } = explainError(error)
    return reply.code(status).send(code)
  })
  refuseForeign(app, must(readKnownHosts('127.0.0.1', [HOST])))
  app.all('/thing', { schema: SCHEMA }, (request) => `own page: ${isFromThisSite(request)}`)
  app.get('/begin', { schema: SCHEMA }, (request) => {
    refuseOtherSites(request)
    return 'begun'
  })
  return async (method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'DELETE', headers = {}, url = '/thing') => {
    const { statusCode, body } = await app.inject({ method, url, headers: { host: HOST, ...headers } })
    return [statusCode, body]
  }
}

const ELSEWHERE = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  // The browser's own word counts more than an origin.
  { 'sec-fetch-site': 'cross-site', origin: `https://${HOST}` },
]
const HERE = [
  { origin: `https://${HOST}` },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
]

describe('a page of another site', () => {
  test.each(ELSEWHERE)('changes nothing: %o', async (headers) => {
    const ask = open()
    for (const method of ['POST', 'DELETE'] as const)
      expect(await ask(method, headers)).toEqual([403, 'forbidden'])
    expect(await ask('GET', { ...headers, upgrade: 'websocket' })).toEqual([403, 'forbidden'])
    expect(await ask('GET', headers, '/begin')).toEqual([403, 'forbidden'])
  })

  test.each(ELSEWHERE)(
    'reads what is public, and is not taken for a page of the server: %o',
    async (headers) => {
      const ask = open()
      expect(await ask('GET', headers)).toEqual([200, 'own page: false'])
      expect(await ask('OPTIONS', headers)).toEqual([200, 'own page: false'])
      expect((await ask('HEAD', headers))[0]).toBe(200)
    },
  )
})

test.each(HERE)('a page of the server may change things: %o', async (headers) => {
  const ask = open()
  expect(await ask('POST', headers)).toEqual([200, 'own page: true'])
  expect((await ask('GET', { ...headers, upgrade: 'websocket' }))[0]).toBe(200)
  expect(await ask('GET', headers, '/begin')).toEqual([200, 'begun'])
})

test('a program may change things, and proves nothing about a page', async () => {
  const ask = open()
  expect(await ask('POST')).toEqual([200, 'own page: false'])
  expect(await ask('GET', {}, '/begin')).toEqual([200, 'begun'])
})

describe('a request for a host', () => {
  test('that the server was not told of is refused, whatever it asks for', async () => {
    const ask = open()
    for (const method of ['GET', 'POST', 'OPTIONS'] as const)
      expect(await ask(method, { host: 'evil.example' })).toEqual([421, 'wrong-host'])
  })

  test('that a proxy forwards is held to the same list', async () => {
    const ask = open(true)
    expect((await ask('GET', { 'x-forwarded-host': 'evil.example' }))[0]).toBe(421)
    expect((await ask('GET', { 'x-forwarded-host': HOST }))[0]).toBe(200)
    expect((await ask('GET', { host: 'localhost', 'x-forwarded-host': HOST }))[0]).toBe(200)
  })

  test('that a client says is forwarded does not matter where no proxy is trusted', async () => {
    const ask = open()
    expect((await ask('GET', { 'x-forwarded-host': 'evil.example' }))[0]).toBe(200)
  })
})
