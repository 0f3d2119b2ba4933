import { DIRECTIONS, TURNS, turned, type Direction, type Turn } from '../../base/grid.ts'
import type { Seat } from '../../game/game.ts'
import type { TronMove, TronRules, TronState } from '../../games/tron/index.ts'

/** Values of `tiles`. A living cycle stands on `HEAD`; driving onto `BLOCKED` kills. */
export const FREE = 0
export const BLOCKED = 1
export const HEAD = 2

/** A move in the search: an index of `DIRECTIONS`, with `BOOST` added for a boost. */
export type Code = number
export const BOOST = 4
export const NO_MOVE: Code = -1

const BOOSTED_CELLS = 3
const BOOSTED_TURNS = 2

/**
 * A mutable position for searching, with `playTurn` and `takeBack`, by exactly the rules of the game. One extra cell stands
 * for everything outside the board; it is always blocked.
 */
export interface Board {
  readonly rules: TronRules
  readonly cells: number
  readonly simultaneous: boolean
  /** The neighbour of cell `c` in direction `d` is `next[4 * c + d]`. */
  readonly next: Int32Array
  readonly tiles: Uint8Array
  /** By seat: the cell, an index of `DIRECTIONS`, boosts left, boosted turns to come, whether dead. */
  readonly heads: Int32Array
  readonly facing: Int32Array
  readonly boosts: Int32Array
  readonly boosted: Int32Array
  readonly dead: Int32Array
  ply: number
  /** Two independent Zobrist hashes of the trails. */
  hash: number
  check: number
  /** What `takeBack` needs: for each turn the cells left, how many, and the cycles as they were. */
  log: Int32Array
  logged: number
}

export function createBoard(rules: TronRules): Board {
  const cells = rules.width * rules.height
  const tiles = new Uint8Array(cells + 1).fill(BLOCKED)
  return {
    rules,
    cells,
    simultaneous: rules.timing === 'simultaneous',
    next: neighbours(rules),
    tiles,
    heads: new Int32Array(2),
    facing: new Int32Array(2),
    boosts: new Int32Array(2),
    boosted: new Int32Array(2),
    dead: new Int32Array(2),
    ply: 0,
    hash: 0,
    check: 0,
    log: new Int32Array(1024),
    logged: 0,
  }
}

/** Sets the board to a position of the game it was created for. */
export function loadState(board: Board, { rows, cycles, ply, rules }: TronState): Board {
  const { tiles } = board
  board.hash = 0
  board.check = 0
  board.logged = 0
  board.ply = ply
  let cell = 0
  for (const row of rows)
    for (let x = 0; x < rules.width; x++, cell++) {
      const isFree = row.charCodeAt(x) === FREE_SIGN
      tiles[cell] = isFree ? FREE : BLOCKED
      if (!isFree) toggle(board, cell)
    }
  for (const seat of [0, 1] as const) {
    const cycle = cycles[seat]
    const head = cycle.y * rules.width + cycle.x
    board.heads[seat] = head
    board.facing[seat] = DIRECTIONS.indexOf(cycle.facing)
    board.boosts[seat] = cycle.boosts
    board.boosted[seat] = cycle.boosted
    board.dead[seat] = cycle.death === undefined ? 0 : 1
    if (tiles[head] === FREE) tiles[head] = HEAD
  }
  return board
}

const FREE_SIGN = '.'.charCodeAt(0)

/** Whether a cycle can leave the board at one side and come back at the opposite one. */
export function waysAround({ rules: { width, height, edge }, tiles }: Board): WaysAround {
  const isOpen = (cell: number): boolean => edge === 'torus' && tiles[cell] !== BLOCKED
  const rows = Array.from({ length: height }, (_, y) => y * width)
  const columns = Array.from({ length: width }, (_, x) => x)
  return {
    across: rows.some((row) => isOpen(row) && isOpen(row + width - 1)),
    down: columns.some((x) => isOpen(x) && isOpen((height - 1) * width + x)),
  }
}

interface WaysAround {
  readonly across: boolean
  readonly down: boolean
}

/** Whether every step changes the colour of a chess board: around an odd torus it need not. */
export function isCheckered(board: Board): boolean {
  const { width, height } = board.rules
  const { across, down } = waysAround(board)
  return !(across && width % 2 === 1) && !(down && height % 2 === 1)
}

/** Plays one turn: a code for each seat, `NO_MOVE` for the one that is not to move. */
export function playTurn(board: Board, first: Code, second: Code): void {
  const { dead } = board
  if (board.logged + 32 > board.log.length) board.log = grown(board.log)
  const start = board.logged
  const reach0 = begin(board, 0, first)
  const reach1 = begin(board, 1, second)
  for (let cell = 0; cell < BOOSTED_CELLS; cell++) {
    const drives0 = cell < reach0 && dead[0] === 0
    const drives1 = cell < reach1 && dead[1] === 0
    if (!drives0 && !drives1) break
    if (drives0) leave(board, 0)
    if (drives1) leave(board, 1)
    if (drives0) arrive(board, 0)
    if (drives1) arrive(board, 1)
  }
  board.ply++
  board.log[board.logged] = board.logged - start
  board.logged++
}

export function takeBack(board: Board): void {
  const { heads, facing, boosts, boosted, dead, tiles, log } = board
  const end = board.logged - 1
  const start = end - (log[end] as number)
  for (let seat = 0; seat < 2; seat++) {
    const head = heads[seat] as number
    if (tiles[head] === HEAD) tiles[head] = FREE
  }
  for (let at = start + 8; at < end; at++) {
    const cell = log[at] as number
    tiles[cell] = FREE
    toggle(board, cell)
  }
  for (let seat = 0; seat < 2; seat++) {
    const at = start + 4 * seat
    heads[seat] = log[at] as number
    facing[seat] = log[at + 1] as number
    boosts[seat] = log[at + 2] as number
    boosted[seat] = log[at + 3] as number
    dead[seat] = 0
    tiles[log[at] as number] = HEAD
  }
  board.logged = start
  board.ply--
}

/** How many cells a move drives. */
export const reachOf = (board: Board, seat: Seat, code: Code): number =>
  code >= BOOST || board.boosted[seat] !== 0 ? BOOSTED_CELLS : 1

/** Every legal move, in the game's own order. */
export function legalCodes(board: Board, seat: Seat): readonly Code[] {
  const facing = board.facing[seat] as number
  const plain = board.rules.moves === 'compass' ? [0, 3, 2, 1] : [3, 0, 1].map((turn) => (facing + turn) & 3)
  return board.boosts[seat] === 0 ? plain : [...plain, ...plain.map((code) => code + BOOST)]
}

/** The move in the game's notation, of a cycle that faces as now or in another direction. */
export function wordOf(board: Board, seat: Seat, code: Code, facing = board.facing[seat]): TronMove {
  const direction = DIRECTIONS[code & 3] as Direction
  const ahead = DIRECTIONS[facing as number] as Direction
  const word =
    board.rules.moves === 'compass'
      ? direction
      : (TURNS.find((turn) => turned(ahead, turn) === direction) as Turn)
  return code >= BOOST ? `${word}+boost` : word
}

/** Logs the cycle as it was, turns it, and gives how many cells it will drive. */
function begin(board: Board, seat: Seat, code: Code): number {
  const { heads, facing, boosts, boosted, log, logged: at } = board
  log[at] = heads[seat] as number
  log[at + 1] = facing[seat] as number
  log[at + 2] = boosts[seat] as number
  log[at + 3] = boosted[seat] as number
  board.logged = at + 4
  if (code === NO_MOVE) return 0
  if (code >= BOOST) {
    boosts[seat] = (boosts[seat] as number) - 1
    boosted[seat] = BOOSTED_TURNS
  }
  facing[seat] = code & 3
  if (boosted[seat] === 0) return 1
  boosted[seat] = (boosted[seat] as number) - 1
  return BOOSTED_CELLS
}

function leave(board: Board, seat: Seat): void {
  const cell = board.heads[seat] as number
  board.tiles[cell] = BLOCKED
  board.log[board.logged++] = cell
  toggle(board, cell)
}

function arrive(board: Board, seat: Seat): void {
  const { tiles, heads, dead } = board
  const cell = board.next[4 * (heads[seat] as number) + (board.facing[seat] as number)] as number
  const tile = tiles[cell]
  if (tile === BLOCKED) {
    dead[seat] = 1
    return
  }
  heads[seat] = cell
  if (tile === HEAD) dead[0] = dead[1] = 1
  else tiles[cell] = HEAD
}

function toggle(board: Board, cell: number): void {
  let key = Math.imul(cell + 1, 0x9e3779b1)
  key = Math.imul(key ^ (key >>> 15), 0x85ebca77)
  board.hash ^= key ^ (key >>> 13)
  key = Math.imul(key ^ (key >>> 16), 0xc2b2ae3d)
  board.check ^= key ^ (key >>> 15)
}

function grown(log: Int32Array): Int32Array {
  const larger = new Int32Array(2 * log.length)
  larger.set(log)
  return larger
}

function neighbours({ width, height, edge }: TronRules): Int32Array {
  const outside = width * height
  const next = new Int32Array(4 * outside + 4).fill(outside)
  const isTorus = edge === 'torus'
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x)
      if (isTorus || y > 0) next[at] = ((y + height - 1) % height) * width + x
      if (isTorus || x < width - 1) next[at + 1] = y * width + ((x + 1) % width)
      if (isTorus || y < height - 1) next[at + 2] = ((y + 1) % height) * width + x
      if (isTorus || x > 0) next[at + 3] = y * width + ((x + width - 1) % width)
    }
  return next
}
