import { mixed } from '../mixed.ts'
import { byBoard } from './large-boards.ts'
import { voronoi } from './voronoi.ts'
import { wanderer, wandering } from './wanderer.ts'

/** Between `wanderer` and `voronoi`. */
export const glancer = byBoard({
  small: mixed({
    name: 'glancer',
    plays: 'keeps to the larger room, and looks at the other cycle only part of the time',
    percent: 60,
    better: voronoi,
    usual: wandering,
  }),
  large: { percent: 50, better: voronoi, usual: wanderer },
})
