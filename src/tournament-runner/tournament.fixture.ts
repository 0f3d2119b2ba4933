import { must } from '../base/result.ts'
import { lightCycle } from '../challenges/light-cycle.ts'
import { findFormat, openTournamentCourse, type TournamentSpec } from './tournament-spec.ts'
import type { TournamentResult } from '../api/tournament-result.ts'
import { tournamentResult } from './tournament-result.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { addTime, NO_TIMES } from './move-times.ts'
import type { Tie } from '../tournament/bracket.ts'
import type { Pairing } from '../tournament/tournament.ts'

/** A tournament of made-up bots. */
export function tournamentOf(
  names: readonly string[],
  {
    format: id = 'round-robin',
    options = {},
    ...more
  }: Partial<Omit<TournamentSpec, 'format'>> & { format?: string } = {},
): TournamentSpec {
  const format = findFormat(id)
  if (format === undefined) throw new Error(`no format ${id}`)
  const { game, preset, rules } = lightCycle
  return {
    challenge: lightCycle,
    settings: game.presets[preset] ?? {},
    rules,
    entrants: names.map((name) => ({ name, bot: `./${name}` })),
    format,
    options: must(format.parseOptions(options)),
    seed: 3,
    how: { times: true },
    ...more,
  }
}

/** The first in the alphabet wins; every fifth match is drawn. The memory of eve is not known. */
export function entryFor({ key, players, seed }: Pairing): LedgerEntry {
  const winner = seed % 5 === 0 ? undefined : players[0] < players[1] ? 0 : 1
  const times = addTime(addTime(NO_TIMES, 3), 20 + (seed % 50))
  const memoryOf = (name: string): number | undefined =>
    name === 'eve' ? undefined : (50 + (seed % 3)) * 1024 * 1024
  return {
    key,
    players,
    winner,
    score: [Number(winner === 0), Number(winner === 1)],
    faults: [0, 0],
    rounds: [
      {
        seats: [0, 1],
        winner,
        turns: 10 + (seed % 7),
        reason: winner === undefined ? 'drawn by a collision' : `${players[winner]} won by a crash`,
        faults: [undefined, winner === 0 && seed % 3 === 0 ? 'timeout' : undefined],
      },
    ],
    took: { ms: 100, moveTimes: [times, times], memory: [memoryOf(players[0]), memoryOf(players[1])] },
  }
}

/** Played to its end in no time. */
export function playedTournament(tournament: TournamentSpec): {
  readonly result: TournamentResult
  readonly entries: ReadonlyMap<string, LedgerEntry>
} {
  const course = openTournamentCourse(tournament)
  const entries = new Map<string, LedgerEntry>()
  for (let pairings = course.take(1); pairings.length > 0; pairings = course.take(1))
    for (const pairing of pairings) {
      const entry = entryFor(pairing)
      entries.set(entry.key, entry)
      course.add(entry)
    }
  return { result: tournamentResult(tournament, course, entries), entries }
}

/** A tie of ann and bob that has not begun. */
export const makeTie = (id: string, more: Partial<Tie> = {}): Tie => ({
  id,
  title: id,
  slots: [
    { entrant: 'ann', seed: 1 },
    { entrant: 'bob', seed: 2 },
  ],
  score: [0, 0],
  rounds: [0, 0],
  draws: 0,
  matches: [],
  ...more,
})
