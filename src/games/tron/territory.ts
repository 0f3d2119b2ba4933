import { DIRECTIONS, isInside, step, wrap, type Cell } from '../../base/grid.ts'
import { SEATS, type Pair, type Seat } from '../../game/game.ts'
import type { TronState } from './rules.ts'

/** How many empty cells each cycle reaches before the other, at one cell a turn. A cell that both reach at once is neither's. */
export function territory({ rules, rows, cycles }: TronState): Pair<number> {
  const owner = rows.map((row) => Array.from(row, (cell): Owner => (cell === '.' ? undefined : 'shut')))
  for (const { x, y } of cycles) if (owner[y]?.[x] === undefined && owner[y]) owner[y][x] = 'shut'
  const counts: [number, number] = [0, 0]
  let edges: Pair<readonly Cell[]> = [[cycles[0]], [cycles[1]]]
  while (edges[0].length + edges[1].length > 0) {
    const reached: [Cell[], Cell[]] = [[], []]
    const newly = new Map<string, Seat | 'both'>()
    for (const seat of SEATS)
      for (const from of edges[seat])
        for (const direction of DIRECTIONS) {
          const beside = step(from, direction)
          const to = rules.edge === 'torus' ? wrap(beside, rules) : beside
          if (!isInside(to, rules) || owner[to.y]?.[to.x] !== undefined) continue
          const key = `${to.x},${to.y}`
          const by = newly.get(key)
          if (by === seat || by === 'both') continue
          newly.set(key, by === undefined ? seat : 'both')
          reached[seat].push(to)
        }
    for (const seat of SEATS)
      for (const { x, y } of reached[seat]) {
        const by = newly.get(`${x},${y}`)
        const row = owner[y]
        if (row && by !== undefined) row[x] = by
        if (by === seat) counts[seat]++
      }
    edges = reached
  }
  return counts
}

type Owner = Seat | 'both' | 'shut' | undefined
