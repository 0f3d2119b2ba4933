import type { Brain, BrainTurn } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import type { Remark } from '../../game/remark.ts'
import type { TronMove, TronState } from '../../games/tron/index.ts'
import { chancesOf } from '../chances.ts'
import { forecast } from '../forecast.ts'
import { createMeter, limitsFor, type ClockMemory, type Meter } from '../thinking.ts'
import { createBoard, loadState, wordOf, type Board, type Code } from './board.ts'
import { fill, type Plan } from './fill.ts'
import { frontierMarks, roomOf } from './frontier-marks.ts'
import { makeKernel, type Kernel } from './kernel.ts'
import { isRamming, livingMoves, MOST_MOVES, safeMoves } from './safe-moves.ts'
import { PROVEN_WIN, search, WON } from './search.ts'
import { strongest, weightsFor, type Style } from './style.ts'
import { createSpread, type Spread } from './territory.ts'
import { largestTerritory } from './voronoi.ts'

interface Mind {
  readonly board: Board
  readonly kernel: Kernel
  /** What a draw is worth. */
  readonly draw: number
  /** The unit of `chancesOf`. */
  readonly unit: number
  readonly spread: Spread
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
  init: ({ view, seat }) => createMind(view, seat, strongest),
  move(turn) {
    const { memory: mind, seat, view } = turn
    const { cells } = mind.board
    const meter = createMeter(
      limitsFor(turn, mind.clock, SLOW_CELLS_PER_MS / cells),
      Math.max(1, Math.floor(CELLS_PER_LOOK / cells)),
    )
    const board = loadState(mind.board, view)
    mind.kernel.load()
    const territory = mind.spread(seat)
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
const CELLS_PER_LOOK = 12_000
const WARM_UP_EVALUATIONS = 20
/** The unit of `chancesOf`, in points of the evaluation for each cell of the board; and the one with which the network was trained. */
const VALUE_UNIT = 2.5
const LEARNED_UNIT = 1155

type Turn = BrainTurn<TronState, TronMove, Mind>

function fight(mind: Mind, { seat, remark }: Turn, meter: Meter, drawn: Remark): Code {
  const { board, kernel } = mind
  const { move, value, depth, nodes, line } = search(kernel, board, meter)
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
    score: value === mind.draw ? 0 : chancesOf(value, mind.unit),
    depth,
    nodes,
    line,
    ...drawn,
  })
  return move
}

function driveAlone(mind: Mind, { seat, remark }: Turn, meter: Meter): Code {
  const { board, kernel } = mind
  const theirs = kernel.stepsOf(otherSeat(seat))
  const known = mind.plan
  if (!known || (!known.isBest && !(known.isComplete && known.steps > theirs))) {
    mind.plan = fill(kernel, seat, meter.share(mind.effort), known?.moves ?? [])
    mind.effort = known && mind.plan.steps <= known.steps ? Math.max(0.1, mind.effort / 2) : 1
  }
  const plan = mind.plan as Plan
  remark({
    text: `alone, with room for ${plan.steps} against ${theirs}`,
    score: chancesOf(plan.steps - theirs, STEPS_UNIT),
    numbers: { room: plan.steps },
  })
  const ram = ramming(board, seat)
  if (ram !== undefined && isBehind(plan, fill(kernel, otherSeat(seat), meter.share(0.5), []))) return ram
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

/** A move into the other cycle, which draws. */
function ramming(board: Board, seat: Seat): Code | undefined {
  const codes = new Int32Array(MOST_MOVES)
  const count = safeMoves(board, seat, false, codes)
  return Array.from(codes.subarray(0, count)).find((code) => isRamming(board, seat, code))
}

/** What the brain knows at the start of a round, with an evaluation in that style. */
export function createMind(state: TronState, seat: Seat, styleOf: (board: Board) => Style): Mind {
  const board = loadState(createBoard(state.rules), state)
  const weights = weightsFor(styleOf(board), board, seat)
  const kernel = makeKernel(board, seat, weights)
  kernel.load()
  // So that the code is compiled before the first move is timed.
  for (let looks = 0; looks < WARM_UP_EVALUATIONS; looks++) kernel.value()
  return {
    board,
    kernel,
    draw: -weights.draw,
    unit: weights.isLearned ? LEARNED_UNIT : VALUE_UNIT * board.cells,
    spread: createSpread(board),
    clock: {},
    plan: undefined,
    effort: 1,
  }
}
