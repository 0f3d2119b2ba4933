import { otherSeat, type Seat } from '../../game/game.ts'
import { BOOST, legalCodes, NO_MOVE, playTurn, takeBack, type Board, type Code } from './board.ts'
import type { TronMove } from '../../games/tron/index.ts'
import { CERTAIN, createEvaluate, WON } from './evaluate.ts'
import type { Meter } from '../thinking.ts'
import { expectedLine } from './line.ts'
import { isRamming, MOST_MOVES, safeMoves } from './safe-moves.ts'
import { AT_LEAST, AT_MOST, createTable, EXACT, keysOf, type Entry } from './table.ts'

export interface Found {
  readonly move: Code
  readonly value: number
  /** Half turns that were looked at completely; 0 if the move is hardly more than a guess. */
  readonly depth: number
  /** What is expected to be played, the move first. */
  readonly line: readonly TronMove[]
}

export interface Search {
  find(meter: Meter): Found
  /** What a draw is worth. */
  readonly draw: number
  /** Looks at the position some times, so that the first look that counts is as fast as all others. */
  warmUp(): void
}

const DEEPEST = 100
/** A forced move costs no depth, so lines can get longer than the depth asked for. */
const LONGEST_LINE = 120
/** So many moves into a line, boosts are thought of. */
const BOOST_PLIES = 4
/**
 * What a draw costs, at least and for each cell of the board: who is a little behind early on should fight, not ram. Where it
 * costs much more, the brain gives way to everybody who drives at it.
 */
const DRAW_PRICE = { least: 100, eachCell: 0.2 }
const WARM_UP_LOOKS = 20

/**
 * Makes a search of the board for one seat: alpha-beta, deeper and deeper until the meter is spent. Where both move at
 * once it takes the dark view of the move to be played now: the rival answers having seen it. From then on the two take
 * turns at committing first, because always being seen through makes every fight look lost.
 */
export function createSearch(board: Board, me: Seat): Search {
  const draw = -Math.max(DRAW_PRICE.least, DRAW_PRICE.eachCell * board.cells)
  const drawn = (seat: Seat): number => (seat === me ? draw : -draw)
  const evaluate = createEvaluate(board, me, drawn)
  const table = createTable()
  const moves = new Int32Array(MOST_MOVES * (LONGEST_LINE + 2))
  const ranks = new Int32Array(MOST_MOVES)
  const history = new Int32Array(2 * 8 * (board.cells + 1))
  const entry: Entry = { depth: 0, value: 0, bound: 0, move: 0 }
  const keys = new Int32Array(2)
  let meter: Meter

  function ended(seat: Seat): number {
    if (board.dead[0] === 1 && board.dead[1] === 1) return drawn(seat)
    return board.dead[seat] === 1 ? board.ply - WON : WON - board.ply
  }

  /** Writes the seat's moves for this ply, those first that were good before. */
  function list(seat: Seat, ply: number, best: Code): number {
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

  /** The value for `seat` once it has played `move`, which waits for an answer where both move at once. */
  function follow(
    seat: Seat,
    move: Code,
    pending: Code,
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
  ): number {
    if (board.simultaneous && pending === NO_MOVE)
      return -visit(otherSeat(seat), move, depth, -beta, -alpha, ply + 1)
    if (seat === 0) playTurn(board, move, pending)
    else playTurn(board, pending, move)
    // Together, who answered this time commits first the next time.
    const value = board.simultaneous
      ? visit(seat, NO_MOVE, depth, alpha, beta, ply + 1)
      : -visit(otherSeat(seat), NO_MOVE, depth, -beta, -alpha, ply + 1)
    takeBack(board)
    return value
  }

  function visit(seat: Seat, pending: Code, depth: number, alpha: number, beta: number, ply: number): number {
    if (board.dead[0] === 1 || board.dead[1] === 1) return ended(seat)
    if (!meter.spend()) return 0
    if (pending === NO_MOVE && (depth <= 0 || ply >= LONGEST_LINE)) return evaluate(seat)

    keysOf(board, seat, pending, keys)
    const hash = keys[0] as number
    const check = keys[1] as number
    let best = NO_MOVE
    if (table.find(hash, check, entry)) {
      best = entry.move
      if (entry.depth >= depth) {
        const { value, bound } = entry
        if (bound === EXACT || (bound === AT_LEAST && value >= beta) || (bound === AT_MOST && value <= alpha))
          return value
      }
    }

    const count = list(seat, ply, best)
    const deeper = count === 1 && ply < LONGEST_LINE - 2 ? depth : depth - 1
    let value = -Infinity
    let floor = alpha
    for (let at = ply * MOST_MOVES, end = at + count; at < end; at++) {
      const move = moves[at] as Code
      const worth = follow(seat, move, pending, deeper, floor, beta, ply)
      if (meter.isSpent) return 0
      if (worth <= value) continue
      value = worth
      best = move
      if (worth > floor) floor = worth
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
      value >= beta ? AT_LEAST : value <= alpha ? AT_MOST : EXACT,
      best,
    )
    return value
  }

  function find(given: Meter): Found {
    meter = given
    history.fill(0)
    const count = list(me, 0, NO_MOVE)
    const root = Array.from(moves.subarray(0, count)).sort(
      (a, b) => Number(isRamming(board, me, a)) - Number(isRamming(board, me, b)),
    )
    let found: Found = { move: root[0] as Code, value: 0, depth: 0, line: [] }
    for (let depth = 1; depth < DEEPEST && count > 1; depth++) {
      let value = -Infinity
      let move = NO_MOVE
      for (const each of root) {
        const worth = follow(me, each, NO_MOVE, depth - 1, value, Infinity, 0)
        if (meter.isSpent) break
        if (worth <= value) continue
        value = worth
        move = each
      }
      // All is lost if the rival sees it: the move of the last look, which did not, is the best hope.
      if (move === NO_MOVE || (value < -CERTAIN && found.depth > 0)) break
      root.splice(root.indexOf(move), 1)
      root.unshift(move)
      const line = expectedLine(board, me, move, table)
      found = { move, value, depth: meter.isSpent ? depth - 1 : depth, line }
      if (meter.isSpent || value > CERTAIN) break
    }
    return found
  }

  return {
    find,
    draw,
    warmUp() {
      for (let looks = 0; looks < WARM_UP_LOOKS; looks++) evaluate(me)
    },
  }
}
