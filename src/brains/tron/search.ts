import { otherSeat, type Seat } from '../../game/game.ts'
import { BOOST, legalCodes, NO_MOVE, playTurn, takeBack, type Board, type Code } from './board.ts'
import type { TronMove } from '../../games/tron/index.ts'
import { createEvaluate, PROVEN_WIN, styleOf, WON } from './evaluate.ts'
import type { Meter } from '../thinking.ts'
import { principalVariation } from './principal-variation.ts'
import { isRamming, MOST_MOVES, safeMoves } from './safe-moves.ts'
import {
  LOWER_BOUND,
  UPPER_BOUND,
  createTable,
  EXACT,
  hashPosition,
  isCutoff,
  type TableEntry,
} from './transposition-table.ts'

export interface SearchResult {
  readonly move: Code
  readonly value: number
  /** Plies that were searched completely; 0 if not even the first iteration was. */
  readonly depth: number
  /** The principal variation, the move first. */
  readonly line: readonly TronMove[]
}

export interface Search {
  find(meter: Meter): SearchResult
  /** What a draw is worth. */
  readonly draw: number
  /** Evaluates the position a few times, so that the code is compiled before the first move is timed. */
  warmUp(): void
}

const MAX_DEPTH = 100
/** The size of the move lists. Lines can be longer than the depth: a forced move extends the search. */
const MAX_PLY = 120
/** Boosts are searched in the first plies only. */
const BOOST_PLIES = 4
const WARM_UP_EVALUATIONS = 20

/**
 * Alpha-beta with iterative deepening, a transposition table and the history heuristic, for one seat. A simultaneous turn
 * is searched as two plies. At the root the rival answers after it has seen the own move (the pessimistic view). From then
 * on the two seats commit first by turns: if one seat always committed first, every fight would look lost.
 */
export function createSearch(board: Board, me: Seat): Search {
  // Contempt: a brain that is a little behind early on should fight, not ram. With a much higher price it would give
  // way to every opponent that drives at it.
  const price = styleOf(board).draw
  const draw = -Math.max(price.least, price.eachCell * board.cells)
  const drawn = (seat: Seat): number => (seat === me ? draw : -draw)
  const evaluate = createEvaluate(board, me, drawn)
  const table = createTable()
  const moves = new Int32Array(MOST_MOVES * (MAX_PLY + 2))
  const ranks = new Int32Array(MOST_MOVES)
  const history = new Int32Array(2 * 8 * (board.cells + 1))
  const entry: TableEntry = { depth: 0, value: 0, bound: 0, move: 0 }
  const keys = new Int32Array(2)
  let meter: Meter

  function terminalValue(seat: Seat): number {
    if (board.dead[0] === 1 && board.dead[1] === 1) return drawn(seat)
    return board.dead[seat] === 1 ? board.ply - WON : WON - board.ply
  }

  /** Generates the seat's moves for this ply, ordered: the move from the table first, then by history. */
  function orderMoves(seat: Seat, ply: number, best: Code): number {
    const from = ply * MOST_MOVES
    const count = safeMoves(board, seat, ply < BOOST_PLIES, moves, from)
    if (count === 0) moves[from] = legalCodes(board, seat)[0] as Code
    if (count < 2) return 1
    const base = (seat * (board.cells + 1) + (board.heads[seat] as number)) * 8
    for (let at = 0; at < count; at++) {
      const move = moves[from + at] as Code
      const rank = move === best ? 1 << 30 : (history[base + move] as number) - (move >= BOOST ? 1 : 0)
      let to = at
      for (; to > 0 && (ranks[to - 1] as number) < rank; to--) {
        ranks[to] = ranks[to - 1] as number
        moves[from + to] = moves[from + to - 1] as Code
      }
      ranks[to] = rank
      moves[from + to] = move
    }
    return count
  }

  /** The value for `seat` after `move`. In a simultaneous turn the move stays pending until the rival has chosen, too. */
  function searchMove(
    seat: Seat,
    move: Code,
    pending: Code,
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
  ): number {
    if (board.simultaneous && pending === NO_MOVE)
      return -alphaBeta(otherSeat(seat), move, depth, -beta, -alpha, ply + 1)
    if (seat === 0) playTurn(board, move, pending)
    else playTurn(board, pending, move)
    // In simultaneous games the seat that answered this time commits first the next time.
    const value = board.simultaneous
      ? alphaBeta(seat, NO_MOVE, depth, alpha, beta, ply + 1)
      : -alphaBeta(otherSeat(seat), NO_MOVE, depth, -beta, -alpha, ply + 1)
    takeBack(board)
    return value
  }

  function alphaBeta(
    seat: Seat,
    pending: Code,
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
  ): number {
    if (board.dead[0] === 1 || board.dead[1] === 1) return terminalValue(seat)
    if (!meter.spend()) return 0
    if (pending === NO_MOVE && (depth <= 0 || ply >= MAX_PLY)) return evaluate(seat)

    hashPosition(board, seat, pending, keys)
    const hash = keys[0] as number
    const check = keys[1] as number
    let best = NO_MOVE
    if (table.find(hash, check, entry)) {
      best = entry.move
      if (isCutoff(entry, depth, alpha, beta)) return entry.value
    }

    const count = orderMoves(seat, ply, best)
    const nextDepth = count === 1 && ply < MAX_PLY - 2 ? depth : depth - 1
    let value = -Infinity
    let raisedAlpha = alpha
    for (let at = ply * MOST_MOVES, end = at + count; at < end; at++) {
      const move = moves[at] as Code
      const worth = searchMove(seat, move, pending, nextDepth, raisedAlpha, beta, ply)
      if (meter.isSpent) return 0
      if (worth <= value) continue
      value = worth
      best = move
      if (worth > raisedAlpha) raisedAlpha = worth
      if (worth < beta) continue
      const mark = (seat * (board.cells + 1) + (board.heads[seat] as number)) * 8 + move
      history[mark] = (history[mark] as number) + depth * depth + 1
      break
    }
    table.store(
      hash,
      check,
      Math.max(0, depth),
      value,
      value >= beta ? LOWER_BOUND : value <= alpha ? UPPER_BOUND : EXACT,
      best,
    )
    return value
  }

  function find(given: Meter): SearchResult {
    meter = given
    history.fill(0)
    const count = orderMoves(me, 0, NO_MOVE)
    const root = Array.from(moves.subarray(0, count)).sort(
      (a, b) => Number(isRamming(board, me, a)) - Number(isRamming(board, me, b)),
    )
    let found: SearchResult = { move: root[0] as Code, value: 0, depth: 0, line: [] }
    for (let depth = 1; depth < MAX_DEPTH && count > 1; depth++) {
      let value = -Infinity
      let move = NO_MOVE
      for (const each of root) {
        const worth = searchMove(me, each, NO_MOVE, depth - 1, value, Infinity, 0)
        if (meter.isSpent) break
        if (worth <= value) continue
        value = worth
        move = each
      }
      // A loss in the pessimistic view is no proof. The move of the last iteration without it is the best chance.
      if (move === NO_MOVE || (value < -PROVEN_WIN && found.depth > 0)) break
      root.splice(root.indexOf(move), 1)
      root.unshift(move)
      const line = principalVariation(board, me, move, table)
      found = { move, value, depth: meter.isSpent ? depth - 1 : depth, line }
      if (meter.isSpent || value > PROVEN_WIN) break
    }
    return found
  }

  return {
    find,
    draw,
    warmUp() {
      for (let looks = 0; looks < WARM_UP_EVALUATIONS; looks++) evaluate(me)
    },
  }
}
