import { otherSeat, type Seat } from '../../game/game.ts'
import type { TronMove } from '../../games/tron/index.ts'
import { legalCodes, NO_MOVE, playTurn, takeBack, wordOf, type Board, type Code } from './board.ts'
import { EXACT, hashPosition, type TableEntry, type TranspositionTable } from './transposition-table.ts'

const LONGEST = 12

/**
 * The principal variation after `first`, from the exact entries of the table. In simultaneous games the own move of each
 * turn stands before the rival's.
 */
export function principalVariation(
  board: Board,
  me: Seat,
  first: Code,
  table: TranspositionTable,
): readonly TronMove[] {
  const line: TronMove[] = []
  const entry: TableEntry = { depth: 0, value: 0, bound: 0, move: 0 }
  const keys = new Int32Array(2)

  function expected(seat: Seat, pending: Code): Code {
    hashPosition(board, seat, pending, keys)
    const isKnown = table.find(keys[0] as number, keys[1] as number, entry) && entry.bound === EXACT
    return isKnown && legalCodes(board, seat).includes(entry.move) ? entry.move : NO_MOVE
  }

  let turns = 0
  let mover = me
  let move = first
  while (move !== NO_MOVE && line.length < LONGEST && board.dead[0] === 0 && board.dead[1] === 0) {
    const answer = board.simultaneous ? expected(otherSeat(mover), move) : NO_MOVE
    const [mine, theirs] = mover === me ? [move, answer] : [answer, move]
    if (board.simultaneous && (mine === NO_MOVE || theirs === NO_MOVE)) {
      if (turns === 0) line.push(wordOf(board, me, first))
      break
    }
    if (mine !== NO_MOVE) line.push(wordOf(board, me, mine))
    if (theirs !== NO_MOVE) line.push(wordOf(board, otherSeat(me), theirs))
    if (me === 0) playTurn(board, mine, theirs)
    else playTurn(board, theirs, mine)
    turns++
    mover = otherSeat(mover)
    move = expected(mover, NO_MOVE)
  }
  for (; turns > 0; turns--) takeBack(board)
  return line
}
