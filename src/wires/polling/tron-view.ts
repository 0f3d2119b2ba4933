import { sameCell, step, type Cell, type Direction, type Size } from '../../base/grid.ts'
import { otherSeat, type Pair, type Seat } from '../../game/game.ts'
import type { Cycle, TronState } from '../../games/tron/index.ts'
import type { GridData, PlayerData } from './read-documents.ts'

export interface Sight {
  readonly size: Size
  readonly own: PlayerData
  readonly opponent: PlayerData
  readonly grid: GridData
}

/**
 * The position as a brain sees it, made from what the wire tells. The wire does not say which player left a trail, nor how
 * many turns were played: both follow from the position of the turn before. A player that joins in the middle of a round
 * counts every trail as the opponent's.
 */
export function viewOf({ size, own, opponent, grid }: Sight, before?: TronState): TronState {
  const seat: Seat = own.number === 1 ? 0 : 1
  const tiles = Array.from({ length: size.height }, () => Array<string>(size.width).fill('.'))
  const driven = before ? cellsBetween(before.cycles[seat], own.position) : []
  for (const { cell, content } of grid.cells) {
    const row = tiles[cell.y]
    if (row === undefined) continue
    if (content === 'wall') row[cell.x] = '#'
    if (content !== 'trail') continue
    const known = before?.rows[cell.y]?.[cell.x] ?? '.'
    const driver = driven.some((one) => sameCell(one, cell)) ? seat : otherSeat(seat)
    row[cell.x] = known === '.' ? TRAILS[driver] : known
  }
  const [first, second] = seat === 0 ? [own, opponent] : [opponent, own]
  return {
    rules: before?.rules ?? { ...size, ...RULES, boosts: own.boosts },
    rows: tiles.map((row) => row.join('')),
    cycles: [cycleOf(first), cycleOf(second)],
    ply: before ? before.ply + 2 : seat,
  }
}

const TRAILS: Pair<string> = ['a', 'b']
const RULES = { edge: 'wall', timing: 'alternating', moves: 'relative' } as const

const cycleOf = ({ position, facing, boosts, isBoosted }: PlayerData): Cycle => ({
  ...position,
  facing,
  boosts,
  boosted: Number(isBoosted),
})

/** From the first cell up to the last, which is not among them: a turn is driven in a line. */
function cellsBetween(from: Cell, to: Cell): readonly Cell[] {
  const direction: Direction = to.x > from.x ? 'e' : to.x < from.x ? 'w' : to.y > from.y ? 's' : 'n'
  const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
  const cells: Cell[] = []
  for (let cell = from; cells.length < length; cell = step(cell, direction)) cells.push(cell)
  return cells
}
