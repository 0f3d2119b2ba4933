import { describe, expect, test } from 'vitest'
import { fail, ok } from '../base/result.ts'
import { openHttpCaller, realTime, type HttpCaller, type HttpCallerOptions } from './http-caller.ts'

const SERVER = 'http://x'
const REQUEST = { method: 'GET', address: `${SERVER}/a` } as const

/** Calls a server that gives these answers, one after the other, on a clock that only pauses move. */
function open(
  answers: readonly (() => Response)[],
  options: Partial<HttpCallerOptions> = {},
): HttpCaller & { readonly pauses: readonly number[] } {
  const pauses: number[] = []
  let now = 0
  let asked = 0
  const caller = openHttpCaller(
    {
      name: 'wire',
      readDocument: (body) =>
        body.length > 0
          ? ok({ text: new TextDecoder().decode(body) })
          : fail('server-unreadable', 'It is empty'),
    },
    {
      url: SERVER,
      fetch: async () => {
        const answer = answers[asked++]
        if (answer === undefined) throw new Error('it is tired')
        return answer()
      },
      time: {
        now: () => now,
        async pause(ms) {
          pauses.push(ms)
          now += ms
        },
      },
      ...options,
    },
  )
  return { ...caller, pauses }
}

const later = (status: number, retryAfter?: string): Response =>
  new Response('later', { status, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) })
const yes = (): Response => new Response('yes')

describe('an HTTP caller', () => {
  test.each<[string, () => Response, number]>([
    ['fails', () => later(500), 100],
    ['asks for three seconds', () => later(429, '3'), 3000],
    ['asks for less than one would wait anyway', () => later(503, '0.01'), 100],
    ['asks for an hour, which is more than a minute', () => later(503, '3600'), 60_000],
    ['asks for a date, which is not read', () => later(503, 'Sun, 15 Nov 2026 10:00:00 GMT'), 100],
    ['answers without end', () => new Response(new Uint8Array(2 ** 24 + 1)), 100],
  ])('asks again when the server %s', async (_, answer, pause) => {
    const caller = open([answer, yes])
    expect(await caller.ask(REQUEST)).toMatchObject({ value: { status: 200, document: { text: 'yes' } } })
    expect(caller.pauses).toEqual([pause])
  })

  test.each([200, 302, 404, 410])('takes %i for an answer', async (status) => {
    const caller = open([() => new Response('said', { status })])
    expect(await caller.ask(REQUEST)).toMatchObject({ value: { status, document: { text: 'said' } } })
    expect(caller.pauses).toEqual([])
  })

  test('an answer makes it patient anew', async () => {
    const bad = (): Response => later(500)
    const caller = open([bad, bad, bad, yes, bad, yes])
    await caller.ask(REQUEST)
    await caller.ask(REQUEST)
    expect(caller.pauses).toEqual([100, 200, 400, 100])
  })

  test('says in the end what the last trouble was', async () => {
    const caller = open([() => later(500)], { patienceMs: 300 })
    const message = 'Cannot reach the server at http://x: it is tired'
    expect(await caller.ask(REQUEST)).toEqual({ ok: false, problem: { code: 'server-lost', message } })
    expect(caller.pauses).toEqual([100, 200])
  })

  test('asks once where it may not ask twice', async () => {
    const caller = open([() => later(429, '3'), yes])
    const call = { kind: 'troubled', why: 'it answers 429', retryMs: 3000 }
    expect(await caller.askOnce(REQUEST)).toEqual(ok(call))
    expect(caller.pauses).toEqual([])
  })

  test('what cannot be read is no trouble that passes', async () => {
    const caller = open([() => new Response(''), yes])
    expect(await caller.ask(REQUEST)).toMatchObject({ problem: { code: 'server-unreadable' } })
  })

  test('sends what the wire wants, and follows nobody elsewhere', async () => {
    const sent: unknown[] = []
    const fetch = async (address: unknown, init?: RequestInit): Promise<Response> => {
      const { signal, ...rest } = init ?? {}
      sent.push(address, rest, signal?.aborted)
      return yes()
    }
    const request = { method: 'POST', headers: { a: 'b' }, body: '{}' } as const
    await open([], { fetch }).askOnce({ ...request, address: `${SERVER}/b`, waitS: 5 })
    expect(sent).toEqual([`${SERVER}/b`, { ...request, redirect: 'error' }, false])
  })

  test('stops when it is told to, and asks nobody any more', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const caller = open([() => (controller.abort(), later(500)), yes], { signal })
    const stopped = { ok: false, problem: { code: 'stopped' } }
    expect(await caller.ask(REQUEST)).toMatchObject(stopped)
    expect(await caller.askOnce(REQUEST)).toMatchObject(stopped)
  })

  test('says that it was stopped, also if it is stopped while it waits or while it asks', async () => {
    const message = 'Cannot finish the game: it was stopped'
    const stopped = { ok: false, problem: { code: 'stopped', message } }
    const waiting = new AbortController()
    const time = { now: () => 0, pause: async () => waiting.abort() }
    const waits = open([() => later(500), yes], { signal: waiting.signal, time })
    expect(await waits.ask(REQUEST)).toEqual(stopped)

    const asking = new AbortController()
    const fetch = async (): Promise<Response> => {
      asking.abort()
      throw new Error('aborted')
    }
    expect(await open([], { signal: asking.signal, fetch }).askOnce(REQUEST)).toEqual(stopped)
  })

  test('its pauses end with its signal', async () => {
    const { signal } = new AbortController()
    const heard: unknown[] = []
    const time = { now: () => 0, pause: async (_: number, until?: AbortSignal) => void heard.push(until) }
    const caller = open([() => later(500), yes], { signal, time })
    await caller.ask(REQUEST)
    await caller.pauseUnlessHeld(0)
    expect(heard).toEqual([signal, signal])
  })

  test('a trouble that its wire has noticed counts like one of the server', async () => {
    const caller = open([], { patienceMs: 150 })
    expect(await caller.trouble('it is silent')).toEqual(ok(undefined))
    expect(await caller.trouble('it is silent')).toEqual(ok(undefined))
    expect(caller.pauses).toEqual([100, 200])
    expect(caller.now()).toBe(300)
    expect(await caller.trouble('it is silent')).toMatchObject({ problem: { code: 'server-lost' } })
  })

  test('an answer of 16 MiB is read', async () => {
    const caller = open([() => new Response(new Uint8Array(2 ** 24))])
    expect(await caller.askOnce(REQUEST)).toMatchObject({ value: { kind: 'answered', status: 200 } })
  })

  test('an answer without a body is none that can be read', async () => {
    const caller = open([() => new Response(null, { status: 204 })])
    expect(await caller.ask(REQUEST)).toMatchObject({ problem: { code: 'server-unreadable' } })
  })

  test('says of an answer that is too long how long it may be', async () => {
    const caller = open([() => new Response(new Uint8Array(2 ** 24 + 1))])
    expect(await caller.askOnce(REQUEST)).toMatchObject({
      value: { kind: 'troubled', why: 'it answers with more than 16777216 bytes', retryMs: 0 },
    })
  })

  test.each([
    [499, [250]],
    [500, []],
  ])('an answer that took %i ms is followed by the pauses %j', async (took, pauses) => {
    const caller = open([])
    await caller.pauseUnlessHeld(-took)
    expect(caller.pauses).toEqual(pauses)
  })
})

test('a real pause lasts until its signal, and never fails', async () => {
  const controller = new AbortController()
  let isOver = false
  const paused = realTime.pause(60_000, controller.signal).then(() => (isOver = true))
  await new Promise((resolve) => void setImmediate(resolve))
  expect(isOver).toBe(false)
  controller.abort()
  await paused
  await expect(realTime.pause(60_000, AbortSignal.abort())).resolves.toBeUndefined()
  await expect(realTime.pause(0)).resolves.toBeUndefined()
  expect(realTime.now()).toBeGreaterThan(0)
})
