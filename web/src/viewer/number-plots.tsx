import { memo, useMemo } from 'react'
import { SEATS } from '../../../src/game/game.ts'
import { numberText } from '../watch/remark-words.ts'
import { heightOf, numberCurves, valueAt, type NumberCurve } from './number-curves.ts'
import { PLOT_HALF, plyAcross } from './plot-scale.ts'
import { RoundPlot, type PlotProps } from './round-plot.tsx'

/** The share of the height between the least value and the greatest. */
const REACH = 0.9

/** The numbers that bots give beside their moves: one plot for each name, with the value at the position in view. */
export function NumberPlots({ story, round: number, index, go }: PlotProps) {
  const round = story.rounds[number]
  const curves = useMemo(() => (round ? numberCurves(story, round) : []), [story, round])
  if (!round) return null
  const ply = index - round.first
  return curves.map((curve, at) => {
    const { name, low, high, points } = curve
    return (
      <RoundPlot
        key={name}
        id={`number-plot-${at}`}
        className="number-plot"
        title={name}
        note={low === high ? `always ${numberText(low)}` : `from ${numberText(low)} to ${numberText(high)}`}
        story={story}
        round={round}
        index={index}
        go={go}
        axis={low <= 0 && high >= 0 ? heightOf(curve, 0) * REACH : undefined}
        wordsOf={(seat) => {
          const value = valueAt(points[seat], ply)
          return points[seat].length === 0 ? undefined : value === undefined ? '–' : numberText(value)
        }}
      >
        <Curves curve={curve} count={round.count} />
      </RoundPlot>
    )
  })
}

/** `memo`: does not render again when only the position in view changes. */
const Curves = memo(function Curves({
  curve,
  count,
}: {
  readonly curve: NumberCurve
  readonly count: number
}) {
  return SEATS.map((seat) => {
    const points = curve.points[seat].map(
      ({ ply, value }) => `${plyAcross(ply, count)},${heightOf(curve, value) * REACH * PLOT_HALF}`,
    )
    return (
      <g key={seat} data-seat={seat}>
        <polyline points={(points.length === 1 ? [...points, ...points] : points).join(' ')} />
      </g>
    )
  })
})
