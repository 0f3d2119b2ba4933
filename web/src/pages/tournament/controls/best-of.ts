import type { TournamentResult } from '../../../../../src/api/tournaments.ts'

interface Best {
  /** Best first. */
  readonly entrants: TournamentResult['entrants']
  /** The names of those who are left out with the same place as the last one in. */
  readonly level: readonly string[]
}

/** The best entrants of a tournament. Who was withdrawn or benched does not play on. */
export function bestOf(
  { standings, entrants }: Pick<TournamentResult, 'standings' | 'entrants'>,
  count: number,
): Best {
  const stillIn = standings.filter(({ out }) => out === undefined)
  const chosen = stillIn.slice(0, Math.max(0, count))
  const last = chosen.at(-1)?.place
  return {
    entrants: chosen.flatMap(({ name }) => entrants.filter((entrant) => entrant.name === name)),
    level: stillIn.slice(chosen.length).flatMap(({ name, place }) => (place === last ? [name] : [])),
  }
}
