import type { LadderRowBody } from '../../../src/api/ladder.ts'
import { placeOn, type LadderScale } from './ladder-scale.ts'
import './interval-bar.css'

interface IntervalBarProps {
  readonly row: Pick<LadderRowBody, 'rating' | 'plusMinus'>
  /** The same for all bars that are compared. */
  readonly scale: LadderScale
}

/** A dot at the rating, and a line over its interval. */
export function IntervalBar({ row: { rating, plusMinus }, scale }: IntervalBarProps) {
  const at = (value: number): string => `${placeOn(scale, value)}%`
  const [from, to] = [at(rating - (plusMinus ?? 0)), at(rating + (plusMinus ?? 0))]
  return (
    <svg aria-hidden="true" className="interval">
      <line className="interval-axis" x1="0%" x2="100%" y1="50%" y2="50%" />
      {plusMinus !== null && (
        <g className="interval-whisker">
          <line x1={from} x2={to} y1="50%" y2="50%" />
          <line x1={from} x2={from} y1="28%" y2="72%" />
          <line x1={to} x2={to} y1="28%" y2="72%" />
        </g>
      )}
      <circle className="interval-dot" cx={at(rating)} cy="50%" r="4.5" />
    </svg>
  )
}
