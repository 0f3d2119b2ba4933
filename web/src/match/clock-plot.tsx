import { useMemo, type MouseEvent } from 'react'
import { SEATS, type Seat } from '../../../src/game/game.ts'
import { thoughtText } from '../parts/words.ts'
import type { Story } from '../story.ts'
import { clockLedger, type Ledger } from './clock-ledger.ts'

interface ClockPlotProps {
  readonly story: Story
  readonly round: number
  readonly index: number
  readonly go: (index: number) => void
}

const WIDTH = 1000
const HALF = 100

/** How long each thought about each move: one player's bars go up, the other's down; lines are what was left on the clock. */
export function ClockPlot({ story, round: number, index, go }: ClockPlotProps) {
  const round = story.rounds[number]
  const ledger = useMemo(() => round && clockLedger(story, round), [story, round])
  if (!round || !ledger) return null
  const last = Math.max(1, round.count - 1)
  const across = (ply: number): number => ((ply - 0.5) / last) * WIDTH
  const jump = ({ currentTarget, clientX }: MouseEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const ply = Math.round(((clientX - left) / width) * last + 0.5)
    go(round.first + Math.max(0, Math.min(last, ply)))
  }
  const name = (seat: Seat): string => story.names[round.seats[seat]]
  const width = Math.max(1.5, (WIDTH / last) * 0.7)
  return (
    <section className="clock-plot" aria-labelledby="clock-plot">
      <h2 id="clock-plot">Clocks</h2>
      <ul className="clock-totals">
        {SEATS.map((seat) => (
          <li key={seat}>
            <span className="seat" data-seat={seat} aria-hidden="true" /> {name(seat)} thought for{' '}
            {thoughtText(ledger.totals[seat])}, {thoughtText(longest(ledger, seat))} at most
          </li>
        ))}
      </ul>
      <svg
        viewBox={`0 ${-HALF} ${WIDTH} ${2 * HALF}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onClick={jump}
      >
        <line className="axis" x1="0" x2={WIDTH} y1="0" y2="0" />
        {SEATS.map((seat) => (
          <g key={seat} data-seat={seat}>
            {ledger.thoughts[seat].map(({ ply, ms }) => {
              const height = Math.max(1.5, (ms / ledger.longest) * HALF * 0.96)
              return (
                <rect
                  key={ply}
                  x={across(ply) - width / 2}
                  y={seat === 0 ? -height : 0}
                  width={width}
                  height={height}
                />
              )
            })}
            {ledger.left[seat].length > 1 && (
              <polyline
                points={ledger.left[seat]
                  .map(({ ply, share }) => {
                    const height = Math.min(1, share) * HALF * 0.96
                    return `${across(Math.max(ply, 0.5))},${seat === 0 ? -height : height}`
                  })
                  .join(' ')}
              />
            )}
          </g>
        ))}
        <line
          className="now"
          x1={across(Math.max(0.5, index - round.first))}
          x2={across(Math.max(0.5, index - round.first))}
          y1={-HALF}
          y2={HALF}
        />
      </svg>
    </section>
  )
}

const longest = ({ thoughts }: Ledger, seat: Seat): number =>
  Math.max(0, ...thoughts[seat].map(({ ms }) => ms))
