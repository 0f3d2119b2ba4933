import { DIRECTIONS, isInside, sameCell, step, turned, TURNS, wrap, type Direction } from '../../base/grid.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import type { Fact, Piece, Scene, Target } from '../../game/scene.ts'
import { BOOSTED_CELLS, type Cycle, type TronMove, type TronState } from './rules.ts'

export function scene({ rules, rows, cycles }: TronState): Scene {
  const facts = rules.boosts > 0 ? boostFacts : () => []
  return {
    width: rules.width,
    height: rules.height,
    edge: rules.edge,
    tiles: rows,
    tile: 'trail',
    pieces: [piece(cycles[0], 0), piece(cycles[1], 1)],
    fences: [],
    outlines: [],
    facts: [facts(cycles[0]), facts(cycles[1])],
  }
}

/** To drive is to go one cell that way; to boost, as far as a boost goes. */
export function target(state: TronState, seat: Seat, move: TronMove): Target {
  const { x, y, facing: before } = state.cycles[seat]
  const [word = '', boost] = move.split('+')
  const turn = TURNS.find((name) => name === word)
  const direction = DIRECTIONS.find((name) => name === word)
  const facing = turn ? turned(before, turn) : (direction ?? before)
  return {
    kind: 'way',
    x,
    y,
    facing,
    steps: boost === undefined ? 1 : BOOSTED_CELLS,
    ...(isBlocked(state, seat, facing) && { isFatal: true }),
  }
}

/** Whether the next cell that way is off the board, a wall, a trail, or the other cycle. */
function isBlocked({ rules, rows, cycles }: TronState, seat: Seat, facing: Direction): boolean {
  const ahead = step(cycles[seat], facing)
  if (rules.edge === 'wall' && !isInside(ahead, rules)) return true
  const cell = wrap(ahead, rules)
  return rows[cell.y]?.[cell.x] !== '.' || sameCell(cell, cycles[otherSeat(seat)])
}

const piece = (cycle: Cycle, seat: Seat): Piece => ({
  x: cycle.x,
  y: cycle.y,
  seat,
  shape: 'cycle',
  facing: cycle.facing,
  ...(cycle.death && { fallen: true }),
  ...struckBy(cycle),
})

/** The cell that killed a cycle. A cycle that did not move has none. */
function struckBy({ x, y, facing, death }: Cycle): Pick<Piece, 'struck'> {
  if (death === undefined || death === 'no-move') return {}
  return { struck: death === 'edge' ? step({ x, y }, facing) : { x, y } }
}

const boostFacts = ({ boosts, boosted }: Cycle): readonly Fact[] => [
  { label: 'boosts left', value: String(boosts) },
  { label: 'boost', value: boosted > 0 ? 'active' : 'off' },
]
