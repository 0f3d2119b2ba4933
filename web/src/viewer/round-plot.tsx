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
  /** More classes for its style. */
  readonly className?: string
  /** Where the axis lies, from -1 at the top to 1 at the bottom; undefined for none. */
  readonly axis?: number | undefined
  /** What the plot says of a player, after its name; undefined for nothing. */
  readonly wordsOf: (seat: Seat) => string | undefined
  /** Drawn from the axis half a height up and down. */
  readonly children: ReactNode
  /** Below the plot. */
  readonly foot?: ReactNode
}

/** A plot of a round with its text and a mark at the position in view. A click or drag goes to the position there. */
export function RoundPlot(props: RoundPlotProps) {
  const { id, className = id, title, note, story, round, index, go, wordsOf, children, foot } = props
  const axis = 'axis' in props ? props.axis : 0
  const words = SEATS.flatMap((seat) => {
    const text = wordsOf(seat)
    return text === undefined ? [] : [{ seat, text }]
  })
  const now = plyAcross(index - round.first, round.count)
  return (
    <section className={`plot box ${className}`} aria-labelledby={id}>
      <div className="plot-head flow apart small">
        <h2 id={id}>{title}</h2>
        <p className="muted">
          {note !== undefined && `${note} · `}
          <span className="digits">turn {index - round.first}</span>
        </p>
      </div>
      <ul className="plot-words flow muted small">
        {words.map(({ seat, text }) => (
          <li key={seat}>
            <span className="seat" data-seat={seat} aria-hidden="true" /> {story.names[round.seats[seat]]}{' '}
            {text}
          </li>
        ))}
      </ul>
      <svg
        viewBox={`0 ${-PLOT_HALF} ${PLOT_WIDTH} ${2 * PLOT_HALF}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        {...plotPointing(round, go)}
      >
        {axis !== undefined && (
          <line className="axis" x1="0" x2={PLOT_WIDTH} y1={axis * PLOT_HALF} y2={axis * PLOT_HALF} />
        )}
        {children}
        <line className="now" x1={now} x2={now} y1={-PLOT_HALF} y2={PLOT_HALF} />
      </svg>
      {foot}
    </section>
  )
}
