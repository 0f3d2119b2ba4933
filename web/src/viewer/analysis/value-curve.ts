import type { RoundAnalysis } from '../../../../src/analysis/analyse-record.ts'
import type { ScorePoint } from '../score-curves.ts'

/** The value of each position of a round for the first seat, from -1 (lost) to 1 (won), and of its end. */
export function valueCurve({ result, moves }: RoundAnalysis): readonly ScorePoint[] {
  const byPly = new Map<number, number>()
  for (const { turn, seat, value } of moves)
    if (seat === 0 || !byPly.has(turn - 1)) byPly.set(turn - 1, seat === 0 ? value : -value)
  const last = moves.at(-1)
  const end = result.winner === undefined ? 0 : result.winner === result.seats[0] ? 1 : -1
  return [
    ...Array.from(byPly, ([ply, score]) => ({ ply, score })),
    ...(last ? [{ ply: last.turn, score: end }] : []),
  ]
}
