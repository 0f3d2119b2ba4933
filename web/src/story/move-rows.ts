import type { Remark } from '../../../src/game/remark.ts'
import type { Frame, RoundStory, Story } from './story.ts'

/** A line of the move list: one turn where both move at once, two turns where they take turns. */
export interface MoveRow {
  readonly cells: readonly MoveCell[]
}

export interface MoveCell {
  /** Index of the frame it leads to. */
  readonly index: number
  /** The number of its turn, as in the address and in the words below the board. */
  readonly turn: number
  readonly seat: 0 | 1
  readonly move: string
  readonly thought: number | undefined
  readonly remark: Remark | undefined
}

/** The moves of a round from the `from`th row on, at most `count` rows. */
export function moveRows(story: Story, round: RoundStory, from = 0, count = Infinity): readonly MoveRow[] {
  const turns = hasBoth(story, round) ? 1 : 2
  const start = round.first + 1 + from * turns
  const end = Math.min(round.first + round.count, start + count * turns)
  const rows: MoveRow[] = []
  for (let index = start; index < end; index += turns) {
    const frames = story.frames.slice(index, Math.min(index + turns, end))
    const cells = frames.flatMap((frame, offset) => cellsOf(frame, index + offset))
    if (cells.length > 0) rows.push({ cells })
  }
  return rows
}

export const rowCount = (story: Story, round: RoundStory): number =>
  Math.ceil((round.count - 1) / (hasBoth(story, round) ? 1 : 2))

const hasBoth = ({ frames }: Story, { first }: RoundStory): boolean => {
  const turn = frames[first + 1]?.turn
  return turn !== undefined && turn[0] !== undefined && turn[1] !== undefined
}

function cellsOf({ turn, thought, said, ply }: Frame, index: number): readonly MoveCell[] {
  return ([0, 1] as const).flatMap((seat) => {
    const move = turn?.[seat]
    const last = said[seat]
    const remark = last?.ply === ply ? last.remark : undefined
    return move === undefined ? [] : [{ index, turn: ply, seat, move, thought: thought?.[seat], remark }]
  })
}
