import type { Pair } from '../game/game.ts'
import { advance, startMatch } from './machine.ts'
import type { MatchEvent, MatchSpec, Round, RoundResult } from './match.ts'

/** A complete turn. */
export interface ReplayedTurn {
  /** The positions before and after it. */
  readonly before: unknown
  readonly after: unknown
  readonly moves: Pair<string | undefined>
}

export interface ReplayedRound {
  readonly result: RoundResult
  /** As it was when it ended. */
  readonly round: Round
  readonly first: unknown
  readonly turns: readonly ReplayedTurn[]
}

/** The rounds of a match that are over, void ones as well, played again from its events. */
export function replayRounds(spec: MatchSpec, events: readonly MatchEvent[]): readonly ReplayedRound[] {
  const rounds: ReplayedRound[] = []
  let { match } = startMatch(spec)
  let first = match.round.state
  let turns: ReplayedTurn[] = []
  for (const event of events) {
    const before = match.round
    const { match: next, endedRound } = advance(match, event)
    const round = endedRound ?? next.round
    if (round.turns > before.turns && round.lastTurn)
      turns.push({ before: before.state, after: round.state, moves: round.lastTurn })
    const result = next.ended.at(-1)
    if (endedRound && result) {
      rounds.push({ result, round: endedRound, first, turns })
      first = next.round.state
      turns = []
    }
    match = next
  }
  return rounds
}
