import { Worker } from 'node:worker_threads'
import { deferred, type Deferred } from '../base/deferred.ts'
import type { PairResults } from '../rating/games-by-pair.ts'

/** The results of a ladder, and what fixes its scale. */
export interface FitTask {
  readonly challenge: string
  readonly results: readonly PairResults[]
  /** Ratings that are known. */
  readonly anchors: readonly (readonly [player: string, rating: number])[]
  /** Where players are expected that have played little. */
  readonly mean: number
  readonly firstMatters: boolean
  /** How much stronger is the player than the other? Both must be in the results. */
  readonly compare: readonly (readonly [player: string, other: string])[]
}

/** The strength of a player, in Elo points, and its standard error. */
export interface FittedRating {
  readonly player: string
  readonly rating: number
  readonly error: number
}

export interface FittedDifference {
  readonly player: string
  readonly other: string
  readonly points: number
  /** The standard error of the difference: it is not that of the two ratings put together. */
  readonly error: number
}

export interface Fit {
  readonly ratings: readonly FittedRating[]
  /** In the order in which they were asked for. */
  readonly differences: readonly FittedDifference[]
}

export type FromLadderThread = { readonly fit: Fit } | { readonly failure: string }

/** Fits ratings in another thread, one ladder after the other. */
export interface LadderFits extends AsyncDisposable {
  fit(task: FitTask): Promise<Fit>
}

export function openLadderFits(): LadderFits {
  /** In the order of their tasks, as the thread answers them. */
  const waiting: Deferred<Fit>[] = []
  let worker: Worker | undefined

  function start(): Worker {
    const made = new Worker(new URL(import.meta.resolve(threadFile)))
    made.unref()
    made.on('message', (message: FromLadderThread) => {
      const first = waiting.shift()
      if ('fit' in message) first?.resolve(message.fit)
      else first?.reject(new Error(message.failure))
    })
    const end = (error: unknown): void => {
      if (worker !== made) return
      worker = undefined
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    made.on('error', end)
    made.on('exit', () => end(new Error('the thread that fits ratings has ended')))
    return made
  }

  return {
    fit(task) {
      // Before the task waits: without a thread it must not wait for the answer to another one.
      worker ??= start()
      const done = deferred<Fit>()
      waiting.push(done)
      worker.postMessage(task)
      return done.promise
    },
    async [Symbol.asyncDispose]() {
      await worker?.terminate()
    },
  }
}

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './ladder-thread.ts' : './ladder-thread.js'
