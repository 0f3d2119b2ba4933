import { STEPS } from '../../games/quoridor/board.ts'
import type { FastBoard } from './fast-board.ts'

/** Room for one field: a byte for each cell. */
export const FIELD = 128
/** The distance of a cell from which there is no way to the goal. */
export const FAR = 255

type Walls = Pick<FastBoard, 'size' | 'shut' | 'fields'>

const queue = new Uint8Array(FIELD)
const touched = new Uint8Array(FIELD)
const isWaiting = new Uint8Array(FIELD)

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
  const { fields } = board
  const cell = wall >> 1
  const aside = (wall & 1) === 1 ? 10 : 1
  const beyond = (wall & 1) === 1 ? 1 : 10
  const one = cutCell(board, from, cell, cell + beyond)
  const two = cutCell(board, from, cell + aside, cell + aside + beyond)
  if (one === 0 && two === 0) return from
  fields.copyWithin(to, from, from + FIELD)
  let lost = 0
  if (one !== 0) lost = lose(one, lost)
  if (two !== 0) lost = lose(two, lost)
  lost = loseFollowers(board, to, lost)
  findNewWays(board, to, lost)
  return to
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

/** Everything that went through a lost cell only is lost as well; the last support to go is what counts. */
function loseFollowers({ shut, fields }: Walls, at: number, first: number): number {
  let lost = first
  for (let head = 0; head < lost; head++) {
    const cell = queue[head] as number
    const sides = shut[cell] as number
    const further = (fields[at + cell] as number) + 1
    for (let direction = 0; direction < 4; direction++) {
      if (((sides >> direction) & 1) === 1) continue
      const neighbour = cell + (STEPS[direction] as number)
      if (fields[at + neighbour] !== further || touched[neighbour] === 1) continue
      if (!isSupported(shut, fields, at, neighbour)) lost = lose(neighbour, lost)
    }
  }
  return lost
}

const ring = new Uint8Array(FIELD)

/** Measures the lost cells again from their neighbours, until nothing gets shorter. */
function findNewWays({ shut, fields }: Walls, at: number, lost: number): void {
  for (let i = 0; i < lost; i++) fields[at + (queue[i] as number)] = FAR
  let head = 0
  let tail = 0
  for (let i = 0; i < lost; i++) {
    const cell = queue[i] as number
    const sides = shut[cell] as number
    let best = FAR
    for (let direction = 0; direction < 4; direction++) {
      if (((sides >> direction) & 1) === 1) continue
      const step = (fields[at + cell + (STEPS[direction] as number)] as number) + 1
      if (step < best) best = step
    }
    if (best === FAR) continue
    fields[at + cell] = best
    isWaiting[cell] = 1
    ring[tail++ % FIELD] = cell
  }
  while (head < tail) {
    const cell = ring[head++ % FIELD] as number
    isWaiting[cell] = 0
    const sides = shut[cell] as number
    const next = (fields[at + cell] as number) + 1
    for (let direction = 0; direction < 4; direction++) {
      if (((sides >> direction) & 1) === 1) continue
      const neighbour = cell + (STEPS[direction] as number)
      if ((fields[at + neighbour] as number) <= next) continue
      fields[at + neighbour] = next
      if (isWaiting[neighbour] === 1) continue
      isWaiting[neighbour] = 1
      ring[tail++ % FIELD] = neighbour
    }
  }
  for (let i = 0; i < lost; i++) touched[queue[i] as number] = 0
}
