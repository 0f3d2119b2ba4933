import { voronoi } from './voronoi.ts'
import { wanderer } from './wanderer.ts'

/** Looks at the other cycle at every second of its moves only. */
export const glancer: typeof voronoi = {
  ...voronoi,
  name: 'glancer',
  plays: 'plays as voronoi at every second move, and as wanderer in between',
  move(turn) {
    return turn.number % 2 === 0 ? voronoi.move(turn) : wanderer.move(turn)
  },
}
