import type { MatchBody } from '../../../../src/api/matches.ts'

/** How a match went for one team. */
export type Outcome = 'won' | 'drawn' | 'lost' | 'void' | 'running' | 'waiting'

export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  won: 'won',
  drawn: 'drawn',
  lost: 'lost',
  void: 'not counted',
  running: 'running',
  waiting: 'waiting',
}

export function outcomeOf({ status, winner, players, void: isVoid }: MatchBody, id: number): Outcome {
  if (status !== 'over') return status === 'playing' ? 'running' : 'waiting'
  if (isVoid) return 'void'
  if (winner === null) return 'drawn'
  return players[winner]?.id === id ? 'won' : 'lost'
}
