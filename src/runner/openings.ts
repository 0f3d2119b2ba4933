import { Worker } from 'node:worker_threads'
import { recentlyUsed } from '../base/recently-used.ts'
import { deferred, type Deferred } from '../base/deferred.ts'
import type { AnyGame } from '../game/game.ts'

type Settings = Readonly<Record<string, unknown>>

export interface OpeningTask {
  readonly game: string
  readonly settings: Settings
  readonly seed: number
}

export type FromOpeningsThread = { readonly opening: Settings | undefined } | { readonly failure: string }

/** Draws openings in another thread, one after the other, and keeps them: to check one takes some tenths of a second. */
export interface Openings extends AsyncDisposable {
  /** As `drawOpening` in `src/openings`. */
  draw(game: AnyGame, settings: Settings, seed: number): Promise<Settings | undefined>
}

export function openOpenings(): Openings {
  const drawn = recentlyUsed<string, Promise<Settings | undefined>>(MOST_KEPT)
  /** In the order of their tasks, as the thread answers them. */
  const waiting: Deferred<Settings | undefined>[] = []
  let worker: Worker | undefined

  function start(): Worker {
    const made = new Worker(new URL(import.meta.resolve(threadFile)))
    made.on('message', (message: FromOpeningsThread) => {
      const first = waiting.shift()
      if (waiting.length === 0) made.unref()
      if ('failure' in message) first?.reject(new Error(message.failure))
      else first?.resolve(message.opening)
    })
    const end = (error: unknown): void => {
      if (worker !== made) return
      worker = undefined
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    made.on('error', end)
    made.on('exit', () => end(new Error('the thread that draws openings has ended')))
    return made
  }

  function ask(task: OpeningTask): Promise<Settings | undefined> {
    // Before the task waits: without a thread it must not wait for the answer to another one.
    worker ??= start()
    const done = deferred<Settings | undefined>()
    waiting.push(done)
    // A command must not end while it waits for an opening, and the thread must not keep it alive afterwards.
    worker.ref()
    worker.postMessage(task)
    return done.promise
  }

  return {
    draw(game, settings, seed) {
      if (game.openings === undefined) return Promise.resolve(undefined)
      const task: OpeningTask = { game: game.id, settings, seed }
      const key = JSON.stringify(task)
      const known = drawn.get(key)
      if (known) return known
      const opening = ask(task)
      drawn.set(key, opening)
      opening.catch(() => drawn.delete(key))
      return opening
    },
    async [Symbol.asyncDispose]() {
      await worker?.terminate()
    },
  }
}

const MOST_KEPT = 1000

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './openings-thread.ts' : './openings-thread.js'
