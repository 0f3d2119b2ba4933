import {
  DIRECTIONS,
  sameCell,
  step,
  withChar,
  wrap,
  type Cell,
  type Direction,
  type Size,
} from '../../base/grid.ts'
import type { Pair } from '../../game/game.ts'
import type { TronMap } from './words.ts'

/**
 * A position of torus tron as a brain sees it, put together from what the wire tells. The wire does not say who
 * is the first player, so one is always seat 0 oneself.
 */
export interface TronView {
  readonly rules: Size & {
    readonly edge: 'torus'
    readonly timing: 'simultaneous'
    readonly moves: 'compass'
    readonly boosts: 0
  }
  /** `.` empty, `#` wall, `a` own trail, `b` the opponent's. */
  readonly rows: readonly string[]
  readonly cycles: Pair<TronCycle>
  readonly ply: number
}

interface TronCycle extends Cell {
  readonly facing: Direction
  readonly boosts: 0
  readonly boosted: 0
}

export function firstView({ width, height, walls }: TronMap, own: Cell, opponent: Cell): TronView {
  const tiles = Array.from({ length: height }, () => Array<string>(width).fill('.'))
  for (const { x, y } of walls) (tiles[y] as string[])[x] = '#'
  const place = (cell: Cell): TronCycle => ({
    ...cell,
    facing: 2 * cell.x < width - 1 ? 'e' : 'w',
    boosts: 0,
    boosted: 0,
  })
  return {
    rules: { width, height, edge: 'torus', timing: 'simultaneous', moves: 'compass', boosts: 0 },
    rows: tiles.map((row) => row.join('')),
    cycles: [place(own), place(opponent)],
    ply: 0,
  }
}

/** The position after both cycles have moved there. */
export function nextView(view: TronView, own: Cell, opponent: Cell): TronView {
  const rows = [...view.rows]
  const [first, second] = view.cycles
  rows[first.y] = withChar(rows[first.y] as string, first.x, 'a')
  rows[second.y] = withChar(rows[second.y] as string, second.x, 'b')
  const move = (from: TronCycle, to: Cell): TronCycle => ({
    ...from,
    ...to,
    facing:
      DIRECTIONS.find((direction) => sameCell(wrap(step(from, direction), view.rules), to)) ?? from.facing,
  })
  return { ...view, rows, cycles: [move(first, own), move(second, opponent)], ply: view.ply + 1 }
}
