import { expect, test } from 'vitest'
import { openTaskThread } from './task-thread.ts'

const openThread = () =>
  openTaskThread<unknown, unknown>(new URL(import.meta.resolve('./mortal-thread.fixture.ts')), 'the thread')

/** What comes of tasks that are all given at once. */
const ask = async (thread: ReturnType<typeof openThread>, tasks: readonly unknown[]) => {
  const results = await Promise.allSettled(tasks.map(async (task) => thread.do(task)))
  return results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))
}

test('a task of which the thread dies fails alone', async () => {
  await using thread = openThread()
  const ended = 'Error: the thread has ended'
  expect(await ask(thread, ['a', 'die', 'b', 'die', 'c'])).toEqual(['a', ended, 'b', ended, 'c'])
})

test('a task that cannot be sent fails alone, and nobody gets the answer to another one', async () => {
  await using thread = openThread()
  const cannotBeSent = () => {}
  const refused = expect.stringContaining('could not be cloned')
  expect(await ask(thread, ['a', cannotBeSent, 'b', 'c'])).toEqual(['a', refused, 'b', 'c'])
})

test('after its end no task waits, and none is taken', async () => {
  const thread = openThread()
  const waiting = ask(thread, ['a', 'b'])
  await thread[Symbol.asyncDispose]()
  const ended = 'Error: the thread has ended'
  expect([await waiting, await ask(thread, ['c'])]).toEqual([[ended, ended], [ended]])
})
