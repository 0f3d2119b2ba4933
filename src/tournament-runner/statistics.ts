import type { Statistics, Score } from '../api/tournament-result.ts'
import type { FaultKind } from '../match/match.ts'
import type { Ended } from '../tournament/tournament.ts'
import type { LedgerEntry, LedgerRound } from './ledger-entry.ts'
import type { ModelMeasure } from './measure-models.ts'
import { sumTimes, type MoveTimes } from './move-times.ts'

/** `ended` are the matches that count, `entries` their entries in the ledger. */
export function statisticsOf(
  names: readonly string[],
  ended: readonly Ended[],
  entries: ReadonlyMap<string, LedgerEntry>,
): readonly Statistics[] {
  const sums = new Map(names.map((name) => [name, newTally(name)]))
  for (const { pairing, how } of ended) {
    if (how !== 'played') continue
    for (const round of entries.get(pairing.key)?.rounds ?? [])
      for (const player of [0, 1] as const) {
        const tally = sums.get(pairing.players[player])
        if (tally !== undefined) count(tally, round, player)
      }
  }
  return [...sums.values()]
}

/** Times and memory of each entrant. They differ from run to run, so they are not part of the result. */
export interface Measurements {
  readonly moveTimes: ReadonlyMap<string, MoveTimes>
  /** The peak memory in any round, in bytes, of the entrants for which it is known. */
  readonly memory: ReadonlyMap<string, number>
  /** The entrants that are language models. */
  readonly models?: ReadonlyMap<string, ModelMeasure>
}

export function measurementsOf(names: readonly string[], entries: Iterable<LedgerEntry>): Measurements {
  const lists = new Map<string, MoveTimes[]>(names.map((name) => [name, []]))
  const memory = new Map<string, number>()
  for (const { players, took } of entries)
    for (const player of [0, 1] as const) {
      const name = players[player]
      if (took !== undefined) lists.get(name)?.push(took.moveTimes[player])
      const bytes = took?.memory?.[player]
      if (bytes !== undefined) memory.set(name, Math.max(memory.get(name) ?? 0, bytes))
    }
  return { moveTimes: new Map([...lists].map(([name, list]) => [name, sumTimes(list)])), memory }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Tally = Mutable<Omit<Statistics, 'seats'>> & { readonly seats: [Mutable<Score>, Mutable<Score>] }

const noScore = (): Mutable<Score> => ({ wins: 0, draws: 0, losses: 0 })

const newTally = (name: string): Tally => ({
  name,
  seats: [noScore(), noScore()],
  rounds: 0,
  turns: 0,
  crashes: 0,
  timeouts: 0,
  illegal: 0,
  resigned: 0,
})

function count(tally: Tally, { seats, winner, turns, faults }: LedgerRound, player: 0 | 1): void {
  const score = tally.seats[seats[0] === player ? 0 : 1]
  tally.rounds++
  tally.turns += turns
  if (winner === undefined) score.draws++
  else if (winner === player) score.wins++
  else score.losses++
  const fault = faults[player]
  if (fault !== undefined) tally[KINDS[fault]]++
}

const KINDS: Readonly<Record<FaultKind, 'crashes' | 'timeouts' | 'illegal' | 'resigned'>> = {
  crashed: 'crashes',
  silent: 'crashes',
  'out-of-memory': 'crashes',
  timeout: 'timeouts',
  'slow-start': 'timeouts',
  illegal: 'illegal',
  garbled: 'illegal',
  'out-of-turn': 'illegal',
  'false-flip': 'illegal',
  'missed-flip': 'illegal',
  resigned: 'resigned',
}
