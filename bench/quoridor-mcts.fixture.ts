import { distanceFrom, FAR } from '../src/brains/quoridor/distances.ts'
import { evaluateDistances, WIN } from '../src/brains/quoridor/evaluation.ts'
import { distance, make, unmake, WALL, type FastBoard } from '../src/brains/quoridor/fast-board.ts'
import { addPawnMoves, addUsefulWalls, measureUseful } from '../src/brains/quoridor/moves.ts'
import { createMeter, type Limits } from '../src/brains/thinking.ts'
import { otherSeat } from '../src/game/game.ts'

/**
 * Monte Carlo tree search for quoridor on the board of the alpha-beta search, with the same moves and the same
 * evaluation. There are no random playouts: a new leaf has the value of its best move. The search chooses a move by the
 * mean of the values below it, mixed half and half with the minimax value of the tree, plus a bonus by its first
 * evaluation while it has few visits.
 */
export function findMoveByTree(board: FastBoard, past: ReadonlySet<string>, limits: Limits): number {
  const meter = createMeter(limits, 20)
  used = 1
  count[0] = visits[0] = total[0] = 0
  while (meter.spend() && used < ROOM - WIDEST) descend(board, past)
  let best = first[0] as number
  for (let child = best; child < endOf(0); child++)
    if ((visits[child] as number) > (visits[best] as number)) best = child
  return moves[best] as number
}

const EXPLORE = 0.6
const MINIMAX = 0.5
/** A lead of this many hundredths of a step counts as half a win. */
const HALF_WAY = 400

/** The tree: a node is an index, the children of a node lie side by side. */
const ROOM = 1 << 21
const WIDEST = 256
const moves = new Int16Array(ROOM)
const first = new Int32Array(ROOM)
const count = new Int16Array(ROOM)
const visits = new Int32Array(ROOM)
/** Values are from -1 to 1, for the side that moved into the node. */
const total = new Float64Array(ROOM)
const minimax = new Float64Array(ROOM)
const prior = new Float64Array(ROOM)
let used = 0

const endOf = (node: number): number => (first[node] as number) + (count[node] as number)

const DEEPEST = 100
const path = new Int32Array(DEEPEST + 1)

/** One iteration: descends to a leaf, expands it, and backs its value up. */
function descend(board: FastBoard, past: ReadonlySet<string>): void {
  const keys = [keyOf(board)]
  let node = 0
  let depth = 0
  let ending: number | undefined
  while ((count[node] as number) > 0 && ending === undefined) {
    node = choose(node)
    make(board, moves[node] as number)
    path[++depth] = node
    const key = keyOf(board)
    if (distance(board, otherSeat(board.turn)) === 0) ending = -1
    else if (depth === DEEPEST || keys.includes(key) || past.has(key)) ending = 0
    keys.push(key)
  }
  if (ending !== undefined) minimax[node] = -ending
  let worth = ending ?? grow(board, node)
  for (; depth >= 0; depth--) {
    const back = depth === 0 ? 0 : (path[depth] as number)
    worth = -worth
    visits[back] = (visits[back] as number) + 1
    total[back] = (total[back] as number) + worth
    if ((count[back] as number) > 0) minimax[back] = -bestBehind(back)
    if (depth > 0) unmake(board, moves[back] as number)
  }
}

const keyOf = ({ low, high }: FastBoard): string => `${low} ${high}`

function bestBehind(node: number): number {
  let best = -1
  for (let child = first[node] as number; child < endOf(node); child++)
    best = Math.max(best, minimax[child] as number)
  return best
}

function choose(node: number): number {
  const curiosity = EXPLORE * Math.sqrt(visits[node] as number)
  let chosen = 0
  let most = -Infinity
  for (let child = first[node] as number; child < endOf(node); child++) {
    const times = visits[child] as number
    const shown = minimax[child] as number
    const mean = times === 0 ? shown : (total[child] as number) / times
    const worth =
      (1 - MINIMAX) * mean + MINIMAX * shown + (curiosity * (prior[child] as number)) / (1 + times)
    if (worth > most) [chosen, most] = [child, worth]
  }
  return chosen
}

const list = new Int16Array(WIDEST)

/** Expands a leaf and returns its value for the side to move. */
function grow(board: FastBoard, leaf: number): number {
  const steps = addPawnMoves(board, list, 0)
  const hasWalls = (board.wallsLeft[board.turn] as number) > 0
  const end = hasWalls ? addUsefulWalls(board, list, steps, true) : steps
  const begin = used
  let best = -WIN
  for (let i = 0; i < end; i++) {
    const score = scoreAfter(board, list[i] as number)
    if (score === undefined) continue
    moves[used] = list[i] as number
    count[used] = visits[used] = total[used] = 0
    minimax[used] = score === WIN ? 1 : score / (HALF_WAY + Math.abs(score))
    prior[used++] = score
    best = Math.max(best, score)
  }
  first[leaf] = begin
  count[leaf] = used - begin
  // No exponentials: their last digits differ between machines.
  let sum = 0
  for (let child = begin; child < used; child++) {
    const behind = (best - (prior[child] as number)) / 100
    prior[child] = 1 / (1 + behind * behind)
    sum += prior[child] as number
  }
  for (let child = begin; child < used; child++) prior[child] = (prior[child] as number) / sum
  return bestBehind(leaf)
}

/** The value of a move for the side that makes it; undefined for a wall that takes away a pawn's last path. */
function scoreAfter(board: FastBoard, move: number): number | undefined {
  const { turn, wallsLeft } = board
  const other = otherSeat(turn)
  const walls = wallsLeft[turn] as number
  const theirWalls = wallsLeft[other] as number
  if (move < WALL) {
    const left = distanceFrom(board, turn, move, 0)
    return left === 0 ? WIN : -evaluateDistances(distance(board, other), left, theirWalls, walls)
  }
  const theirs = measureUseful(board, move - WALL, other)
  const mine = measureUseful(board, move - WALL, turn)
  return theirs === FAR || mine === FAR ? undefined : -evaluateDistances(theirs, mine, theirWalls, walls - 1)
}
