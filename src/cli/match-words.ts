import type { MatchBody } from '../api/matches.ts'

type MatchPlayerBody = MatchBody['players'][number]

/** A player as people know it: the team first, then its bot. */
export const nameOf = ({ team, program, name }: MatchPlayerBody): string =>
  team === null ? name : program === null ? team : `${team} · ${program.name}`

export const namesIn = ({ players, invited }: MatchBody): readonly [string, string] => {
  const [first, second] = players
  return [first ? nameOf(first) : '?', second ? nameOf(second) : (invited?.name ?? 'the first to join')]
}

/** Which player of a match belongs to a team, if exactly one does. */
export function playerOf({ players }: MatchBody, team: number): 0 | 1 | undefined {
  const own = players.flatMap(({ id }, at) => (id === team ? [at === 0 ? (0 as const) : (1 as const)] : []))
  return own.length === 1 ? own[0] : undefined
}

/** `won`, `lost` or `drawn` for a team; what it does while it is not over. */
export function describeOutcome(match: MatchBody, team: number): string {
  const { status, winner, void: isVoid } = match
  if (status === 'open') return 'waits for an answer'
  if (status !== 'over') return status === 'waiting' ? 'waits' : 'is played'
  if (isVoid) return 'void'
  if (winner === null) return 'drawn'
  const own = playerOf(match, team)
  if (own === undefined) return `won by ${namesIn(match)[winner]}`
  return own === winner ? 'won' : 'lost'
}
