import type { Brain, BrainTurn } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import type { Remark } from '../../game/remark.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { chancesOf } from '../chances.ts'
import { forecast } from '../forecast.ts'
import { createMeter, limitsFor, type ClockMemory, type Meter } from '../thinking.ts'
import { createBoard, FREE, loadState, wordOf, type Board, type Code } from './board.ts'
import { createMeasure, type Measure, type Room } from './chambers.ts'
import { frontierMarks, roomOf } from './frontier-marks.ts'
import { PROVEN_WIN, VALUE_UNIT, WON } from './evaluate.ts'
import { createFill, type Fill, type Plan } from './fill.ts'
import { isRamming, livingMoves, MOST_MOVES, safeMoves } from './safe-moves.ts'
import { createSearch, type Search } from './search.ts'
import { createSpread, type Spread } from './territory.ts'
import { largestTerritory } from './voronoi.ts'

interface Mind {
  readonly board: Board
  readonly search: Search
  readonly fill: Fill
  readonly spread: Spread
  readonly measure: Measure
  readonly clock: ClockMemory
  /** Once the cycles are apart: the path through the own room, and the share of the time to spend on a better one. */
  plan: Plan | undefined
  effort: number
}

/** Alpha-beta while the cycles can meet, then the longest path through its own room. */
export const advanced: Brain<TronState, TronMove, Mind> = {
  name: 'advanced',
  plays: 'searches while the cycles can meet, then fills its own room with the longest path',
  game: 'tron',
  thinks: 'long',
  init({ view, seat }) {
    const mind = createMind(view, seat)
    mind.search.warmUp()
    return mind
  },
  move(turn) {
    const { memory: mind, seat, view } = turn
    const { cells } = mind.board
    const meter = createMeter(
      limitsFor(turn, mind.clock, SLOW_CELLS_PER_MS / cells),
      Math.max(1, Math.floor(CELLS_PER_LOOK / cells)),
    )
    const board = loadState(mind.board, view)
    const territory = mind.spread(seat, 0)
    const code = territory.contact
      ? fight(mind, turn, meter, {
          marks: frontierMarks(board, territory, seat),
          numbers: { room: roomOf(territory, seat) },
        })
      : driveAlone(mind, turn, meter)
    return wordOf(board, seat, code)
  },
}

/** The speed of a slow machine, assumed where there is no clock to read. */
const SLOW_CELLS_PER_MS = 4000
/** Reading the clock costs about as much as evaluating this many cells. */
const CELLS_PER_LOOK = 3000

type Turn = BrainTurn<TronState, TronMove, Mind>

function fight(mind: Mind, { seat, remark }: Turn, meter: Meter, drawn: Remark): Code {
  const { board, search } = mind
  const { move, value, depth, line } = search.find(meter)
  if (depth === 0) {
    // Either there is only one move, or no time for one complete iteration.
    if (meter.isSpent) return largestTerritory(mind, seat, false)[0] ?? move
    remark({ text: 'the only way', ...drawn })
    return move
  }
  const isCertain = Math.abs(value) > PROVEN_WIN
  const turns = WON - Math.abs(value) - board.ply
  remark({
    ...(isCertain && { text: forecast(value, board.simultaneous ? 2 * turns : turns) }),
    score: value === search.draw ? 0 : chancesOf(value, VALUE_UNIT * board.cells),
    depth,
    nodes: meter.nodes,
    line,
    ...drawn,
  })
  return move
}

function driveAlone(mind: Mind, { seat, remark }: Turn, meter: Meter): Code {
  const { board } = mind
  const theirs = steps(mind, otherSeat(seat))
  const known = mind.plan
  if (!known || (!known.isBest && !(known.isComplete && known.steps > theirs))) {
    mind.plan = mind.fill(seat, meter.share(mind.effort), known?.moves ?? [])
    mind.effort = known && mind.plan.steps <= known.steps ? Math.max(0.1, mind.effort / 2) : 1
  }
  const plan = mind.plan as Plan
  remark({
    text: `alone, with room for ${plan.steps} against ${theirs}`,
    score: chancesOf(plan.steps - theirs, STEPS_UNIT),
    numbers: { room: plan.steps },
  })
  const ram = ramming(board, seat)
  if (ram !== undefined && isBehind(plan, mind.fill(otherSeat(seat), meter.share(0.5), []))) return ram
  const [move = livingMoves(board, seat)[0] ?? (board.facing[seat] as Code), ...rest] = plan.moves
  mind.plan = { ...plan, moves: rest, steps: plan.steps - 1 }
  return move
}

/**
 * Whether the cycle to move is stuck first. The steps of a plan that does not go all the way are an upper bound: what
 * they seem to lack must be more than what such a bound may promise too much.
 */
const isBehind = (own: Plan, theirs: Plan): boolean =>
  theirs.steps >= own.steps && (theirs.isComplete || theirs.steps > UNSURE * own.steps)

const UNSURE = 1.1

/** The unit of `chancesOf` in steps, once the cycles are apart. */
const STEPS_UNIT = 3

/** An upper bound of the steps that a seat can still drive. */
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
    clock: {},
    plan: undefined,
    effort: 1,
  }
}
