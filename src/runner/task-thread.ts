import { Worker } from 'node:worker_threads'
import { deferred, type Deferred } from '../base/deferred.ts'

/** What the thread sends for each task. */
export type FromTaskThread<Answer> = { readonly answer: Answer } | { readonly failure: string }

/** Does tasks in another thread, one after the other. It starts with the first task, and again after a task of which it has died. */
export interface TaskThread<Task, Answer> extends AsyncDisposable {
  do(task: Task): Promise<Answer>
}

/** `file` calls `answerTasks`. `name` is for errors: `the thread that fits ratings`. The thread keeps the process alive only while a task waits. */
export function openTaskThread<Task, Answer>(file: URL, name: string): TaskThread<Task, Answer> {
  /** The thread has the first task alone: the others wait here, and survive its death. */
  const waiting: { readonly task: Task; readonly done: Deferred<Answer> }[] = []
  const hasEnded = (): Error => new Error(`${name} has ended`)
  let worker: Worker | undefined
  let isClosed = false

  function start(): Worker {
    const made = new Worker(file)
    made.on('message', (message: FromTaskThread<Answer>) => {
      if ('failure' in message) settle(({ reject }) => reject(new Error(message.failure)))
      else settle(({ resolve }) => resolve(message.answer))
    })
    const end = (error: unknown): void => {
      // After an error comes the exit: by then another thread may be at the next task.
      if (worker !== made) return
      worker = undefined
      settle(({ reject }) => reject(error))
    }
    made.on('error', end)
    made.on('exit', () => end(hasEnded()))
    return made
  }

  function settle(how: (done: Deferred<Answer>) => void): void {
    const first = waiting.shift()
    if (first) how(first.done)
    next()
  }

  function next(): void {
    const [first] = waiting
    if (first === undefined) return worker?.unref()
    if (isClosed) return settle(({ reject }) => reject(hasEnded()))
    try {
      worker ??= start()
      worker.ref()
      worker.postMessage(first.task)
    } catch (error) {
      // The machine has no room for a thread now, or the task is no plain data.
      settle(({ reject }) => reject(error))
    }
  }

  return {
    do(task) {
      const done = deferred<Answer>()
      if (waiting.push({ task, done }) === 1) next()
      return done.promise
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
