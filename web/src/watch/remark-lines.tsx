import type { Seat } from '../../../src/game/game.ts'
import type { Remark } from '../../../src/game/remark.ts'
import { chancesText, effortTexts } from './remark-words.ts'
import { ScoreBar } from './score-bar.tsx'

interface RemarkLinesProps {
  readonly seat: Seat
  /** Without a remark the space stays, so that the layout does not change when one comes. */
  readonly remark: Remark | undefined
}

/** What a player said to the spectators. */
export function RemarkLines({ seat, remark = {} }: RemarkLinesProps) {
  const { score, line, text } = remark
  const effort = [...effortTexts(remark), ...(line ? [`expects ${line.join(' ')}`] : [])].join(' · ')
  return (
    <div className="remark">
      <p>
        <ScoreBar seat={seat} score={score} />{' '}
        {score !== undefined && <span aria-hidden="true">{chancesText(score)}</span>}
      </p>
      {effort !== '' && (
        <p className="remark-effort muted" title={effort}>
          {effort}
        </p>
      )}
      {text !== undefined && (
        <p className="remark-text" title={text} tabIndex={text.length > SHORT ? 0 : undefined}>
          “{text}”
        </p>
      )}
    </div>
  )
}

/** Longer texts may be cut off; they can get the focus, which shows all of them. */
const SHORT = 30
