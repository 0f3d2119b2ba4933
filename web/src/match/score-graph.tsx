import { memo, useMemo } from 'react'
import { SEATS, type Seat } from '../../../src/game/game.ts'
import type { Story } from '../story.ts'
import { PLOT_WIDTH, plotPointing, plyAcross } from './plot-scale.ts'
import { scoreText } from './remark-words.ts'
import { scoreCurves, type ScoreCurves, type ScorePoint } from './score-curves.ts'

interface ScoreGraphProps {
  readonly story: Story
  readonly round: number
  readonly index: number
  readonly go: (index: number) => void
}

const HALF = 100
/** Of the height that a sure win takes. */
const REACH = 0.94

/** How both saw the round as it went on: up is good for who sits in the first seat. */
export function ScoreGraph({ story, round: number, index, go }: ScoreGraphProps) {
  const round = story.rounds[number]
  const curves = useMemo(() => round && scoreCurves(story, round), [story, round])
  if (!round || !curves) return null
  const name = (seat: Seat): string => story.names[round.seats[seat]]
  const now = plyAcross(index - round.first, round.count)
  return (
    <section className="plot score-graph" aria-labelledby="score-graph">
      <div className="plot-head">
        <h2 id="score-graph">Evaluation</h2>
        <p className="muted">up is good for {name(0)}</p>
      </div>
      <ul className="plot-words">
        {SEATS.map((seat) => (
          <li key={seat}>
            <span className="seat" data-seat={seat} aria-hidden="true" /> {name(seat)} {wordsOf(curves[seat])}
          </li>
        ))}
      </ul>
      <svg
        viewBox={`0 ${-HALF} ${PLOT_WIDTH} ${2 * HALF}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        {...plotPointing(round, go)}
      >
        <line className="axis" x1="0" x2={PLOT_WIDTH} y1="0" y2="0" />
        <Curves curves={curves} count={round.count} />
        <line className="now" x1={now} x2={now} y1={-HALF} y2={HALF} />
      </svg>
    </section>
  )
}

/** Not drawn again for every position that is looked at. */
const Curves = memo(function Curves({
  curves,
  count,
}: {
  readonly curves: ScoreCurves
  readonly count: number
}) {
  return SEATS.map((seat) => {
    const height = seat === 0 ? -HALF * REACH : HALF * REACH
    const points = curves[seat].map(({ ply, score }) => `${plyAcross(ply, count)},${score * height}`)
    // A single score is a point, which a line must have two of to be seen.
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
    ? `saw itself at ${low}`
    : `saw itself between ${low} and ${high}, at last at ${scoreText(last)}`
}
