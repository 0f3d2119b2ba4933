import { STEPS } from '../../games/quoridor/board.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { isWithin } from './distances.ts'
import { distance, fits, isOpen, make, measureWall, unmake, WALL, type FastBoard } from './fast-board.ts'

/** Writes the pawn moves into `list` from `at` on and gives where they end. */
export function addPawnMoves(board: FastBoard, list: Int16Array, at: number): number {
  const { turn, pawns, shut } = board
  const from = pawns[turn] as number
  const other = pawns[1 - turn] as number
  const sides = shut[from] as number
  let end = at
  for (let direction = 0; direction < 4; direction++) {
    if (((sides >> direction) & 1) === 1) continue
    const to = from + (STEPS[direction] as number)
    if (to !== other) list[end++] = to
    else end = addJumps(shut[other] as number, other, direction, list, end)
  }
  return end
}

function addJumps(sides: number, over: number, direction: number, list: Int16Array, at: number): number {
  let end = at
  if (((sides >> direction) & 1) === 0) {
    list[end++] = over + (STEPS[direction] as number)
    return end
  }
  const aside = 1 - (direction & 1)
  for (let side = aside; side < 4; side += 2)
    if (((sides >> side) & 1) === 0) list[end++] = over + (STEPS[side] as number)
  return end
}

export function isPawnMove(board: FastBoard, move: number): boolean {
  const end = addPawnMoves(board, steps, 0)
  for (let i = 0; i < end; i++) if (steps[i] === move) return true
  return false
}

const steps = new Int16Array(8)

/** Pseudo-legal walls: every wall that fits, also those that shut a pawn in. */
export function addAllWalls(board: FastBoard, list: Int16Array, at: number): number {
  const { size } = board
  let end = at
  for (let rank = 1; rank < size; rank++)
    for (let wall = 20 * rank + 2; wall < 20 * rank + 2 * size; wall++)
      if (fits(board, wall)) list[end++] = WALL | wall
  return end
}

/** All legal moves in the order of the rules. */
export function legalMoves(board: FastBoard): number[] {
  const list = new Int16Array(256)
  const pawnMoves = addPawnMoves(board, list, 0)
  const end = (board.wallsLeft[board.turn] as number) > 0 ? addAllWalls(board, list, pawnMoves) : pawnMoves
  return [...list.subarray(0, end)].filter((move) => move < WALL || isLegalWall(board, move))
}

export function isLegalWall(board: FastBoard, move: number): boolean {
  make(board, move)
  const open = isOpen(board)
  unmake(board, move)
  return open
}

const listed = new Int32Array(256)
/** For each seat and wall, the last `listing` in which the wall crossed the shortest path of its pawn. */
const across = new Int32Array(512)
let listing = 0

/**
 * The walls worth searching: those across one shortest path of the opponent, because no other wall can lengthen it.
 * With `wide` also walls that touch a standing wall or a pawn: they prepare or prevent a later wall.
 */
export function addUsefulWalls(board: FastBoard, list: Int16Array, at: number, wide: boolean): number {
  // Wraps as 32-bit numbers do, like the entries it is compared with.
  listing = (listing + 1) | 0
  markPath(board, board.turn)
  let end = addPathWalls(board, otherSeat(board.turn), list, at)
  if (!wide) return end
  const { size, placed, pawns } = board
  for (let rank = 1; rank < size; rank++)
    for (let anchor = 10 * rank + 1; anchor < 10 * rank + size; anchor++) {
      const wall = placed[anchor] as number
      if (wall !== 0)
        for (const touching of TOUCHING[wall] as Int16Array) end = add(board, touching, list, end)
    }
  for (let seat = 0; seat < 2; seat++) {
    const cell = pawns[seat] as number
    for (const offset of BESIDE) end = add(board, 2 * cell + offset, list, end)
  }
  return end
}

/** The distance of a pawn after a wall. Valid for the position of the last call of `addUsefulWalls` only. */
export const measureUseful = (board: FastBoard, wall: number, seat: Seat): number =>
  across[256 * seat + wall] === listing ? measureWall(board, wall, seat) : distance(board, seat)

const path = new Int16Array(256)

function addPathWalls(board: FastBoard, seat: Seat, list: Int16Array, at: number): number {
  const walls = markPath(board, seat)
  let end = at
  for (let i = 0; i < walls; i++) end = add(board, path[i] as number, list, end)
  return end
}

/** Writes the walls across one shortest path of a seat into `path`, also those that do not fit; gives how many. */
function markPath(board: FastBoard, seat: Seat): number {
  const { shut } = board
  let cell = board.pawns[seat] as number
  let end = 0
  for (let left = distance(board, seat); left > 0; left--) {
    const sides = shut[cell] as number
    let direction = seat === 0 ? 0 : 2
    while (
      ((sides >> direction) & 1) === 1 ||
      !isWithin(board, seat, cell + (STEPS[direction] as number), left - 1)
    )
      direction = (direction + 1) & 3
    const next = cell + (STEPS[direction] as number)
    const low = next < cell ? next : cell
    const upright = direction & 1
    const wall = 2 * low + upright
    const other = wall - (upright === 1 ? 20 : 2)
    across[256 * seat + wall] = listing
    across[256 * seat + other] = listing
    path[end] = wall
    path[end + 1] = other
    end += 2
    cell = next
  }
  return end
}

function add(board: FastBoard, wall: number, list: Int16Array, at: number): number {
  if (listed[wall] === listing) return at
  listed[wall] = listing
  const anchor = wall >> 1
  const file = anchor % 10
  if (anchor < 11 || anchor > 10 * board.size - 1 || file === 0 || file >= board.size) return at
  if (!fits(board, wall)) return at
  list[at] = WALL | wall
  return at + 1
}

/** The walls around a cell, as differences from twice its number: its four sides, each by two walls. */
const BESIDE = [0, -2, -20, -22, 1, -19, -1, -21] as const

/** For each wall those with an end or the middle on one of its three corners. */
const TOUCHING = Array.from({ length: 256 }, (_, wall) => {
  const anchor = wall >> 1
  const [along, across] = (wall & 1) === 1 ? [10, 1] : [1, 10]
  const turned = (wall & 1) === 1 ? 0 : 1
  const same = wall & 1
  const touching = [anchor - 2 * along, anchor + 2 * along].map((at) => 2 * at + same)
  for (const corner of [anchor - along, anchor, anchor + along])
    for (const at of [corner - across, corner, corner + across]) touching.push(2 * at + turned)
  return Int16Array.from(touching.filter((other) => other > 0 && other < 220))
})
