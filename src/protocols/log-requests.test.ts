import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { logRequests, type Exchange } from './log-requests.ts'
import type { App } from './wire-server.ts'

const KEY = `gg_0123456789ab_${'k'.repeat(43)}`

type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown

/** A wire with a few addresses, and what is logged of it. */
async function openWire(answer: string, handle: Handle = () => answer) {
  const logged: (readonly [number, number, Exchange])[] = []
  const app = fastify() as unknown as App
  app.decorateRequest('unreadBody', undefined)
  await app.register(async (scope) => {
    logRequests(
      scope,
      {
        requestLogs: {
          placeIn: (match) => (match === 99 ? undefined : { round: 0, turn: match }),
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
    scope.get('/board/:game', { schema }, handle)
    scope.post('/move/:game', { schema }, handle)
    scope.get('/games', { schema }, handle)
  })
  return { app, logged }
}

const headers = { authorization: `Bearer ${KEY}`, cookie: `gamegrid_session=${KEY}` }

afterEach(() => void vi.useRealTimers())

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
  ['for match 0', '/board/0', headers],
  ['for match -7', '/board/-7', headers],
  ['for match 7.5', '/board/7.5', headers],
  ['for no match in particular', '/games', headers],
])('one %s is not, and is answered like any other', async (_, url, sent) => {
  const { app, logged } = await openWire('fine')
  expect((await app.inject({ url, headers: sent })).body).toBe('fine')
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
  // Names that are numbers: V8 writes such objects by recursion.
  const deep = `${'{"0":'.repeat(30_000)}1${'}'.repeat(30_000)}`
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
    'POST /move/7 (deeply nested JSON)',
  ])
})

/** What is logged of one request. */
async function exchange(
  handle: Handle,
  request: {
    readonly url: string
    readonly method?: 'GET' | 'POST'
    readonly payload?: string
    readonly type?: string
  },
): Promise<Exchange> {
  const { app, logged } = await openWire('', handle)
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const { type, ...sent } = request
  await app.inject({ ...sent, headers: { ...headers, ...(type !== undefined && { 'content-type': type }) } })
  const [one] = logged
  if (one === undefined) expect.fail('nothing was logged')
  return one[2]
}

test('a log says when a request arrived and how long its answer took, in whole milliseconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const handle: Handle = (_, reply) => {
    Object.defineProperty(reply, 'elapsedTime', { value: 1_234.4 })
    return 'fine'
  }
  expect(await exchange(handle, { url: '/board/7' })).toMatchObject({ at: 998_766, ms: 1_234 })
})

test('a move, its refusal and what its answer shows are logged; a match that does not run has no place', async () => {
  const handle: Handle = (request, reply) => {
    request.shows = 'turn 3'
    return reply.code(409).send('not now')
  }
  const logged = await exchange(handle, { method: 'POST', url: '/move/99' })
  expect(logged).toMatchObject({ isLook: false, status: 409, answer: 'not now', shows: 'turn 3' })
  expect(logged.place).toBeUndefined()
  expect(logged.request).toBe('POST /move/99')
})

test.each([
  ['/board/7', '/board/7'],
  ['/board/7?', '/board/7'],
  [`/board/7?key=${KEY}`, '/board/7'],
  ['/board/7?full=1&wait=2&x=3', '/board/7?wait=2&full=1'],
  ['/board/7?remark=a%20%20b&remark=c', '/board/7?remark=["a b","c"]'],
])('of the address %s a log shows %s', async (url, shown) => {
  expect((await exchange(() => '', { url })).request).toBe(`GET ${shown}`)
})

test.each([
  ['text', 'text/plain', 'left', ' left'],
  ['null', 'application/json', 'null', ''],
  ['an object', 'application/json', '{"a":1}', ' {"a":1}'],
])('a body that is %s is shown', async (_, type, payload, shown) => {
  const { request } = await exchange(() => '', { method: 'POST', url: '/move/7', payload, type })
  expect(request).toBe(`POST /move/7${shown}`)
})

test('a body that could not be read is shown as it came', async () => {
  const handle: Handle = (request) => {
    request.unreadBody = '{"move":'
    return ''
  }
  const { request } = await exchange(handle, { method: 'POST', url: '/move/7' })
  expect(request).toBe('POST /move/7 {"move":')
})

test.each<[string, unknown, string]>([
  ['bytes', Buffer.from('abc'), '(3 bytes)'],
  ['nothing', undefined, ''],
  ['two lines', ' a\n\tb ', 'a b'],
  ['half a character', 'a\ud800', 'a\ufffd'],
])('an answer of %s is shown on one line', async (_, answer, shown) => {
  const handle: Handle = (__, reply) => reply.send(answer)
  expect((await exchange(handle, { url: '/board/7' })).answer).toBe(shown)
})

test('a text is cut above 400 characters, of which a word at the cut is left out', async () => {
  const answerOf = async (text: string): Promise<string> =>
    (await exchange(() => text, { url: '/board/7' })).answer
  const words = (count: number): string => 'abc '.repeat(count).trim()
  const whole = `${words(99)} abcd`
  expect(whole).toHaveLength(400)
  expect(await answerOf(whole)).toBe(whole)
  const cut = await answerOf(`1${whole}`)
  expect(cut).toBe(`1${words(34)} … ${words(63)} abcd`)
  const request = await exchange(() => '', {
    method: 'POST',
    url: '/move/7',
    payload: words(200),
    type: 'text/plain',
  })
  expect(request.request).toBe(`POST /move/7 ${words(71)} … ${words(25)}`)
})
