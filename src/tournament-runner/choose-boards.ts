import type { TournamentResult } from '../api/tournament-result.ts'

/**
 * The matches whose boards a report should have, the most important first: the last rounds of the knock-out, then the last
 * match of each entrant, then the rest from the last to the first. A report takes as many of them as it has room for.
 */
export function chooseBoards({ games, bracket, standings }: TournamentResult): readonly string[] {
  const ties = (bracket?.parts ?? []).flatMap(({ rounds }) =>
    rounds.toReversed().flatMap(({ ties }, toGo) => ties.map((tie) => ({ tie, toGo }))),
  )
  const knockOut = ties.toSorted((a, b) => a.toGo - b.toGo).flatMap(({ tie }) => tie.matches)
  const last = standings.flatMap(
    ({ name }) => games.findLast(({ how, players }) => how === 'played' && players.includes(name))?.key ?? [],
  )
  const played = new Set(games.flatMap(({ key, how }) => (how === 'played' ? [key] : [])))
  const wanted = [...knockOut, ...last, ...games.map(({ key }) => key).toReversed()]
  return [...new Set(wanted)].filter((key) => played.has(key))
}
