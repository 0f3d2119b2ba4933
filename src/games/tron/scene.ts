import type { Fact, Piece, Scene } from '../../game/scene.ts'
import type { Seat } from '../../game/game.ts'
import type { Cycle, TronState } from './rules.ts'

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

const piece = ({ x, y, facing, death }: Cycle, seat: Seat): Piece => ({
  x,
  y,
  seat,
  shape: 'cycle',
  facing,
  ...(death && { fallen: true }),
})

const boostFacts = ({ boosts, boosted }: Cycle): readonly Fact[] => [
  { label: 'boosts left', value: String(boosts) },
  { label: 'boost', value: boosted > 0 ? 'active' : 'off' },
]
