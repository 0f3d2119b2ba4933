import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostedMatch, HostedMatches, SeenMatch } from './hosted-match.ts'
import { untilBegun, untilChanged } from './until-changed.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const flush = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** A request that waits for a sign, and what is left of it. */
function openRequest() {
  const raw = new EventEmitter()
  const listeners = new Set<() => void>()
  let isSo = false
  let isAnswered = false
  return {
    hold(seconds: number): 'held' | 'answered at once' {
      const watch = (listener: () => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }
      const held = untilChanged(watch, () => isSo, seconds, { raw } as unknown as FastifyReply)
      void held?.then(() => (isAnswered = true))
      return held ? 'held' : 'answered at once'
    },
    become(value: boolean): void {
      isSo = value
    },
    change(): void {
      for (const listener of listeners) listener()
    },
    hangUp: () => void raw.emit('close'),
    async isAnswered(): Promise<boolean> {
      await flush()
      await flush()
      return isAnswered
    },
    leftBehind: () => listeners.size + raw.listenerCount('close') + vi.getTimerCount(),
  }
}

test('a request is answered at once if it is so, or if the client does not want to wait', () => {
  const request = openRequest()
  expect(request.hold(0)).toBe('answered at once')
  expect(request.hold(-1)).toBe('answered at once')
  request.become(true)
  expect(request.hold(20)).toBe('answered at once')
  expect(request.leftBehind()).toBe(0)
})

test('a request is held until a change after which it is so', async () => {
  const request = openRequest()
  expect(request.hold(20)).toBe('held')
  request.change()
  expect(await request.isAnswered()).toBe(false)
  request.become(true)
  expect(await request.isAnswered()).toBe(false)
  request.change()
  expect(await request.isAnswered()).toBe(true)
  expect(request.leftBehind()).toBe(0)
})

test('what becomes so in the same tick as the change, but after it, is seen', async () => {
  const request = openRequest()
  request.hold(20)
  request.change()
  request.become(true)
  expect(await request.isAnswered()).toBe(true)
})

test('a request is answered when its time is over, and not before', async () => {
  const request = openRequest()
  request.hold(20)
  vi.advanceTimersByTime(19_999)
  expect(await request.isAnswered()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await request.isAnswered()).toBe(true)
  expect(request.leftBehind()).toBe(0)
})

test('nothing waits for a client that has hung up', async () => {
  const request = openRequest()
  request.hold(20)
  request.hangUp()
  expect(await request.isAnswered()).toBe(true)
  expect(request.leftBehind()).toBe(0)
})

test.each<[string, Partial<HostedMatches>]>([
  ['it runs', { sight: (id) => (id === 7 ? ({} as SeenMatch) : undefined) }],
  [
    'it is over before it began',
    { preview: (id) => (id === 7 ? ({ match: { phase: 'over' } } as HostedMatch) : undefined) },
  ],
])('a match has begun once %s, and news of another match is ignored', async (_, shown) => {
  let listener: (row: { readonly id: number }) => void = () => {}
  const unseen: HostedMatches = {
    sight: () => undefined,
    preview: () => ({ match: { phase: 'starting' } }) as HostedMatch,
    onMatch: (heard) => {
      listener = heard
      return () => {}
    },
  }
  const arena = { ...unseen }
  const reply = { raw: new EventEmitter() } as unknown as FastifyReply
  let isAnswered = false
  void untilBegun(arena, 7, 20, reply)?.then(() => (isAnswered = true))
  listener({ id: 7 })
  await flush()
  await flush()
  expect(isAnswered).toBe(false)
  Object.assign(arena, shown)
  listener({ id: 8 })
  await flush()
  await flush()
  expect(isAnswered).toBe(false)
  listener({ id: 7 })
  await flush()
  await flush()
  expect(isAnswered).toBe(true)
  expect(untilBegun(arena, 7, 20, reply)).toBeUndefined()
})

test('a match that an arena does not know is waited for', async () => {
  const arena: HostedMatches = { sight: () => undefined, preview: () => undefined, onMatch: () => () => {} }
  const reply = { raw: new EventEmitter() } as unknown as FastifyReply
  expect(untilBegun(arena, 7, 20, reply)).toBeInstanceOf(Promise)
})
