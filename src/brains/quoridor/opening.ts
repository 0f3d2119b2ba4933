import { placedWalls } from '../../games/quoridor/notation.ts'
import { FILES, wallName, type QuoridorMove } from '../../games/quoridor/names.ts'
import type { QuoridorState } from '../../games/quoridor/index.ts'
import { otherSeat } from '../../game/game.ts'
import { OPENING_BOOK } from './opening-book.ts'

/** The move of the opening book, which covers the 9×9 board. */
export function bookMove(state: QuoridorState): QuoridorMove | undefined {
  if (state.size !== SIZE) return undefined
  const { key, turn } = bookEntry(state)
  const move = OPENING_BOOK[key]
  return move === undefined ? undefined : turn(move)
}

export interface BookEntry {
  /** `e4e6 9 10 d3h`: the pawn to move and the other, their walls, the walls on the board. */
  readonly key: string
  /** Converts moves between board and book, in both directions. */
  readonly turn: (move: QuoridorMove) => QuoridorMove
}

/**
 * The key of a position in the book. Equivalent positions share a key: the board is rotated so that the side to move
 * starts from below, and of the two mirror images the alphabetically first is used.
 */
export function bookEntry(state: QuoridorState): BookEntry {
  const plain = entryOf(state, false)
  const mirrored = entryOf(state, true)
  return mirrored.key < plain.key ? mirrored : plain
}

const SIZE = 9

function entryOf(state: QuoridorState, isMirrored: boolean): BookEntry {
  const me = state.turn
  const other = otherSeat(me)
  const turn = (move: QuoridorMove): QuoridorMove => turned(move, me === 1, isMirrored)
  const walls = placedWalls(state).map((wall) => turn(wallName(wall)))
  const pawns = turn(state.pawns[me]) + turn(state.pawns[other])
  return { key: [pawns, state.wallsLeft[me], state.wallsLeft[other], ...walls.toSorted()].join(' '), turn }
}

function turned(move: QuoridorMove, isUpsideDown: boolean, isMirrored: boolean): QuoridorMove {
  const [file = '', rank = '', sign = ''] = move
  // There is one row of walls less than of cells.
  const last = sign === '' ? SIZE + 1 : SIZE
  const to = FILES.findIndex((name) => name === file) + 1
  return `${isMirrored ? FILES[last - to - 1] : file}${isUpsideDown ? last - Number(rank) : rank}${sign}` as QuoridorMove
}
