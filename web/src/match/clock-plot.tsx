import { memo, useMemo } from 'react'
import { SEATS, type Seat } from '../../../src/game/game.ts'
import { thoughtText } from '../parts/words.ts'
import type { Story } from '../story.ts'
import { clockLedger, type Ledger, type Thought } from './clock-ledger.ts'
import { PLOT_WIDTH, plotPointing, plyAcross } from './plot-scale.ts'

interface ClockPlotProps {
  readonly story: Story
  readonly round: number
  readonly index: number
  readonly go: (index: number) => void
}

const HALF = 100

/** How long each thought about each move: one player's bars go up, the other's down; lines are what was left on the clock. */
export function ClockPlot({ story, round: number, index, go }: ClockPlotProps) {
  const round = story.rounds[number]
  const ledger = useMemo(() => round && clockLedger(story, round), [story, round])
  if (!round || !ledger) return null
  const name = (seat: Seat): string => story.names[round.seats[seat]]
  const now = plyAcross(index - round.first, round.count)
  return (
    <section className="plot clock-plot" aria-labelledby="clock-plot">
      <h2 id="clock-plot">Clocks</h2>
      <ul className="plot-words">
        {SEATS.map((seat) => (
          <li key={seat}>
            <span className="seat" data-seat={seat} aria-hidden="true" /> {name(seat)} thought for{' '}
            {thoughtText(ledger.totals[seat])}, {thoughtText(longest(ledger, seat))} at most
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
        <Bars ledger={ledger} count={round.count} />
        <line className="now" x1={now} x2={now} y1={-HALF} y2={HALF} />
      </svg>
    </section>
  )
}

/** Not drawn again for every position that is looked at. */
const Bars = memo(function Bars({ ledger, count }: { readonly ledger: Ledger; readonly count: number }) {
  const width = Math.max(1.5, (PLOT_WIDTH / Math.max(1, count - 1)) * 0.7)
  return SEATS.map((seat) => {
    const side = seat === 0 ? -1 : 1
    const barOf = ({ ply, ms }: Thought): string => {
      const height = Math.max(1.5, (ms / ledger.longest) * HALF * 0.96)
      return `M${plyAcross(ply, count) - width / 2} 0v${side * height}h${width}v${-side * height}z`
    }
    return (
      <g key={seat} data-seat={seat}>
        <path d={ledger.thoughts[seat].map(barOf).join('')} />
        {ledger.left[seat].length > 1 && (
          <polyline
            points={ledger.left[seat]
              .map(({ ply, share }) => `${plyAcross(ply, count)},${side * Math.min(1, share) * HALF * 0.96}`)
              .join(' ')}
          />
        )}
      </g>
    )
  })
})

const longest = ({ thoughts }: Ledger, seat: Seat): number =>
  Math.max(0, ...thoughts[seat].map(({ ms }) => ms))
