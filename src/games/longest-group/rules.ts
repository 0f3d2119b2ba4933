import type { Size } from '../../base/grid.ts'
import { codesOf, withChar } from '../../base/grid.ts'
import { draw, winFor, type Outcome, type Pair, type Seat, type SeatMove } from '../../game/game.ts'
import { formatScore, readScore, scoreOf, type Score } from './groups.ts'
import type { LongestGroupMove } from './notation.ts'
import { tableOf } from './table.ts'

export interface LongestGroupConfig extends Size {
  /** Moves that are played before the first turn; left out if there are none. */
  readonly opening?: readonly LongestGroupMove[]
}

export interface LongestGroupState {
  readonly config: Size
  /** One character a cell in reading order: `X` for seat 0, `O` for seat 1, `.` for empty. */
  readonly board: string
  /** Stones on the board. */
  readonly ply: number
}

export const MARKS = ['X', 'O'] as const

export const REASONS = {
  longest: 'the longest group',
  'more-longest': 'more groups of the longest length',
  'more-shorter': 'more groups of a shorter length',
  equal: 'equal groups of every length',
} as const
type Reason = keyof typeof REASONS

export const emptyBoard = ({ width, height }: Size): LongestGroupState => ({
  config: { width, height },
  board: '.'.repeat(width * height),
  ply: 0,
})

/** The character code of `.`. */
const EMPTY = 46

const NO_SEATS: readonly Seat[] = []
const FIRST: readonly Seat[] = [0]
const SECOND: readonly Seat[] = [1]

export function toMove({ board, ply }: LongestGroupState): readonly Seat[] {
  if (ply === board.length) return NO_SEATS
  return ply % 2 === 0 ? FIRST : SECOND
}

export function legalMoves(state: LongestGroupState, seat: Seat): readonly LongestGroupMove[] {
  if (toMove(state)[0] !== seat) return []
  const { names } = tableOf(state.config)
  const codes = codesOf(state.board)
  const legal: LongestGroupMove[] = []
  for (let index = 0; index < names.length; index++)
    if (codes[index] === EMPTY) legal.push(names[index] as LongestGroupMove)
  return legal
}

export function isLegal(state: LongestGroupState, seat: Seat, move: string): boolean {
  const index = tableOf(state.config).indexOf.get(move)
  return index !== undefined && state.board[index] === '.' && toMove(state)[0] === seat
}

export function play(
  state: LongestGroupState,
  turn: readonly SeatMove<LongestGroupMove>[],
): LongestGroupState {
  const { indexOf } = tableOf(state.config)
  let { board } = state
  for (const { seat, move } of turn) board = withChar(board, indexOf.get(move) as number, MARKS[seat])
  return { config: state.config, board, ply: state.ply + turn.length }
}

export function outcome(state: LongestGroupState): Outcome | undefined {
  if (state.ply < state.board.length) return undefined
  const [first, second] = [scoreOf(state, 0), scoreOf(state, 1)]
  const scores = [formatScore(first), formatScore(second)] as const
  const { lead, reason } = compareScores(first, second)
  return lead === 0 ? draw(reason, scores) : winFor(lead > 0 ? 0 : 1, reason, scores)
}

/** The lengths of the longest groups; if they are equal, how many groups there are of the length that decided. */
export function tellScores({ reason, scores = ['0', '0'] }: Outcome): Pair<string> {
  const [first, second] = [readScore(scores[0]), readScore(scores[1])]
  if (reason === 'longest' || reason === 'equal') return [`${first.length}`, `${second.length}`]
  const decisive = first.findLastIndex((count, index) => count !== second[index])
  const tell = (score: Score): string => `${score[decisive]} of length ${decisive + 1}`
  return [tell(first), tell(second)]
}

/** The lead of the first score, above zero if it is better, and the reason. */
export function compareScores(
  first: Score,
  second: Score,
): { readonly lead: number; readonly reason: Reason } {
  if (first.length !== second.length) return { lead: first.length - second.length, reason: 'longest' }
  for (let index = first.length - 1; index >= 0; index--) {
    const lead = (first[index] as number) - (second[index] as number)
    if (lead !== 0) return { lead, reason: index === first.length - 1 ? 'more-longest' : 'more-shorter' }
  }
  return { lead: 0, reason: 'equal' }
}
