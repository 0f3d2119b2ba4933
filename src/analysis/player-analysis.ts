import type { Player } from '../match/match.ts'
import type { MoveAnalysis, RoundAnalysis } from './analyse-record.ts'

/** How well a player moved, by the judgement of the brain. */
export interface PlayerAnalysis {
  readonly moves: number
  /** From 0 to 100. */
  readonly accuracy: number
  /** Of the value, which goes from -1 to 1. */
  readonly averageLoss: number
  /** The share of moves that the brain would have played. */
  readonly agreement: number
}

/** Of one player over some rounds; undefined if it made no move. */
export function analysePlayer(rounds: readonly RoundAnalysis[], player: Player): PlayerAnalysis | undefined {
  return judgeMoves(rounds.flatMap((round) => movesOf(round, player)))
}

export const movesOf = ({ result, moves }: RoundAnalysis, player: Player): readonly MoveAnalysis[] =>
  moves.filter(({ seat }) => result.seats[seat] === player)

/** How well some moves were played; undefined for none. */
export function judgeMoves(own: readonly MoveAnalysis[]): PlayerAnalysis | undefined {
  if (own.length === 0) return undefined
  const mean = (of: (move: MoveAnalysis) => number): number =>
    own.reduce((sum, move) => sum + of(move), 0) / own.length
  return {
    moves: own.length,
    accuracy: mean(({ loss }) => accuracyOf(loss)),
    averageLoss: mean(({ loss }) => loss),
    agreement: mean(({ move, best }) => (move === best ? 1 : 0)),
  }
}

/** The curve that chess sites use, over the points of a hundred that a move gave away: 0 gives 100, 10 gives 64, 50 gives 9. */
function accuracyOf(loss: number): number {
  if (loss === 0) return 100
  const points = 50 * loss
  return Math.max(0, Math.min(100, 103.1668 * Math.exp(-0.04354 * points) - 3.1669))
}

/** The move that cost the loser of a round most; undefined for a draw, and if the brain saw the round lost from the start. */
export function losingMove({ result, moves }: RoundAnalysis): MoveAnalysis | undefined {
  const { winner, seats } = result
  if (winner === undefined) return undefined
  const own = moves.filter(({ seat, loss }) => seats[seat] !== winner && loss > 0)
  return own.reduce<MoveAnalysis | undefined>(
    (worst, move) => (worst === undefined || move.loss > worst.loss ? move : worst),
    undefined,
  )
}
