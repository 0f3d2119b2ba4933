import { integer, type Fields } from '../base/fields.ts'
import { planDoubleElimination } from './bracket-plan.ts'
import { flag, readOptions } from './options.ts'
import { playBracket, type TieRules } from './play-bracket.ts'
import { rankBy } from './ranking.ts'
import { countTies } from './single-elimination.ts'
import type { Format } from './format.ts'

export interface DoubleEliminationOptions extends TieRules {
  /** If the winner of the losers' bracket wins the final, both have lost once, and a second final decides. */
  readonly reset: boolean
}

const FIELDS: Fields<DoubleEliminationOptions> = {
  bestOf: integer('The most matches of a tie; it ends when one side has won', 1, 99),
  extraPairs: integer('How often a level tie gets two more matches', 0, 99),
  reset: flag('A second final if the first is the first loss of one of the two'),
}

const DEFAULTS: DoubleEliminationOptions = { bestOf: 1, extraPairs: 0, reset: true }

export const doubleElimination: Format<DoubleEliminationOptions> = {
  id: 'double-elimination',
  title: 'Double elimination',
  summary: 'An entrant that loses two ties is out; a tie that stays level goes to the better seed',
  fields: FIELDS,
  parseOptions: (input) => readOptions('double-elimination', FIELDS, DEFAULTS, input),
  count(entrants, options) {
    const ties = Math.max(0, 2 * entrants - 2)
    return countTies(ties, ties + Number(options.reset && entrants > 1), options)
  },
  begin(context, options) {
    const seeds = context.entrants.map(({ id }) => id)
    const plan = planDoubleElimination(seeds.length, options.reset)
    const play = playBracket(plan, seeds, options, context.seed)
    return { ...play, rank: () => rankBy([play.reached], context.table()) }
  },
}
