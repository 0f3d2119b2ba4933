import type { Pair, Seat } from '../../../src/game/game.ts'
import type { RoundStory, Story } from '../story/story.ts'

/** Each seat's own scores, turn by turn. */
export type ScoreCurves = Pair<readonly ScorePoint[]>

export interface ScorePoint {
  readonly ply: number
  readonly score: number
}

/** Undefined if there is no score. */
export function scoreCurves({ frames }: Story, { first, count }: RoundStory): ScoreCurves | undefined {
  const shown = frames.slice(first, first + count)
  const curveOf = (seat: Seat): readonly ScorePoint[] =>
    shown.flatMap(({ ply, said }) => {
      const last = said[seat]
      const score = last?.ply === ply ? last.remark.score : undefined
      return score === undefined ? [] : [{ ply, score }]
    })
  const curves: ScoreCurves = [curveOf(0), curveOf(1)]
  return curves[0].length + curves[1].length === 0 ? undefined : curves
}
