import { isInside, sameCell, step, turned, TURNS, withChar, wrap } from '../../base/grid.ts'
import type { Cell, Direction, Turn } from '../../base/grid.ts'
import type { Rng } from '../../base/rng.ts'
import { draw, otherSeat, winFor } from '../../game/game.ts'
import type { Outcome, Pair, Seat, SeatMove } from '../../game/game.ts'
import type { Start, TronConfig, TronRules } from './config.ts'

export interface TronState {
  readonly rules: TronRules
  /**
   * One character a cell: `.` empty, `#` wall, `a` and `b` trail of seat 0 and 1. A cell becomes trail when its
   * cycle leaves it, so a living cycle stands on `.`; a dead one may stand on anything.
   */
  readonly rows: readonly string[]
  readonly cycles: Pair<Cycle>
  /** Turns played so far; a simultaneous turn counts once. */
  readonly ply: number
}

export interface Cycle extends Cell {
  readonly facing: Direction
  /** Boosts left. */
  readonly boosts: number
  /** Turns to come on which the cycle still drives three cells: 1 after a turn with a boost, else 0. */
  readonly boosted: number
  /**
   * The cause of its death. Its position is the cell that killed it or, off the edge or without a move, its last own
   * cell.
   */
  readonly death?: Death
}

export type Death =
  | 'edge'
  | 'wall'
  | 'own-trail'
  | 'opponent-trail'
  | 'head-on'
  | 'collision'
  | 'start'
  | 'no-move'

export const REASONS = {
  edge: 'the opponent leaving the board',
  wall: 'the opponent driving into a wall',
  'own-trail': 'the opponent driving into its own trail',
  'opponent-trail': "the opponent driving into the winner's trail",
  start: 'the opponent starting on a wall',
  'no-move': 'the opponent failing to move',
  'head-on': 'both cycles driving into the same cell',
  collision: 'one cycle driving into the other',
  'both-dead': 'both cycles dying at once',
} as const satisfies Readonly<Record<Death | 'both-dead', string>>

const COMPASS = ['n', 'w', 's', 'e'] as const satisfies readonly Direction[]
type Word = Turn | Direction
export type TronMove = Word | `${Word}+boost`

const boosting = (word: Word): TronMove => `${word}+boost`

const PLAIN: Readonly<Record<TronRules['moves'], readonly TronMove[]>> = { relative: TURNS, compass: COMPASS }
const BOOSTING: Readonly<Record<TronRules['moves'], readonly TronMove[]>> = {
  relative: [...TURNS, ...TURNS.map(boosting)],
  compass: [...COMPASS, ...COMPASS.map(boosting)],
}

export const BOOSTED_CELLS = 3
const BOOSTED_TURNS = 2
const TRAILS = ['a', 'b'] as const

const NO_SEATS: readonly Seat[] = []
const ONLY: Pair<readonly Seat[]> = [[0], [1]]
const BOTH: readonly Seat[] = [0, 1]
const NO_MOVES: readonly TronMove[] = []

export function setup(config: TronConfig, rng: Rng): TronState {
  const { width, height, edge, timing, moves, boosts } = config
  const rows = config.board
  const [first, second] = config.starts
  const swapped = config.seats === 'drawn' && rng.below(2) === 1
  const place = (start: Start): Cycle => {
    const cycle: Cycle = { ...start, boosts, boosted: 0 }
    return tileAt(rows, start) === '#' ? { ...cycle, death: 'start' } : cycle
  }
  return {
    rules: { width, height, edge, timing, moves, boosts },
    rows,
    cycles: swapped ? [place(second), place(first)] : [place(first), place(second)],
    ply: 0,
  }
}

export function toMove({ rules, cycles, ply }: TronState): readonly Seat[] {
  if (cycles[0].death !== undefined || cycles[1].death !== undefined) return NO_SEATS
  return rules.timing === 'simultaneous' ? BOTH : ONLY[ply % 2 === 0 ? 0 : 1]
}

export function legalMoves(state: TronState, seat: Seat): readonly TronMove[] {
  if (!toMove(state).includes(seat)) return NO_MOVES
  return state.cycles[seat].boosts > 0 ? BOOSTING[state.rules.moves] : PLAIN[state.rules.moves]
}

export const isLegal = (state: TronState, seat: Seat, move: string): boolean =>
  legalMoves(state, seat).includes(move as TronMove)

/** All move words under these rules, legal now or not. */
export const vocabulary = ({ moves, boosts }: TronRules): readonly TronMove[] =>
  boosts > 0 ? BOOSTING[moves] : PLAIN[moves]

export const play = (state: TronState, turn: readonly SeatMove<TronMove>[]): TronState =>
  drive(state, state.cycles, turn)

export function playWithout(state: TronState, turn: readonly SeatMove<TronMove>[]): TronState {
  const cycles: [Cycle, Cycle] = [...state.cycles]
  for (const seat of toMove(state)) {
    if (!turn.some((moved) => moved.seat === seat)) cycles[seat] = { ...cycles[seat], death: 'no-move' }
  }
  return drive(state, cycles, turn)
}

export function outcome({ cycles }: TronState): Outcome | undefined {
  const [first, second] = [cycles[0].death, cycles[1].death]
  if (first === undefined) return second && winFor(0, second)
  if (second === undefined) return winFor(1, first)
  return draw(first === second && (first === 'head-on' || first === 'collision') ? first : 'both-dead')
}

/** Drives both cycles cell by cell; a boost drives three cells. */
function drive(state: TronState, before: Pair<Cycle>, turn: readonly SeatMove<TronMove>[]): TronState {
  const rows = [...state.rows]
  const cycles: [Cycle, Cycle] = [before[0], before[1]]
  const reach: [number, number] = [0, 0]
  for (const { seat, move } of turn) {
    const { word, boost } = COMMANDS[move]
    const cycle = cycles[seat]
    const boosted = boost ? BOOSTED_TURNS : cycle.boosted
    reach[seat] = boosted > 0 ? BOOSTED_CELLS : 1
    cycles[seat] = {
      ...cycle,
      facing: isTurn(word) ? turned(cycle.facing, word) : word,
      boosts: boost ? cycle.boosts - 1 : cycle.boosts,
      boosted: Math.max(0, boosted - 1),
    }
  }
  for (let cell = 0; cell < BOOSTED_CELLS; cell++) {
    const drivers = seatsWhere(canDrive(cycles[0], cell, reach[0]), canDrive(cycles[1], cell, reach[1]))
    if (drivers === NO_SEATS) break
    driveOneCell(state.rules, rows, cycles, drivers)
  }
  return { rules: state.rules, rows, cycles, ply: state.ply + 1 }
}

const canDrive = (cycle: Cycle, cell: number, reach: number): boolean =>
  cell < reach && cycle.death === undefined

function seatsWhere(first: boolean, second: boolean): readonly Seat[] {
  if (first) return second ? BOTH : ONLY[0]
  return second ? ONLY[1] : NO_SEATS
}

/** Both cells that are left become trail before either cycle arrives, so a cycle that enters the other's last cell dies. */
function driveOneCell(
  rules: TronRules,
  rows: string[],
  cycles: [Cycle, Cycle],
  drivers: readonly Seat[],
): void {
  for (const seat of drivers) mark(rows, cycles[seat], TRAILS[seat])
  for (const seat of drivers) cycles[seat] = arrived(rules, rows, cycles[seat], seat)
  if (!sameCell(cycles[0], cycles[1])) return
  for (const seat of BOTH) {
    if (cycles[seat].death === undefined)
      cycles[seat] = { ...cycles[seat], death: drivers === BOTH ? 'head-on' : 'collision' }
  }
}

function arrived(rules: TronRules, rows: readonly string[], cycle: Cycle, seat: Seat): Cycle {
  const ahead = step(cycle, cycle.facing)
  if (rules.edge === 'wall' && !isInside(ahead, rules)) return { ...cycle, death: 'edge' }
  const { x, y } = wrap(ahead, rules)
  const tile = tileAt(rows, { x, y })
  return tile === '.' ? { ...cycle, x, y } : { ...cycle, x, y, death: deathOn(tile, seat) }
}

function deathOn(tile: string, seat: Seat): Death {
  if (tile === '#') return 'wall'
  return tile === TRAILS[otherSeat(seat)] ? 'opponent-trail' : 'own-trail'
}

const tileAt = (rows: readonly string[], { x, y }: Cell): string => (rows[y] as string)[x] as string

function mark(rows: string[], { x, y }: Cell, tile: string): void {
  rows[y] = withChar(rows[y] as string, x, tile)
}

const isTurn = (word: Word): word is Turn => word.length > 1

const COMMANDS = Object.fromEntries(
  [...TURNS, ...COMPASS].flatMap((word) => [
    [word, { word, boost: false }],
    [boosting(word), { word, boost: true }],
  ]),
) as Readonly<Record<TronMove, { readonly word: Word; readonly boost: boolean }>>
