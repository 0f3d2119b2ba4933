import { parentPort } from 'node:worker_threads'
import { messageOf } from '../base/message-of.ts'
import type { FromTaskThread } from './task-thread.ts'

/** The other side of `openTaskThread`: what a thread does with each task. A task that throws fails alone. */
export function answerTasks(work: (task: never) => unknown): void {
  const port = parentPort
  if (port === null) throw new Error('this file must be run as a worker')
  port.on('message', (task: unknown) => {
    let message: FromTaskThread<unknown>
    try {
      message = { answer: work(task as never) }
    } catch (error) {
      message = { failure: messageOf(error) }
    }
    port.postMessage(message)
  })
}
