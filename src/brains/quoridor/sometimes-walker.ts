import { mixedRounds } from '../mixed.ts'
import { baseline } from './baseline.ts'
import { walker } from './walker.ts'

/**
 * Between `baseline` and `walker`. A brain that walks on 15 % of its turns already wins most games against `baseline`, and none
 * against `walker`, so a mixture of turns is no step between them.
 */
export const sometimesWalker = mixedRounds({
  name: 'sometimes-walker',
  plays: 'plays half of its rounds as walker, and the others as baseline',
  percent: 50,
  better: walker,
  usual: baseline,
})
