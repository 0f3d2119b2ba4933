import { memo, useMemo } from 'react'
import { SEATS } from '../../../src/game/game.ts'
import { PLOT_HALF, plyAcross } from './plot-scale.ts'
import { scoreText } from '../watch/remark-words.ts'
import { RoundPlot, type PlotProps } from './round-plot.tsx'
import { scoreCurves, type ScoreCurves, type ScorePoint } from './score-curves.ts'

/** The share of the height that a score of 1 takes. */
const REACH = 0.94

/** Both players' scores over the round; up is good for the first seat. */
export function ScoreGraph({ story, round: number, index, go }: PlotProps) {
  const round = story.rounds[number]
  const curves = useMemo(() => round && scoreCurves(story, round), [story, round])
  if (!round || !curves) return null
  return (
    <RoundPlot
      id="score-graph"
      title="Evaluation"
      note={`up is good for ${story.names[round.seats[0]]}`}
      story={story}
      round={round}
      index={index}
      go={go}
      wordsOf={(seat) => wordsOf(curves[seat])}
    >
      <Curves curves={curves} count={round.count} />
    </RoundPlot>
  )
}

/** `memo`: does not render again when only the position in view changes. */
const Curves = memo(function Curves({
  curves,
  count,
}: {
  readonly curves: ScoreCurves
  readonly count: number
}) {
  return SEATS.map((seat) => {
    const height = seat === 0 ? -PLOT_HALF * REACH : PLOT_HALF * REACH
    const points = curves[seat].map(({ ply, score }) => `${plyAcross(ply, count)},${score * height}`)
    // A single score is drawn as a line of two equal points: one point alone is invisible.
    const line = points.length === 1 ? [...points, ...points] : points
    return (
      <g key={seat} data-seat={seat}>
        <polyline points={line.join(' ')} />
      </g>
    )
  })
})

function wordsOf(curve: readonly ScorePoint[]): string {
  const scores = curve.map(({ score }) => score)
  const [last] = scores.slice(-1)
  if (last === undefined) return 'gave no score'
  const [low, high] = [scoreText(Math.min(...scores)), scoreText(Math.max(...scores))]
  return low === high
    ? `rated itself at ${low}`
    : `rated itself between ${low} and ${high}, at last at ${scoreText(last)}`
}
