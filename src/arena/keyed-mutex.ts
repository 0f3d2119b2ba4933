import { deferred } from '../base/deferred.ts'

/** A mutex for each key. A task holds those of all its keys while it runs; of those that can run, the oldest goes first. */
export interface KeyedMutex {
  /** Runs the task once its keys are free. Without them it runs as soon as the signal aborts or one of them is skipped. */
  run<T>(keys: readonly string[], signal: AbortSignal, task: () => Promise<T>): Promise<T>
  /** Tasks that wait for this key run at once, without holding any: each finds out itself that nothing is left to do. */
  skip(key: string): void
}

export function openKeyedMutex(): KeyedMutex {
  const held = new Set<string>()
  const waiting = new Set<Waiting>()

  function admit(): void {
    for (const one of waiting) {
      if (one.keys.some((key) => held.has(key))) continue
      for (const key of one.keys) held.add(key)
      begin(one, one.keys)
    }
  }

  function begin(one: Waiting, holding: readonly string[]): void {
    waiting.delete(one)
    one.begin(holding)
  }

  return {
    async run(keys, signal, task) {
      const { promise, resolve } = deferred<readonly string[]>()
      const one: Waiting = { keys, begin: resolve }
      const abort = (): void => begin(one, [])
      waiting.add(one)
      signal.addEventListener('abort', abort, { once: true })
      admit()
      const holding = await promise
      signal.removeEventListener('abort', abort)
      try {
        return await task()
      } finally {
        for (const key of holding) held.delete(key)
        admit()
      }
    },
    skip(key) {
      for (const one of waiting) if (one.keys.includes(key)) begin(one, [])
    },
  }
}

interface Waiting {
  readonly keys: readonly string[]
  /** With the keys that it holds from now on. */
  readonly begin: (holding: readonly string[]) => void
}
