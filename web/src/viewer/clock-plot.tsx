import { memo, useMemo } from 'react'
import { SEATS, type Seat } from '../../../src/game/game.ts'
import { thoughtText } from '../parts/words.ts'
import { clockLedger, type Ledger, type Thought } from './clock-ledger.ts'
import { PLOT_HALF, PLOT_WIDTH, plyAcross } from './plot-scale.ts'
import { RoundPlot, type PlotProps } from './round-plot.tsx'

/** How long each thought about each move: one player's bars go up, the other's down; lines are what was left on the clock. */
export function ClockPlot({ story, round: number, index, go }: PlotProps) {
  const round = story.rounds[number]
  const ledger = useMemo(() => round && clockLedger(story, round), [story, round])
  if (!round || !ledger) return null
  return (
    <RoundPlot
      id="clock-plot"
      title="Clocks"
      story={story}
      round={round}
      index={index}
      go={go}
      wordsOf={(seat) => wordsOf(ledger, seat)}
    >
      <Bars ledger={ledger} count={round.count} />
    </RoundPlot>
  )
}

/** `memo`: does not render again when only the position in view changes. */
const Bars = memo(function Bars({ ledger, count }: { readonly ledger: Ledger; readonly count: number }) {
  const width = Math.max(1.5, (PLOT_WIDTH / Math.max(1, count - 1)) * 0.7)
  return SEATS.map((seat) => {
    const side = seat === 0 ? -1 : 1
    const barOf = ({ ply, ms }: Thought): string => {
      const height = Math.max(1.5, (ms / ledger.longest) * PLOT_HALF * 0.96)
      return `M${plyAcross(ply, count) - width / 2} 0v${side * height}h${width}v${-side * height}z`
    }
    return (
      <g key={seat} data-seat={seat}>
        <path d={ledger.thoughts[seat].map(barOf).join('')} />
        {ledger.left[seat].length > 1 && (
          <polyline
            points={ledger.left[seat]
              .map(
                ({ ply, share }) =>
                  `${plyAcross(ply, count)},${side * Math.min(1, share) * PLOT_HALF * 0.96}`,
              )
              .join(' ')}
          />
        )}
      </g>
    )
  })
})

function wordsOf({ thoughts, totals, used }: Ledger, seat: Seat): string {
  const longest = Math.max(0, ...thoughts[seat].map(({ ms }) => ms))
  const { tokens, usd } = used[seat] ?? {}
  return [
    `thought for ${thoughtText(totals[seat])}`,
    `${thoughtText(longest)} at most`,
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en')} tokens`]),
    ...(usd === undefined ? [] : [`$${usd.toFixed(usd < 0.1 ? 4 : 2)}`]),
  ].join(', ')
}
