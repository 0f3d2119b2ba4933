import type { PairResults } from '../rating/games-by-pair.ts'
import { openTaskThread } from '../runner/task-thread.ts'

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

/** Fits ratings in another thread, one ladder after the other. */
export interface LadderFits extends AsyncDisposable {
  fit(task: FitTask): Promise<Fit>
}

export function openLadderFits(): LadderFits {
  const thread = openTaskThread<FitTask, Fit>(
    new URL(import.meta.resolve(threadFile)),
    'the thread that fits ratings',
  )
  return {
    fit: (task) => thread.do(task),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './ladder-thread.ts' : './ladder-thread.js'
