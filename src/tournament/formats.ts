import { doubleElimination } from './double-elimination.ts'
import { gauntlet } from './gauntlet.ts'
import { ladder, type Rate } from './ladder.ts'
import { roundRobin } from './round-robin.ts'
import { roundRobinKnockOut } from './round-robin-knock-out.ts'
import { singleElimination } from './single-elimination.ts'
import { swiss } from './swiss.ts'
import type { AnyFormat } from './format.ts'

/** Every format there is; the ladder needs to know how strong the entrants seem. */
export const allFormats = (rate: Rate): readonly AnyFormat[] => [
  roundRobin,
  singleElimination,
  roundRobinKnockOut,
  swiss,
  doubleElimination,
  gauntlet,
  ladder(rate),
]
