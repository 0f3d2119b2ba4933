import { placedWalls } from '../../games/quoridor/notation.ts'
import { FILES, wallName, type QuoridorMove } from '../../games/quoridor/names.ts'
import type { QuoridorState } from '../../games/quoridor/index.ts'
import { otherSeat } from '../../game/game.ts'
import { OPENING_BOOK } from './opening-book.ts'

/** What the opening book plays here, if it knows the position: on the board of nine with ten walls each. */
export function bookMove(state: QuoridorState): QuoridorMove | undefined {
  if (state.size !== SIZE) return undefined
  const { key, turn } = bookEntry(state)
  const move = OPENING_BOOK[key]
  return move === undefined ? undefined : turn(move)
}

export interface BookEntry {
  /** `e4e6 9 10 d3h`: the pawn to move and the other, their walls, the walls on the board. */
  readonly key: string
  /** Between moves on the board and moves in the book: it goes both ways. */
  readonly turn: (move: QuoridorMove) => QuoridorMove
}

/**
 * Under which key the book has a position. It makes no difference who is to move or which side is left: the board is
 * turned so that the side to move comes from below, and of the two mirror images the first in the alphabet is taken.
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
