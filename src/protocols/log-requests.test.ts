import fastify from 'fastify'
import { expect, test } from 'vitest'
import { logRequests, type Exchange } from './log-requests.ts'
import type { App } from './wire-server.ts'

const KEY = `gg_0123456789ab_${'k'.repeat(43)}`

/** A wire with one address, and what is logged of it. */
async function openWire(answer: string) {
  const logged: (readonly [number, number, Exchange])[] = []
  const app = fastify() as unknown as App
  app.decorateRequest('unreadBody', undefined)
  await app.register(async (scope) => {
    logRequests(
      scope,
      {
        requestLogs: {
          placeIn: (match) => ({ round: 0, turn: match }),
          add: (...one) => void logged.push(one),
        },
        identify({ headers }) {
          if (headers.authorization === 'wrong') throw new Error('wrong key')
          return headers.authorization === undefined ? undefined : { person: { id: 1001 } }
        },
      },
      'game',
    )
    const schema = { operation: 'hidden', access: 'public' } as const
    scope.get('/board/:game', { schema }, () => answer)
    scope.post('/move/:game', { schema }, () => answer)
  })
  return { app, logged }
}

const headers = { authorization: `Bearer ${KEY}`, cookie: `gamegrid_session=${KEY}` }

test('a request with a key is logged with its match, its team, its place and its answer', async () => {
  const { app, logged } = await openWire('fine')
  await app.inject({ url: `/board/7?wait=20&key=${KEY}&secret=x`, headers })
  expect(logged).toEqual([
    [
      7,
      1001,
      {
        at: expect.any(Number),
        ms: expect.any(Number),
        place: { round: 0, turn: 7 },
        request: 'GET /board/7?wait=20',
        isLook: true,
        status: 200,
        answer: 'fine',
        shows: undefined,
      },
    ],
  ])
})

test.each([
  ['without a key', '/board/7', {}],
  ['with a wrong key', '/board/7', { authorization: 'wrong' }],
  ['for no match', '/board/seven', headers],
])('one %s is not', async (_, url, sent) => {
  const { app, logged } = await openWire('fine')
  await app.inject({ url, headers: sent })
  expect(logged).toEqual([])
})

test('of a long answer the beginning and the end are kept, and half a key at the cut is not', async () => {
  const answer = `first ${'x '.repeat(50)}${KEY} ${'y '.repeat(500)}${KEY} ${'z '.repeat(110)}last`
  const { app, logged } = await openWire(answer)
  await app.inject({ url: '/board/7', headers })
  const text = logged[0]?.[2].answer ?? ''
  expect(text).toMatch(/^first (?:x )+… (?:z )+last$|^first (?:x )+\[key\].* … .*last$/)
  expect(text).not.toContain('kk')
  expect(text.length).toBeLessThan(420)
})

test('a body is shown, whatever it is, on one line and without a key', async () => {
  const { app, logged } = await openWire('ok')
  const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  for (const payload of [`{"move":"e2",\n"remark":"a\\nb"}`, `{"key":"${KEY}"}`, deep])
    await app.inject({
      method: 'POST',
      url: '/move/7',
      payload,
      headers: { ...headers, 'content-type': 'application/json' },
    })
  expect(logged.map(([, , { request }]) => request)).toEqual([
    'POST /move/7 {"move":"e2","remark":"a\\nb"}',
    'POST /move/7 {"key":"[key]"}',
    expect.stringMatching(/^POST \/move\/7 (?:\(deeply nested JSON\)|\{"a":\[+ … \]+\})$/),
  ])
})
