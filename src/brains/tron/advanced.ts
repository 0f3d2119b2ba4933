import type { Brain, BrainTurn } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { createBoard, FREE, loadState, wordOf, type Board, type Code } from './board.ts'
import { createMeasure, type Measure, type Room } from './chambers.ts'
import { createFill, type Fill, type Plan } from './fill.ts'
import { createMeter } from './meter.ts'
import { isRamming, livingMoves, MOST_MOVES, safeMoves } from './safe-moves.ts'
import { createSearch, type Search } from './search.ts'
import { createSpread, type Spread } from './territory.ts'

interface Mind {
  readonly board: Board
  readonly search: Search
  readonly fill: Fill
  readonly spread: Spread
  readonly measure: Measure
  /** Once apart: the way through the own room, and how much of the time is worth spending on a better one. */
  plan: Plan | undefined
  effort: number
}

/** Searches while the cycles can meet, then fills its own room. */
export const advanced: Brain<TronState, TronMove, Mind> = {
  name: 'advanced',
  game: 'tron',
  init: ({ view, seat }) => createMind(view, seat),
  move(turn) {
    const { memory: mind, seat, view } = turn
    const board = loadState(mind.board, view)
    const code = mind.spread(seat, 0).contact ? fight(mind, turn) : driveAlone(mind, turn)
    return wordOf(board, seat, code)
  },
}

type Turn = BrainTurn<TronState, TronMove, Mind>

function fight(mind: Mind, turn: Turn): Code {
  return mind.search(createMeter(turn, mind.board.cells)).move
}

function driveAlone(mind: Mind, turn: Turn): Code {
  const { board } = mind
  const { seat } = turn
  const meter = createMeter(turn, board.cells)
  const known = mind.plan
  if (!known || (!known.isBest && !(known.isComplete && known.steps > steps(mind, otherSeat(seat))))) {
    mind.plan = mind.fill(seat, meter.share(mind.effort), known?.moves ?? [])
    mind.effort = known && mind.plan.steps <= known.steps ? Math.max(0.1, mind.effort / 2) : 1
  }
  const plan = mind.plan as Plan
  const ram = ramming(board, seat)
  if (ram !== undefined && mind.fill(otherSeat(seat), meter.share(0.5), []).steps >= plan.steps) return ram
  const [move = livingMoves(board, seat)[0] ?? (board.facing[seat] as Code), ...rest] = plan.moves
  mind.plan = { ...plan, moves: rest, steps: plan.steps - 1 }
  return move
}

/** What the seat can drive at best. */
function steps({ board, measure }: Mind, seat: Seat): number {
  const room: Room = { steps: 0, openness: 0, isFront: false }
  measure(board.tiles, FREE, -1, board.heads[seat] as number, room)
  return room.steps
}

/** A move into the other cycle, which draws. */
function ramming(board: Board, seat: Seat): Code | undefined {
  const codes = new Int32Array(MOST_MOVES)
  const count = safeMoves(board, seat, false, codes)
  return Array.from(codes.subarray(0, count)).find((code) => isRamming(board, seat, code))
}

function createMind(state: TronState, seat: Seat): Mind {
  const board = loadState(createBoard(state.rules), state)
  return {
    board,
    search: createSearch(board, seat),
    fill: createFill(board),
    spread: createSpread(board),
    measure: createMeasure(board, new Int32Array(board.cells + 1)),
    plan: undefined,
    effort: 1,
  }
}
