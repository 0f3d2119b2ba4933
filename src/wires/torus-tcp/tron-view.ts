import { DIRECTIONS, sameCell, step, withChar, wrap, type Cell } from '../../base/grid.ts'
import type { Cycle, TronState } from '../../games/tron/index.ts'
import type { TronMap } from './words.ts'

/**
 * The position as a brain sees it, put together from what the wire tells. The wire does not say which player is the first,
 * so the player itself is always seat 0 here.
 */
export function firstView({ width, height, walls }: TronMap, own: Cell, opponent: Cell): TronState {
  const tiles = Array.from({ length: height }, () => Array<string>(width).fill('.'))
  for (const { x, y } of walls) (tiles[y] as string[])[x] = '#'
  const place = (cell: Cell): Cycle => ({
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
export function nextView(view: TronState, own: Cell, opponent: Cell): TronState {
  const rows = [...view.rows]
  const [first, second] = view.cycles
  rows[first.y] = withChar(rows[first.y] as string, first.x, 'a')
  rows[second.y] = withChar(rows[second.y] as string, second.x, 'b')
  const move = (from: Cycle, to: Cell): Cycle => ({
    ...from,
    ...to,
    facing:
      DIRECTIONS.find((direction) => sameCell(wrap(step(from, direction), view.rules), to)) ?? from.facing,
  })
  return { ...view, rows, cycles: [move(first, own), move(second, opponent)], ply: view.ply + 1 }
}
