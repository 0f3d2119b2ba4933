import { integer, type Fields } from '../base/fields.ts'
import type { Bracket } from './bracket.ts'
import { planSingleElimination } from './bracket-plan.ts'
import { orWord, readOptions, tieBreakRules } from './options.ts'
import { awaitBracket, playBracket, type BracketPlay } from './play-bracket.ts'
import { rankBy } from './ranking.ts'
import { titleOf } from './reason.ts'
import {
  everyPair,
  ROUND_ROBIN_DEFAULTS,
  ROUND_ROBIN_FIELDS,
  roundRobin,
  roundRobinRounds,
  type RoundRobinOptions,
} from './round-robin.ts'
import {
  countSingleElimination,
  KNOCK_OUT_DEFAULTS,
  KNOCK_OUT_FIELDS,
  type SingleEliminationOptions,
} from './single-elimination.ts'
import { FIRST_LISTED, POINTS, ruleOf } from './tie-breaks.ts'
import type { Format } from './format.ts'

export interface RoundRobinKnockOutOptions extends RoundRobinOptions, SingleEliminationOptions {
  /** How many of the round robin go on. */
  readonly qualify: number | 'all'
}

const FIELDS: Fields<RoundRobinKnockOutOptions> = {
  ...ROUND_ROBIN_FIELDS,
  ...KNOCK_OUT_FIELDS,
  qualify: orWord(integer('How many of the round robin go on to the knock-out', 2, 100_000), 'all'),
}

const DEFAULTS: RoundRobinKnockOutOptions = {
  ...ROUND_ROBIN_DEFAULTS,
  ...KNOCK_OUT_DEFAULTS,
  games: 1,
  qualify: 'all',
}

/** Final places go by how far an entrant got in the knock-out, and among equals by the round robin. */
export const roundRobinKnockOut: Format<RoundRobinKnockOutOptions> = {
  id: 'round-robin-knock-out',
  title: 'Round robin, then knock-out',
  summary: 'A round robin seeds a knock-out; a tie that stays level goes to the better of the round robin',
  fields: FIELDS,
  parseOptions: (input) => readOptions('round-robin-knock-out', FIELDS, DEFAULTS, input),
  count(entrants, options) {
    const { most } = roundRobin.count(entrants, options)
    const knockOut = countSingleElimination(qualified(entrants, options), options)
    return { least: most + knockOut.least, most: most + knockOut.most }
  },
  begin(context, options) {
    const { entrants, seed } = context
    const rules = [
      POINTS,
      ...tieBreakRules(
        options.tieBreaks.filter((id) => id !== FIRST_LISTED.id),
        seed,
      ),
      FIRST_LISTED,
    ]
    const matches = roundRobin.count(entrants.length, options).most
    /** Once the round robin is over: its knock-out, and the place of each entrant in the round robin. */
    let second: { readonly knockOut: BracketPlay; readonly places: ReadonlyMap<string, number> } | undefined

    return {
      first: everyPair(entrants, options.games, seed),
      after(ended) {
        if (second !== undefined) return second.knockOut.after(ended)
        if (context.endedCount() < matches) return []
        const { standings } = rankBy(rules, context.table())
        const places = new Map(standings.map(({ entrant, place }) => [entrant.id, place]))
        const seeds = [...places.keys()].slice(0, qualified(entrants.length, options))
        const rounds = Math.ceil(options.games / 2) * roundRobinRounds(entrants.length)
        const plan = planSingleElimination(seeds.length, options.thirdPlace)
        const knockOut = playBracket(plan, seeds, options, seed, rounds)
        second = { knockOut, places }
        return knockOut.first
      },
      bracket: () =>
        second?.knockOut.bracket() ?? awaitKnockOut(qualified(entrants.length, options), options),
      rank() {
        if (second === undefined) return rankBy(rules, context.table())
        const { knockOut, places } = second
        const roundRobinPlace = ruleOf(
          {
            id: 'round-robin',
            explanation: `Place in the round robin, which goes by ${rules.map(({ id }) => titleOf(id)).join(', then ')}`,
            show: (value) => String(-value),
          },
          (id) => -(places.get(id) as number),
        )
        return rankBy([knockOut.reached, roundRobinPlace], context.table())
      },
    }
  },
}

const qualified = (entrants: number, { qualify }: RoundRobinKnockOutOptions): number =>
  qualify === 'all' ? entrants : Math.min(qualify, entrants)

/** The knock-out before it begins: its slots name places of the round robin. */
const awaitKnockOut = (seeds: number, options: RoundRobinKnockOutOptions): Bracket =>
  awaitBracket(
    planSingleElimination(seeds, options.thirdPlace),
    seeds,
    options,
    (seed) => `${ordinal(seed)} of the round robin`,
  )

function ordinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1
  return `${place}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]) ?? 'th'}`
}
