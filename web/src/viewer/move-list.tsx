import { memo, useEffect, useRef, useState, type CSSProperties } from 'react'
import { describeEnd } from '../../../src/match/describe.ts'
import type { RoundResult } from '../../../src/match/match.ts'
import { moveRows, rowCount, type MoveCell } from '../story/move-rows.ts'
import { sentence, thoughtText } from '../parts/words.ts'
import type { RoundStory, Story } from '../story/story.ts'
import { remarkSign, remarkText } from '../watch/remark-words.ts'

interface MoveListProps {
  readonly story: Story
  readonly round: number
  readonly index: number
  readonly go: (index: number) => void
}

/** Rows are rendered in memoised pieces of this size, because a round may have thousands. */
const PIECE = 50

export function MoveList({ story, round: number, index, go }: MoveListProps) {
  const list = useRef<HTMLDivElement>(null)
  const latestGo = useRef(go)
  latestGo.current = go
  const round = story.rounds[number]
  useEffect(() => scrollToCurrent(list.current), [index])
  if (round === undefined) return null
  const count = rowCount(story, round)
  const pieces = Array.from({ length: Math.ceil(count / PIECE) }, (_, piece) => piece * PIECE)
  return (
    <section
      className="moves box"
      aria-label={`Moves of round ${number + 1}`}
      ref={list}
      tabIndex={0}
      onClick={({ target }) => {
        const place =
          target instanceof Element ? target.closest('[data-index]')?.getAttribute('data-index') : null
        if (place) latestGo.current(Number(place))
      }}
    >
      {count === 0 && <p className="nothing-yet muted">No moves yet</p>}
      <ol className="pieces">
        {pieces.map((from) => (
          <Piece
            key={`${number}.${from}`}
            story={story}
            round={round}
            from={from}
            size={Math.min(PIECE, count - from)}
            current={index}
            list={count > 4 * PIECE ? list : undefined}
          />
        ))}
        {round.result && <End story={story} round={round} result={round.result} current={index} />}
      </ol>
    </section>
  )
}

interface EndProps {
  readonly story: Story
  readonly round: RoundStory
  readonly result: RoundResult
  readonly current: number
}

/** The last line of a round: how it ended. */
function End({ story: { frames, names, match }, round, result, current }: EndProps) {
  const index = round.first + round.count - 1
  const isCurrent = index === current && frames[index]?.turn === undefined
  return (
    <li>
      <button
        type="button"
        className="move end apart"
        data-index={index}
        aria-current={isCurrent ? 'true' : undefined}
      >
        {sentence(describeEnd(result, match.spec, names), names)}
      </button>
    </li>
  )
}

interface PieceProps {
  readonly story: Story
  readonly round: RoundStory
  readonly from: number
  readonly size: number
  readonly current: number
  /** Only pieces in or near the viewport are rendered. */
  readonly list: React.RefObject<HTMLElement | null> | undefined
}

const Piece = memo(
  function Piece(piece: PieceProps) {
    const { story, round, from, size, current, list } = piece
    const [element, isNear] = useNear(list)
    const style: CSSProperties & Record<'--rows', number> = { '--rows': size }
    return (
      <li className="piece" ref={element} style={style}>
        {(isNear || holds(piece, current)) && (
          <ol>
            {moveRows(story, round, from, size).map(({ cells }) => (
              <li key={cells[0]?.turn}>
                {cells.map((cell, place) => (
                  <Move
                    key={cell.seat}
                    {...cell}
                    isNumbered={place === 0 || cell.turn !== cells[0]?.turn}
                    isCurrent={cell.index === current}
                  />
                ))}
              </li>
            ))}
          </ol>
        )}
      </li>
    )
  },
  (before, after) =>
    before.size === after.size &&
    before.list === after.list &&
    before.round.first === after.round.first &&
    cellsIn(before) === cellsIn(after) &&
    (before.current === after.current || (!holds(before, before.current) && !holds(after, after.current))),
)

function useNear(list: React.RefObject<HTMLElement | null> | undefined) {
  const element = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(list === undefined)
  useEffect(() => {
    if (list === undefined || element.current === null) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root: list.current,
      rootMargin: '600px 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [list])
  return [element, isNear || list === undefined] as const
}

/** The last row of a piece may have one move only. */
const cellsIn = ({ round, from, size }: PieceProps): number => Math.min(round.count, 1 + 2 * (from + size))

const holds = ({ round, from, size }: PieceProps, index: number): boolean =>
  index - round.first > from && index - round.first <= 2 * (from + size)

interface MoveProps extends MoveCell {
  /** Two moves of one turn have one number. */
  readonly isNumbered: boolean
  readonly isCurrent: boolean
}

/** Only the pieces with the previous and the current position render again. */
const Move = memo(function Move({
  index,
  turn,
  seat,
  move,
  thought,
  remark,
  isNumbered,
  isCurrent,
}: MoveProps) {
  return (
    <button
      type="button"
      className="move"
      data-index={index}
      data-seat={seat}
      aria-current={isCurrent ? 'true' : undefined}
      title={remark && remarkText(remark)}
    >
      {isNumbered && (
        <span className="move-number digits muted fine">
          <span className="hidden-words">turn </span>
          {turn}
        </span>
      )}{' '}
      <span className="cut">{move}</span>{' '}
      {remark && <small className="move-remark cut">{remarkSign(remark)}</small>}{' '}
      {thought !== undefined && <small className="move-time">{thoughtText(thought)}</small>}
    </button>
  )
})

/** Scrolls only the list: `scrollIntoView` would scroll the page as well. */
function scrollToCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector('[aria-current]') ?? list?.querySelector('li')
  if (!list || !current) return
  const { top, bottom } = current.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (top < frame.top) list.scrollTop -= frame.top - top + 8
  else if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom + 8
}
