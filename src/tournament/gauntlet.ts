import { integer, type Fields } from '../base/fields.ts'
import { deriveSeed } from '../base/rng.ts'
import { readOptions, tieBreakList, tieBreakRules, type TieBreakId } from './options.ts'
import { rankBy } from './ranking.ts'
import { AVERAGE } from './tie-breaks.ts'
import type { Format } from './format.ts'
import type { Entrant, Pairing } from './tournament.ts'

export interface GauntletOptions {
  /** How many entrants, from the first, run the gauntlet: they play all the others, and not each other. */
  readonly runners: number
  /** Matches of each pair, with swapped sides on the same seed. */
  readonly games: number
  readonly tieBreaks: readonly TieBreakId[]
}

const FIELDS: Fields<GauntletOptions> = {
  runners: integer('How many of the first entrants play against all others', 1, 100_000),
  games: integer('Matches of each pair', 1, 1000),
  tieBreaks: tieBreakList,
}

const DEFAULTS: GauntletOptions = { runners: 1, games: 2, tieBreaks: ['wins', 'round-difference'] }

export const gauntlet: Format<GauntletOptions> = {
  id: 'gauntlet',
  title: 'Gauntlet',
  summary: 'The first entrant plays against all others',
  fields: FIELDS,
  parseOptions: (input) => readOptions('gauntlet', FIELDS, DEFAULTS, input),
  count(entrants, { runners, games }) {
    const many = Math.min(runners, entrants)
    const matches = many * (entrants - many) * games
    return { least: matches, most: matches }
  },
  begin: (context, { runners, games, tieBreaks }) => ({
    first: runGauntlet(context.entrants, Math.min(runners, context.entrants.length), games, context.seed),
    after: () => [],
    rank: () => rankBy([AVERAGE, ...tieBreakRules(tieBreaks, context.seed)], context.table()),
  }),
}

function* runGauntlet(
  entrants: readonly Entrant[],
  runners: number,
  games: number,
  seed: number,
): Iterable<Pairing> {
  const others = entrants.length - runners
  const rounds = others === 0 ? 0 : Math.max(runners, others)
  for (let cycle = 0; 2 * cycle < games; cycle++) {
    for (let round = 0; round < rounds; round++) {
      for (let game = 2 * cycle; game < Math.min(games, 2 * cycle + 2); game++) {
        for (let runner = 0; runner < runners; runner++) {
          const other = (runner + round) % rounds
          if (other >= others) continue
          const pair = [entrants[runner]?.id ?? '', entrants[runners + other]?.id ?? ''] as const
          const isSwapped = (runner + other + game) % 2 === 1
          const name = `${runner + 1}v${runners + other + 1}`
          yield {
            key: `ga-${name}-g${game + 1}`,
            stage: 'gauntlet',
            round: cycle * rounds + round + 1,
            index: (game % 2) * runners + runner,
            players: isSwapped ? [pair[1], pair[0]] : pair,
            seed: deriveSeed(seed, `ga-${name}`, cycle),
          }
        }
      }
    }
  }
}
