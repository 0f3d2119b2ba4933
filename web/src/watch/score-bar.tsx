import type { CSSProperties } from 'react'
import type { Seat } from '../../../src/game/game.ts'
import { chancesText, scoreText } from './remark-words.ts'

interface ScoreBarProps {
  readonly seat: Seat
  /** As the player in that seat sees itself; without one the room is kept. */
  readonly score: number | undefined
}

/** What a player thinks of its chances, as a small bar and a number: to the right is good for it. */
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
