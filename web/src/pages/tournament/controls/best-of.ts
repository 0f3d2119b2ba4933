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

/** What the best are entered as in another contest: a bot by its newest version, or as it is if two versions of it play on. */
export function entriesOf(best: Best['entrants']): readonly string[] {
  const newest = best.map(({ bot }) => newestOf(bot))
  return best.map(({ bot }) =>
    newest.filter((one) => one === newestOf(bot)).length > 1 ? bot : newestOf(bot),
  )
}

/** `bot:ID@VERSION` as `bot:ID`. */
const newestOf = (bot: string): string => bot.replace(/^(bot:\d+)@\d+$/, '$1')
