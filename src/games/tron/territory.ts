import { DIRECTIONS, isInside, step, wrap, type Cell } from '../../base/grid.ts'
import { SEATS, type Pair } from '../../game/game.ts'
import type { TronState } from './rules.ts'

/** Of a cell: free, of seat 0 or 1, reached by both at once, or no place to go. */
const [FREE, BOTH, SHUT] = [0, 3, 4]
const OF_SEAT: Pair<number> = [1, 2]

/** How many empty cells each cycle reaches before the other, at one cell a turn. A cell that both reach at once is neither's. */
export function territory({ rules, rows, cycles }: TronState): Pair<number> {
  const indexOf = ({ x, y }: Cell): number => y * rules.width + x
  const owners = Int8Array.from(rows.join(''), (tile) => (tile === '.' ? FREE : SHUT))
  for (const cycle of cycles) owners[indexOf(cycle)] = SHUT
  const turnOf = new Int32Array(owners.length)
  let edges: Pair<readonly Cell[]> = [[cycles[0]], [cycles[1]]]
  for (let turn = 1; edges[0].length + edges[1].length > 0; turn++) {
    const next: [Cell[], Cell[]] = [[], []]
    for (const seat of SEATS)
      for (const from of edges[seat])
        for (const direction of DIRECTIONS) {
          const beside = step(from, direction)
          const to = rules.edge === 'torus' ? wrap(beside, rules) : beside
          if (!isInside(to, rules)) continue
          const index = indexOf(to)
          const owner = owners[index]
          const isMet = owner === OF_SEAT[seat === 0 ? 1 : 0] && turnOf[index] === turn
          if (owner !== FREE && !isMet) continue
          owners[index] = isMet ? BOTH : OF_SEAT[seat]
          turnOf[index] = turn
          next[seat].push(to)
        }
    edges = next
  }
  const countOf = (owner: number): number => owners.reduce((sum, each) => sum + (each === owner ? 1 : 0), 0)
  return [countOf(OF_SEAT[0]), countOf(OF_SEAT[1])]
}
