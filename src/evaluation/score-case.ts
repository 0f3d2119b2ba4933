import { otherSeat } from '../game/game.ts'
import { describeEnd } from '../match/describe.ts'
import type { Fault, Match, RoundResult } from '../match/match.ts'
import type { EvaluationCase } from './cases.ts'
import { FULL_TURNS, worthOfTurns } from './worth-of-turns.ts'

export interface CaseScore {
  readonly points: number
  /** What happened, in plain words for the team. */
  readonly reason: string
}

/** The points of a finished battle for the team, which sat opposite the house. */
export function scoreCase(one: EvaluationCase, match: Match): CaseScore {
  const round = match.ended.at(-1)
  if (match.result === undefined) return { points: 0, reason: 'The battle did not end' }
  if (round === undefined || round.end.kind === 'void')
    return { points: 0, reason: 'The battle could not be played' }
  return { points: pointsOf(one, round), reason: explain(one, match, round) }
}

function pointsOf({ worth, houseSeat }: EvaluationCase, { winner, turns, end }: RoundResult): number {
  if (winner === otherSeat(houseSeat)) return worth.points
  // A fault (an invalid command, a missed flip, a timeout) earns nothing, however late it comes.
  if (end.kind === 'forfeited') return 0
  const hasLost = winner === houseSeat
  switch (worth.kind) {
    case 'win':
      return 0
    case 'draw':
      return hasLost ? 0 : worth.points
    case 'survival':
      return hasLost ? worthOfTurns(fullTurns(turns)) : worth.points
  }
}

const fullTurns = (plies: number): number => Math.floor(plies / 2)

function explain({ houseSeat, worth }: EvaluationCase, match: Match, round: RoundResult): string {
  const names =
    houseSeat === 0 ? (['the house', 'your team'] as const) : (['your team', 'the house'] as const)
  const end = capitalise(describeEnd(round, match.spec, names))
  const { cheat } = match.round
  if (cheat?.seat === houseSeat && round.winner === houseSeat)
    return `You should have flipped the table: the house ${describeCheat(cheat.fault)}. ${end}`
  if (worth.kind !== 'survival') return end
  if (round.end.kind === 'stopped') return `Your team survived ${FULL_TURNS} turns, which is a draw`
  if (round.end.kind === 'forfeited' || round.winner !== houseSeat) return end
  return `${end}. Your team survived ${count(fullTurns(round.turns))}`
}

/** What the house did, as the rest of a sentence that begins with its name. */
function describeCheat({ kind, text = '' }: Fault): string {
  if (kind === 'false-flip') return 'flipped it although nothing was wrong'
  const why = kind === 'out-of-turn' ? ' when it was not its turn' : ', which is not allowed there'
  return `played ${JSON.stringify(text)}${why}`
}

const count = (turns: number): string => (turns === 1 ? '1 turn' : `${turns} turns`)

const capitalise = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
