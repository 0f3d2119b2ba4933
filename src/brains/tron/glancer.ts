import { mixed } from '../mixed.ts'
import { voronoi } from './voronoi.ts'
import { wanderer } from './wanderer.ts'

/** Between `wanderer` and `voronoi`. */
export const glancer: typeof voronoi = mixed({
  name: 'glancer',
  plays: 'keeps to the larger room, and on three turns of five looks at the other cycle, too',
  percent: 60,
  better: voronoi,
  usual: wanderer,
})
