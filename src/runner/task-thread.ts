import { Worker } from 'node:worker_threads'
import { deferred, type Deferred } from '../base/deferred.ts'

/** What the thread sends for each task, in the order of the tasks. */
export type FromTaskThread<Answer> = { readonly answer: Answer } | { readonly failure: string }

/** Does tasks in another thread, one after the other. It starts with the first task. */
export interface TaskThread<Task, Answer> extends AsyncDisposable {
  do(task: Task): Promise<Answer>
}

/** `file` calls `answerTasks`. `name` is for errors: `the thread that fits ratings`. The thread keeps the process alive only while a task waits. */
export function openTaskThread<Task, Answer>(file: URL, name: string): TaskThread<Task, Answer> {
  /** In the order of their tasks, as the thread answers them. */
  const waiting: Deferred<Answer>[] = []
  let worker: Worker | undefined

  function start(): Worker {
    const made = new Worker(file)
    made.on('message', (message: FromTaskThread<Answer>) => {
      const first = waiting.shift()
      if (waiting.length === 0) made.unref()
      if ('failure' in message) first?.reject(new Error(message.failure))
      else first?.resolve(message.answer)
    })
    const end = (error: unknown): void => {
      // After an error comes the exit: by then another thread may be at the next task.
      if (worker !== made) return
      worker = undefined
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    made.on('error', end)
    made.on('exit', () => end(new Error(`${name} has ended`)))
    return made
  }

  return {
    do(task) {
      // Before the task waits: without a thread it must not wait for the answer to another one.
      worker ??= start()
      const done = deferred<Answer>()
      waiting.push(done)
      worker.ref()
      worker.postMessage(task)
      return done.promise
    },
    async [Symbol.asyncDispose]() {
      await worker?.terminate()
    },
  }
}
