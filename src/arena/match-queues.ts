import { cpus } from 'node:os'
import { findBrain } from '../brains/index.ts'
import { findChallenge } from '../challenges/index.ts'
import type { MatchPlayer, MatchRow } from '../store/store.ts'
import { DEFAULT_SHARE, ladderPlaces } from './ladder-terms.ts'
import { openFairQueue, type FairQueue, type FairQueueOptions, type Work } from './fair-queue.ts'

export interface QueueLimits {
  /** Matches with programs that run at once. */
  readonly maxProgramMatches?: number | undefined
  /** Matches against house brains that run at once. */
  readonly maxHouseMatches?: number | undefined
  /** The share of the places for programs that matches of the standing ladders may hold, in percent. */
  readonly ladderShare?: (() => number) | undefined
  /** Matches that workers play, if there are any. */
  readonly away?: AwayLimits | undefined
  /** Nothing is begun before what this gives resolves. */
  readonly until?: () => Promise<void> | undefined
}

export interface AwayLimits {
  /** Whether a match is for workers. */
  isFor(row: MatchRow): boolean
  /** Such matches that are ordered or played at once. */
  places(): number
}

/** Where matches wait for a place. */
export interface MatchQueues {
  /** Matches with programs that may run at once. */
  readonly programPlaces: number
  /** Matches that wait. */
  readonly waiting: number
  /** Those of them that wait for workers. */
  waitingAway(): readonly MatchRow[]
  /** Whether a match with programs waits that no standing ladder has called. */
  readonly isProgramWanted: boolean
  /** Runs the match as soon as there is a place for it. */
  add(row: MatchRow, owner: string, run: () => Promise<void>): void
  /** Takes a match out that still waits, and gives its row. */
  cancel(match: number): MatchRow | undefined
  /** Whether others wait for a place like the one that this match holds. */
  isWanted(row: MatchRow): boolean
  /** The share of the ladders has changed, or the number of places on workers. */
  shareChanged(): void
  /** Begins nothing more. */
  stop(): void
}

export function openMatchQueues({
  maxHouseMatches = 32,
  maxProgramMatches: programPlaces = Math.max(2, cpus().length),
  ladderShare = () => DEFAULT_SHARE,
  away,
  until,
}: QueueLimits): MatchQueues {
  const hold = until && { until }
  const queues: Readonly<Record<Weight, FairQueue>> = {
    light: openFairQueue({ places: Infinity, ...hold }),
    house: openFairQueue({ ...sharesOf(maxHouseMatches), ...hold }),
    program: openFairQueue({
      ...sharesOf(programPlaces),
      background: () => ladderPlaces(ladderShare(), programPlaces),
      ...hold,
    }),
    // A model thinks elsewhere, and may not answer for hours: such a match takes no place from those of programs.
    model: openFairQueue({ places: MODEL_PLACES, ...hold }),
    away: openFairQueue({
      places: 0,
      shares: () => sharesOf(away?.places() ?? 0),
      background: () => ladderPlaces(ladderShare(), away?.places() ?? 0),
      ...hold,
    }),
  }
  const weigh = (row: MatchRow): Weight => (away?.isFor(row) ? 'away' : weightOf(row))
  const waiting = new Map<number, { readonly row: MatchRow; readonly work: Work; readonly weight: Weight }>()
  return {
    get programPlaces() {
      return away ? away.places() : programPlaces
    },
    waitingAway: () => [...waiting.values()].flatMap(({ row, weight }) => (weight === 'away' ? [row] : [])),
    get waiting() {
      return waiting.size
    },
    get isProgramWanted() {
      return queues.program.waiting + queues.away.waiting > 0
    },
    add(row, owner, run) {
      const work: Work = {
        owner,
        hasPriority: row.origin === 'tournament' || row.origin === 'organiser',
        isBackground: isCalledByLadder(row),
        async run() {
          waiting.delete(row.id)
          await run()
        },
      }
      const weight = weigh(row)
      waiting.set(row.id, { row, work, weight })
      queues[weight].add(work)
    },
    cancel(match) {
      const place = waiting.get(match)
      if (!place || !queues[place.weight].cancel(place.work)) return undefined
      waiting.delete(match)
      return place.row
    },
    isWanted: (row) => queues[weigh(row)].waiting > 0,
    shareChanged() {
      queues.program.admit()
      queues.away.admit()
    },
    stop() {
      for (const queue of Object.values(queues)) queue.stop()
    },
  }
}

/** Whether a standing ladder called the match. A team may start a rated match, too; then it is the team's own. */
export const isCalledByLadder = ({ origin, starter }: Pick<MatchRow, 'origin' | 'starter'>): boolean =>
  origin === 'ladder' && starter === undefined

/** Matches with language models that run at once. */
const MODEL_PLACES = 16

/** What a match needs of this machine while it runs. */
type Weight = 'light' | 'house' | 'program' | 'model' | 'away'

function weightOf({ players, challenge }: MatchRow): Exclude<Weight, 'away'> {
  if (players.some((player) => player?.kind === 'model')) return 'model'
  if (players.some((player) => player?.kind === 'bot')) return 'program'
  const game = findChallenge(challenge)?.game.id ?? ''
  const isHeavy = (player: MatchPlayer | undefined): boolean =>
    player?.kind === 'house' && findBrain(player.brain, game)?.thinks === 'long'
  return players.some(isHeavy) ? 'house' : 'light'
}

/** A quarter of the places is kept for tournaments, and no team practises in more than a quarter of the rest. */
function sharesOf(places: number): Required<Pick<FairQueueOptions, 'places' | 'reserved' | 'each'>> {
  const reserved = places < 2 ? 0 : Math.max(1, Math.floor(places / 4))
  return { places, reserved, each: Math.max(1, Math.floor((places - reserved) / 4)) }
}
