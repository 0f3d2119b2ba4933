import type { KnownWorker, MatchQueue, SecondOpinion } from '../queue/match-queue.ts'
import type { Arena } from './arena.ts'
import type { BuildsAway, OrderedBuild } from './builds-away.ts'

/** The workers of an arena, and what waits for them. */
export interface WorkerOverview {
  readonly workers: readonly (KnownWorker & {
    readonly playing: readonly number[]
    readonly building: readonly OrderedBuild[]
  })[]
  /** Matches for workers that none has begun. */
  readonly waiting: number
  /** Builds that none has begun. */
  readonly waitingBuilds: readonly OrderedBuild[]
  /** When the oldest of these matches and builds was made, in milliseconds since 1970. */
  readonly waitingSince: number | undefined
  /** Matches that no worker can play, and what is missing. */
  readonly missing: readonly { readonly match: number; readonly why: string }[]
  /** Finals that another worker played again, the newest first. It decides nothing. */
  readonly opinions: readonly { readonly match: number; readonly opinion: SecondOpinion }[]
}

/** Matches that are listed, at most. */
const MOST_MISSING = 20

export function overviewWorkers(
  arena: Pick<Arena, 'waitingForWorkers' | 'playingOnWorkers' | 'missingForWorkers' | 'secondOpinions'>,
  queue: Pick<MatchQueue, 'workers'>,
  builds: Pick<BuildsAway, 'ordered'> | undefined,
): WorkerOverview {
  const ordered = builds?.ordered() ?? []
  const waitingBuilds = ordered.filter(({ worker }) => worker === undefined)
  const waiting = arena.waitingForWorkers()
  const playing = [...arena.playingOnWorkers()]
  return {
    workers: queue.workers().map((known) => ({
      ...known,
      playing: playing.flatMap(([match, worker]) => (worker === known.card.id ? [match] : [])),
      building: ordered.filter(({ worker }) => worker === known.card.id),
    })),
    waiting: waiting.length,
    waitingBuilds,
    waitingSince: [...waiting, ...waitingBuilds].reduce<number | undefined>(
      (oldest, { created }) => Math.min(oldest ?? Infinity, created),
      undefined,
    ),
    missing: [...arena.missingForWorkers()].slice(0, MOST_MISSING).map(([match, why]) => ({ match, why })),
    opinions: [...arena.secondOpinions()].map(([match, opinion]) => ({ match, opinion })),
  }
}
