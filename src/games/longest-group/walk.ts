import { DIRECTIONS, step, type Cell } from '../../base/grid.ts'
import type { Group } from './groups.ts'

/** One of the shortest paths that give a group its length, from end to end. */
export function longestWalk({ cells, length }: Group): readonly Cell[] {
  const sorted = [...cells].sort((a, b) => a.y - b.y || a.x - b.x)
  const group = new Map(sorted.map((cell) => [keyOf(cell), cell]))
  for (const start of sorted) {
    const walk = farthestFrom(start, group)
    if (walk.length === length) return walk
  }
  throw new Error(`no walk through the group is ${length} long`)
}

function farthestFrom(start: Cell, group: ReadonlyMap<number, Cell>): readonly Cell[] {
  const before = new Map<number, Cell | undefined>([[keyOf(start), undefined]])
  const reached = [start]
  for (const cell of reached)
    for (const direction of DIRECTIONS) {
      const key = keyOf(step(cell, direction))
      const next = group.get(key)
      if (next === undefined || before.has(key)) continue
      before.set(key, cell)
      reached.push(next)
    }
  const walk: Cell[] = []
  for (let cell = reached.at(-1); cell !== undefined; cell = before.get(keyOf(cell))) walk.unshift(cell)
  return walk
}

/** Boards are at most 19 wide; a cell outside has a key that no cell inside has. */
const keyOf = ({ x, y }: Cell): number => 32 * y + x
