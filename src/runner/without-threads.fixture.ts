import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

/** Runs an action on a machine that has no room for another thread: to make one throws, as Node does it then. */
export async function withoutThreads<T>(action: () => Promise<T>): Promise<T> {
  const { Worker } = threads
  const put = (constructor: typeof Worker): void => {
    threads.Worker = constructor
    syncBuiltinESMExports()
  }
  const fail = (): never => {
    throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })
  }
  put(new Proxy(Worker, { construct: fail }))
  try {
    return await action()
  } finally {
    put(Worker)
  }
}
