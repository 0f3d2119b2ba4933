import type { KnownWorker, MatchQueue } from '../queue/match-queue.ts'
import type { Arena } from './arena.ts'

/** The workers of an arena, and what waits for them. */
export interface WorkerOverview {
  readonly workers: readonly (KnownWorker & { readonly playing: readonly number[] })[]
  /** Matches for workers that none has begun. */
  readonly waiting: number
  /** When the oldest of them was made, in milliseconds since 1970. */
  readonly waitingSince: number | undefined
  /** Matches that no worker can play, and what is missing. */
  readonly missing: readonly { readonly match: number; readonly why: string }[]
}

/** Matches that are listed, at most. */
const MOST_MISSING = 20

export function overviewWorkers(
  arena: Pick<Arena, 'waitingForWorkers' | 'playingOnWorkers' | 'missingForWorkers'>,
  queue: Pick<MatchQueue, 'workers'>,
): WorkerOverview {
  const waiting = arena.waitingForWorkers()
  const playing = [...arena.playingOnWorkers()]
  return {
    workers: queue.workers().map((known) => ({
      ...known,
      playing: playing.flatMap(([match, worker]) => (worker === known.card.id ? [match] : [])),
    })),
    waiting: waiting.length,
    waitingSince: waiting.reduce<number | undefined>(
      (oldest, { created }) => Math.min(oldest ?? Infinity, created),
      undefined,
    ),
    missing: [...arena.missingForWorkers()].slice(0, MOST_MISSING).map(([match, why]) => ({ match, why })),
  }
}
