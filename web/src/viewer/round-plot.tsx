import type { ReactNode } from 'react'
import { SEATS, type Seat } from '../../../src/game/game.ts'
import type { RoundStory, Story } from '../story/story.ts'
import { PLOT_HALF, PLOT_WIDTH, plotPointing, plyAcross } from './plot-scale.ts'

/** Props of a plot: the round, the position in view, and how to go to another. */
export interface PlotProps {
  readonly story: Story
  readonly round: number
  readonly index: number
  readonly go: (index: number) => void
}

interface RoundPlotProps extends Omit<PlotProps, 'round'> {
  readonly id: string
  readonly title: string
  readonly note?: string
  readonly round: RoundStory
  /** What the plot says of a player, after its name. */
  readonly wordsOf: (seat: Seat) => string
  /** Drawn from the axis half a height up and down. */
  readonly children: ReactNode
}

/** A plot of a round with its text and a mark at the position in view. A click or drag goes to the position there. */
export function RoundPlot({ id, title, note, story, round, index, go, wordsOf, children }: RoundPlotProps) {
  const now = plyAcross(index - round.first, round.count)
  return (
    <section className={`plot box ${id}`} aria-labelledby={id}>
      <div className="plot-head flow apart small">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className="muted">{note}</p>}
      </div>
      <ul className="plot-words flow muted small">
        {SEATS.map((seat) => (
          <li key={seat}>
            <span className="seat" data-seat={seat} aria-hidden="true" /> {story.names[round.seats[seat]]}{' '}
            {wordsOf(seat)}
          </li>
        ))}
      </ul>
      <svg
        viewBox={`0 ${-PLOT_HALF} ${PLOT_WIDTH} ${2 * PLOT_HALF}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        {...plotPointing(round, go)}
      >
        <line className="axis" x1="0" x2={PLOT_WIDTH} y1="0" y2="0" />
        {children}
        <line className="now" x1={now} x2={now} y1={-PLOT_HALF} y2={PLOT_HALF} />
      </svg>
    </section>
  )
}
