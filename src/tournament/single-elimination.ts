import { integer, type Fields } from '../base/fields.ts'
import { planSingleElimination } from './bracket-plan.ts'
import { flag, readOptions } from './options.ts'
import { playBracket, type TieRules } from './play-bracket.ts'
import { rankBy } from './ranking.ts'
import type { Format, MatchCount } from './format.ts'

export interface SingleEliminationOptions extends TieRules {
  /** The losers of the semi-finals play for third place. */
  readonly thirdPlace: boolean
}

export const KNOCK_OUT_DEFAULTS: SingleEliminationOptions = { bestOf: 1, extraPairs: 0, thirdPlace: true }

export const KNOCK_OUT_FIELDS: Fields<SingleEliminationOptions> = {
  bestOf: integer('The most matches of a tie; it ends when one side has won', 1, 99),
  extraPairs: integer('How often a level tie gets two more matches', 0, 99),
  thirdPlace: flag('A match for third place'),
}

export const singleElimination: Format<SingleEliminationOptions> = {
  id: 'single-elimination',
  title: 'Single elimination',
  summary: 'The loser of a tie is out; a tie that stays level goes to the better seed',
  fields: KNOCK_OUT_FIELDS,
  parseOptions: (input) => readOptions('single-elimination', KNOCK_OUT_FIELDS, KNOCK_OUT_DEFAULTS, input),
  count: countSingleElimination,
  begin(context, options) {
    const seeds = context.entrants.map(({ id }) => id)
    const plan = planSingleElimination(seeds.length, options.thirdPlace)
    const play = playBracket(plan, seeds, options, context.seed)
    return { ...play, rank: () => rankBy([play.reached], context.table()) }
  },
}

export function countSingleElimination(entrants: number, options: SingleEliminationOptions): MatchCount {
  const ties = Math.max(0, entrants - 1) + Number(options.thirdPlace && entrants > 3)
  return countTies(ties, ties, options)
}

export const countTies = (least: number, most: number, { bestOf, extraPairs }: TieRules): MatchCount => ({
  least: least * (Math.floor(bestOf / 2) + 1),
  most: most * (bestOf + 2 * extraPairs),
})
