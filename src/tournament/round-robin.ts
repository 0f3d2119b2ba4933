import { integer, type Fields } from '../base/fields.ts'
import { deriveSeed } from '../base/rng.ts'
import { readOptions, tieBreakList, tieBreakRules, type TieBreakId } from './options.ts'
import { rankBy } from './ranking.ts'
import { POINTS } from './tie-breaks.ts'
import type { Format } from './format.ts'
import type { Entrant, Pairing } from './tournament.ts'

export interface RoundRobinOptions {
  /** Matches of each pair: 1 is a single round robin; 2 a double one, with swapped sides on the same seed. */
  readonly games: number
  readonly tieBreaks: readonly TieBreakId[]
}

export const ROUND_ROBIN_DEFAULTS: RoundRobinOptions = {
  games: 2,
  tieBreaks: ['head-to-head', 'sonneborn-berger', 'wins', 'round-difference'],
}

export const ROUND_ROBIN_FIELDS: Fields<RoundRobinOptions> = {
  games: integer('Matches of each pair', 1, 1000),
  tieBreaks: tieBreakList,
}

export const roundRobin: Format<RoundRobinOptions> = {
  id: 'round-robin',
  title: 'Round robin',
  summary: 'Each entrant plays each other, with swapped sides on the same seed',
  fields: ROUND_ROBIN_FIELDS,
  parseOptions: (input) => readOptions('round-robin', ROUND_ROBIN_FIELDS, ROUND_ROBIN_DEFAULTS, input),
  count(entrants, { games }) {
    const matches = ((entrants * (entrants - 1)) / 2) * games
    return { least: matches, most: matches }
  },
  begin: (context, { games, tieBreaks }) => ({
    first: everyPair(context.entrants, games, context.seed),
    after: () => [],
    rank: () => rankBy([POINTS, ...tieBreakRules(tieBreaks, context.seed)], context.table()),
  }),
}

/** In the rounds of `roundRobinRounds`; all of them are repeated for every two matches of a pair. */
export function* everyPair(entrants: readonly Entrant[], games: number, seed: number): Iterable<Pairing> {
  const rounds = roundRobinRounds(entrants.length)
  const idAt = (index: number): string => (entrants[index] as Entrant).id
  for (let cycle = 0; 2 * cycle < games; cycle++) {
    for (let round = 0; round < rounds; round++) {
      const pairs = circleRound(entrants.length, round)
      for (let game = 2 * cycle; game < Math.min(games, 2 * cycle + 2); game++) {
        for (const [at, [low, high]] of pairs.entries()) {
          const isSwapped = ((high - low) % 2 === 0) !== (game % 2 === 1)
          const [first, second] = isSwapped ? [high, low] : [low, high]
          const players = [idAt(first), idAt(second)] as const
          const pair = `${low + 1}v${high + 1}`
          yield {
            key: `rr-${pair}-g${game + 1}`,
            stage: 'round robin',
            round: cycle * rounds + round + 1,
            index: (game % 2) * pairs.length + at,
            players,
            seed: deriveSeed(seed, `rr-${pair}`, cycle),
          }
        }
      }
    }
  }
}

/** How many rounds it takes until every two entrants have met. */
export const roundRobinRounds = (entrants: number): number =>
  entrants < 2 ? 0 : entrants % 2 === 0 ? entrants - 1 : entrants

/**
 * The circle method: one entrant keeps its seat, the others move on by one seat a round, so that all play in every round
 * (with an odd number, all but one). Returns pairs of indexes, the lower first. The parity of their difference says which
 * one begins: that gives every entrant both sides equally often, or one of them once more.
 */
function circleRound(entrants: number, round: number): (readonly [number, number])[] {
  const seats = entrants + (entrants % 2)
  const circle = seats - 1
  const pairs: (readonly [number, number])[] = []
  for (let i = 0; i < seats / 2; i++) {
    const a = (round + i) % circle
    const b = i === 0 ? circle : (round - i + circle) % circle
    // With an odd number the last seat is empty: its neighbour in the first pair does not play.
    if (b < entrants) pairs.push(a < b ? [a, b] : [b, a])
  }
  return pairs
}
