import { STEPS } from '../../games/quoridor/board.ts'
import type { FastBoard } from './fast-board.ts'

/** Room for one field: a byte for each cell. */
export const FIELD = 128
/** The distance of a cell from which there is no way to the goal. */
export const FAR = 255

type Walls = Pick<FastBoard, 'size' | 'shut' | 'fields'>

const queue = new Uint8Array(FIELD)
const touched = new Uint8Array(FIELD)

/** Writes how far each cell is from a rank, beginning at `at`. */
export function fillField({ size, shut, fields }: Walls, at: number, rank: number): void {
  fields.fill(FAR, at, at + FIELD)
  let waiting = 0
  for (let file = 1; file <= size; file++) {
    queue[waiting++] = 10 * rank + file
    fields[at + 10 * rank + file] = 0
  }
  for (let head = 0; head < waiting; head++) {
    const cell = queue[head] as number
    const sides = shut[cell] as number
    const next = (fields[at + cell] as number) + 1
    for (let direction = 0; direction < 4; direction++) {
      if (((sides >> direction) & 1) === 1) continue
      const neighbour = cell + (STEPS[direction] as number)
      if (fields[at + neighbour] !== FAR) continue
      fields[at + neighbour] = next
      queue[waiting++] = neighbour
    }
  }
}

/**
 * What a new wall makes of the field at `from`. Gives `from` itself if nothing changes, as with most walls;
 * else writes the new field at `to` and gives `to`. Only cells that lost their way are looked at.
 */
export function raiseField(board: Walls, from: number, to: number, wall: number): number {
  const first = loseCut(board, from, wall)
  if (first === 0) return from
  board.fields.copyWithin(to, from, from + FIELD)
  const lost = loseFollowers(board, to, first, FAR)
  findNewWays(board, to, lost)
  forgetLost(lost)
  return to
}

/** How far a cell is once a wall is up, without keeping the new field; `spare` is room for one. */
export function distanceBehind(board: Walls, at: number, spare: number, wall: number, cell: number): number {
  const { fields } = board
  const before = fields[at + cell] as number
  const first = loseCut(board, at, wall)
  if (first === 0) return before
  const lost = loseFollowers(board, at, first, before)
  const isLost = touched[cell] === 1
  forgetLost(lost)
  if (!isLost) return before
  return fields[raiseField(board, at, spare, wall) + cell] as number
}

/** Marks the cells that a new wall cuts off from their only shortest way; gives how many. */
function loseCut(board: Walls, at: number, wall: number): number {
  const cell = wall >> 1
  const aside = (wall & 1) === 1 ? 10 : 1
  const beyond = (wall & 1) === 1 ? 1 : 10
  const one = cutCell(board, at, cell, cell + beyond)
  const two = cutCell(board, at, cell + aside, cell + aside + beyond)
  let lost = 0
  if (one !== 0) lost = lose(one, lost)
  if (two !== 0) lost = lose(two, lost)
  return lost
}

/** Of two cells a wall came between, the one that went to the goal through the other and has no other way as short. */
function cutCell({ shut, fields }: Walls, at: number, near: number, far: number): number {
  const difference = (fields[at + near] as number) - (fields[at + far] as number)
  if (difference === 0) return 0
  const cell = difference > 0 ? near : far
  return isSupported(shut, fields, at, cell) ? 0 : cell
}

/** Whether a neighbour that still has its way is one step nearer. */
function isSupported(shut: Uint8Array, fields: Uint8Array, at: number, cell: number): boolean {
  const sides = shut[cell] as number
  const nearer = (fields[at + cell] as number) - 1
  return (
    ((sides & 1) === 0 && fields[at + cell + 10] === nearer && touched[cell + 10] === 0) ||
    ((sides & 2) === 0 && fields[at + cell + 1] === nearer && touched[cell + 1] === 0) ||
    ((sides & 4) === 0 && fields[at + cell - 10] === nearer && touched[cell - 10] === 0) ||
    ((sides & 8) === 0 && fields[at + cell - 1] === nearer && touched[cell - 1] === 0)
  )
}

function lose(cell: number, lost: number): number {
  touched[cell] = 1
  queue[lost] = cell
  return lost + 1
}

/**
 * Everything that went through lost cells only is lost as well; the last support to go is what counts. Cells
 * further away than `furthest` are left alone.
 */
function loseFollowers({ shut, fields }: Walls, at: number, first: number, furthest: number): number {
  let lost = first
  for (let head = 0; head < lost; head++) {
    const cell = queue[head] as number
    const further = (fields[at + cell] as number) + 1
    if (further > furthest) continue
    const sides = shut[cell] as number
    if ((sides & 1) === 0) lost = loseFollower(shut, fields, at, cell + 10, further, lost)
    if ((sides & 2) === 0) lost = loseFollower(shut, fields, at, cell + 1, further, lost)
    if ((sides & 4) === 0) lost = loseFollower(shut, fields, at, cell - 10, further, lost)
    if ((sides & 8) === 0) lost = loseFollower(shut, fields, at, cell - 1, further, lost)
  }
  return lost
}

function loseFollower(
  shut: Uint8Array,
  fields: Uint8Array,
  at: number,
  cell: number,
  further: number,
  lost: number,
): number {
  if (fields[at + cell] !== further || touched[cell] === 1) return lost
  return isSupported(shut, fields, at, cell) ? lost : lose(cell, lost)
}

function forgetLost(lost: number): void {
  for (let i = 0; i < lost; i++) touched[queue[i] as number] = 0
}

const seeds = new Uint8Array(FIELD)
const settled = new Uint8Array(2 * FIELD)

/** Measures the lost cells again, nearest first: from the cells around them, in order, and from each other. */
function findNewWays({ shut, fields }: Walls, at: number, lost: number): void {
  for (let i = 0; i < lost; i++) fields[at + (queue[i] as number)] = FAR
  const planted = plantSeeds(shut, fields, at, lost)
  let seed = 0
  let head = 0
  let tail = 0
  while (seed < planted || head < tail) {
    const isSeed =
      head === tail ||
      (seed < planted &&
        (fields[at + (seeds[seed] as number)] as number) <=
          (fields[at + (settled[head] as number)] as number))
    const cell = (isSeed ? seeds[seed++] : settled[head++]) as number
    if (touched[cell] === 0) continue
    touched[cell] = 0
    const sides = shut[cell] as number
    const next = (fields[at + cell] as number) + 1
    if ((sides & 1) === 0) tail = reach(fields, at, cell + 10, next, tail)
    if ((sides & 2) === 0) tail = reach(fields, at, cell + 1, next, tail)
    if ((sides & 4) === 0) tail = reach(fields, at, cell - 10, next, tail)
    if ((sides & 8) === 0) tail = reach(fields, at, cell - 1, next, tail)
  }
}

function reach(fields: Uint8Array, at: number, cell: number, next: number, tail: number): number {
  if ((fields[at + cell] as number) <= next) return tail
  fields[at + cell] = next
  settled[tail] = cell
  return tail + 1
}

/** The lost cells with a neighbour that is not, sorted by how far they are now. */
function plantSeeds(shut: Uint8Array, fields: Uint8Array, at: number, lost: number): number {
  let planted = 0
  for (let i = 0; i < lost; i++) {
    const cell = queue[i] as number
    const best = bestWay(shut[cell] as number, fields, at, cell)
    if (best === FAR) continue
    let place = planted++
    for (; place > 0 && (newWay[seeds[place - 1] as number] as number) > best; place--)
      seeds[place] = seeds[place - 1] as number
    seeds[place] = cell
    newWay[cell] = best
  }
  for (let i = 0; i < planted; i++) fields[at + (seeds[i] as number)] = newWay[seeds[i] as number] as number
  return planted
}

/** The shortest way through a neighbour; lost neighbours are far, so they do not count. */
function bestWay(sides: number, fields: Uint8Array, at: number, cell: number): number {
  let best = FAR - 1
  if ((sides & 1) === 0) best = Math.min(best, fields[at + cell + 10] as number)
  if ((sides & 2) === 0) best = Math.min(best, fields[at + cell + 1] as number)
  if ((sides & 4) === 0) best = Math.min(best, fields[at + cell - 10] as number)
  if ((sides & 8) === 0) best = Math.min(best, fields[at + cell - 1] as number)
  return best + 1
}

const newWay = new Uint8Array(FIELD)
