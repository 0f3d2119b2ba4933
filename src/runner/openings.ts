import { recentlyUsed } from '../base/recently-used.ts'
import type { AnyGame } from '../game/game.ts'
import { openTaskThread } from './task-thread.ts'

type Settings = Readonly<Record<string, unknown>>

export interface OpeningTask {
  readonly game: string
  readonly settings: Settings
  readonly seed: number
}

/** Draws openings in another thread, one after the other, and keeps them: to check one takes some tenths of a second. */
export interface Openings extends AsyncDisposable {
  /** As `drawOpening` in `src/openings`. */
  draw(game: AnyGame, settings: Settings, seed: number): Promise<Settings | undefined>
}

export function openOpenings(): Openings {
  const drawn = recentlyUsed<string, Promise<Settings | undefined>>(MOST_KEPT)
  const thread = openTaskThread<OpeningTask, Settings | undefined>(
    new URL(import.meta.resolve(threadFile)),
    'the thread that draws openings',
  )
  return {
    draw(game, settings, seed) {
      if (game.openings === undefined) return Promise.resolve(undefined)
      const task: OpeningTask = { game: game.id, settings, seed }
      const key = JSON.stringify(task)
      const known = drawn.get(key)
      if (known) return known
      const opening = thread.do(task)
      drawn.set(key, opening)
      opening.catch(() => drawn.delete(key))
      return opening
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

const MOST_KEPT = 1000

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './openings-thread.ts' : './openings-thread.js'
