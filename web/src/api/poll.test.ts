import { expect, onTestFinished, test } from 'vitest'
import { fail, ok, type Result } from '../../../src/base/result.ts'
import { openPoll, type Poll, type PollOptions } from './poll.ts'

/** A server whose answers are given by hand. */
function openDesk(options: Partial<PollOptions<number>> = {}) {
  const asked: { readonly answer: (result: Result<number>) => void; readonly signal: AbortSignal }[] = []
  const heard: (number | string)[] = []
  let arrived = (): void => {}
  const poll: Poll = openPoll<number>({
    read: (signal) =>
      new Promise((answer) => {
        asked.push({ answer, signal })
        arrived()
      }),
    onAnswer: (found, isLast) =>
      heard.push(found.ok ? found.value : found.problem.code, ...(isLast ? ['last'] : [])),
    retryMs: () => 0,
    ...options,
  })
  onTestFinished(() => poll.close())
  /** Waits for a request, counted from 1. */
  async function request(count: number) {
    while (asked.length < count) await new Promise<void>((resolve) => (arrived = resolve))
    const found = asked[count - 1]
    if (!found) throw new Error('no such request')
    return found
  }
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
  return { poll, asked, heard, request, settle }
}

test('it reads once, unless an answer says when the next is due', async () => {
  const { poll, asked, heard, request, settle } = openDesk({
    nextMs: (value) => (value < 2 ? 0 : undefined),
  })
  void poll.reload()
  for (const count of [1, 2]) {
    const { answer } = await request(count)
    answer(ok(count))
    await settle()
  }
  await settle()
  expect(heard).toEqual([1, 2, 'last'])
  expect(asked).toHaveLength(2)
})

test('what is asked for during a request becomes one request after it', async () => {
  const { poll, asked, heard, request, settle } = openDesk()
  poll.ask()
  const first = await request(1)
  poll.ask()
  poll.ask()
  await settle()
  expect(asked).toHaveLength(1)
  first.answer(ok(1))
  const second = await request(2)
  second.answer(ok(2))
  await settle()
  expect(heard).toEqual([1, 2, 'last'])
  expect(asked).toHaveLength(2)
})

test('a failure that passes is tried again, longer and longer; another is final', async () => {
  const waits: number[] = []
  const { poll, asked, heard, request, settle } = openDesk({
    retryMs(failures) {
      waits.push(failures)
      return 0
    },
  })
  void poll.reload()
  const codes = ['server-lost', 'busy', 'server-error', 'not-found'] as const
  for (const [index, code] of codes.entries()) {
    const { answer } = await request(index + 1)
    answer(fail(code, 'No'))
  }
  await settle()
  expect(waits).toEqual([1, 2, 3])
  expect(heard).toEqual([...codes, 'last'])
  expect(asked).toHaveLength(4)
})

test('to reload aborts the request that is under way, and its answer is not heard', async () => {
  const { poll, heard, request, settle } = openDesk()
  void poll.reload()
  const first = await request(1)
  void poll.reload()
  const second = await request(2)
  expect(first.signal.aborted).toBe(true)
  second.answer(ok(2))
  first.answer(ok(1))
  await settle()
  expect(heard).toEqual([2, 'last'])
})

test('closed, it hears nothing and asks for nothing', async () => {
  const { poll, asked, heard, request, settle } = openDesk({ nextMs: () => 0 })
  void poll.reload()
  const { answer, signal } = await request(1)
  poll.close()
  expect(signal.aborted).toBe(true)
  answer(ok(1))
  await settle()
  expect(heard).toEqual([])
  expect(asked).toHaveLength(1)
})

test('closed, it reads once when it is told to, and never again by itself', async () => {
  const { poll, asked, heard, request, settle } = openDesk({ nextMs: () => 0 })
  poll.close()
  void poll.reload()
  const { answer } = await request(1)
  answer(ok(1))
  await settle()
  await settle()
  expect(asked).toHaveLength(1)
  expect(heard).toEqual([1])
})
