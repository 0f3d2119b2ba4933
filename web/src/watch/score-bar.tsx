import type { CSSProperties } from 'react'
import type { Seat } from '../../../src/game/game.ts'
import { chancesText, scoreText } from './remark-words.ts'

interface ScoreBarProps {
  readonly seat: Seat
  /** The player's own score; without one the space stays. */
  readonly score: number | undefined
}

/** A player's own score as a number and a small bar; to the right is good for the player. */
export function ScoreBar({ seat, score }: ScoreBarProps) {
  const style: CSSProperties & Record<'--score', number> = { '--score': score ?? 0 }
  return (
    <span className="score-bar digits" data-seat={seat} data-empty={score === undefined ? true : undefined}>
      <span className="score-track" style={style} aria-hidden="true" />
      {score !== undefined && (
        <>
          <span className="hidden-words">{chancesText(score)}, </span>
          <b>{scoreText(score)}</b>
        </>
      )}
    </span>
  )
}
