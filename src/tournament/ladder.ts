import { integer, type Fields } from '../base/fields.ts'
import { deriveSeed } from '../base/rng.ts'
import { gainOf, informationOf } from './information.ts'
import { readOptions } from './options.ts'
import { rankBy, type Rule } from './ranking.ts'
import type { FormatContext, Format, Schedule } from './format.ts'
import type { Ended, Entrant, Pairing } from './tournament.ts'

export interface LadderOptions {
  /** In total; an odd last one is left out, because matches come in pairs with swapped sides. */
  readonly matches: number
}

/** The estimated strength of an entrant, in Elo, and its standard error. */
export interface Estimate {
  readonly rating: number
  readonly error: number
}

/** Estimates in the order of entrants: a pure function of its arguments. Matches come by round and index. */
export type Rate = (entrants: readonly Entrant[], ended: readonly Ended[]) => readonly Estimate[]

const FIELDS: Fields<LadderOptions> = { matches: integer('Matches, all in all', 2, 10_000_000) }

/**
 * Plays the pairings with the most information about the strengths. They are chosen in batches, at most one opponent an
 * entrant in each. A batch depends only on the batches before it, so the number of workers changes nothing.
 */
export const ladder = (rate: Rate): Format<LadderOptions> => ({
  id: 'ladder',
  title: 'Ladder',
  summary: 'Plays the pairings that say most about the strength of the entrants',
  fields: FIELDS,
  parseOptions: (input) => readOptions('ladder', FIELDS, { matches: 1000 }, input),
  count(entrants, { matches }) {
    const all = entrants < 2 ? 0 : matches - (matches % 2)
    return { least: all, most: all }
  },
  begin: (context, options) => beginLadder(context, options, rate),
})

function beginLadder(context: FormatContext, options: LadderOptions, rate: Rate): Schedule {
  const { entrants, seed } = context
  const idAt = (index: number): string => (entrants[index] as Entrant).id
  const meetings = new Map<string, number>()
  let pairsToGo = Math.floor(options.matches / 2)
  let batch = 0
  let running = 0

  function pairBatch(): Pairing[] {
    batch++
    const estimates = rate(entrants, context.ended())
    const players = entrants.flatMap(({ id }, index): Rated[] => {
      const { rating, error } = estimates[index] as Estimate
      return context.isOut(id, batch)
        ? []
        : [{ index, rating, variance: Math.min(error, LARGEST_ERROR) ** 2 }]
    })
    const pairs = choosePairs(players, meetings, pairsToGo)
    pairsToGo -= pairs.length
    running = 2 * pairs.length
    for (const { name } of pairs) meetings.set(name, (meetings.get(name) ?? 0) + 1)
    return [0, 1].flatMap((game) =>
      pairs.map(({ low, high, name }, at): Pairing => {
        const ids = [idAt(low), idAt(high)] as const
        return {
          key: `la-b${batch}-${name}-g${game + 1}`,
          stage: `batch ${batch}`,
          round: batch,
          index: game * pairs.length + at,
          players: game === 0 ? ids : [ids[1], ids[0]],
          seed: deriveSeed(seed, `la-b${batch}-${name}`),
        }
      }),
    )
  }

  return {
    first: pairBatch(),
    after: () => (--running > 0 ? [] : pairBatch()),
    rank() {
      const estimates = rate(entrants, context.ended())
      const rating: Rule = {
        id: 'rating',
        explanation: 'Rating: the strength, in Elo, that explains all results best',
        values: () => estimates.map((estimate) => estimate.rating),
        show: (value) => String(Math.round(value)),
      }
      return rankBy([rating], context.table())
    },
  }
}

interface Rated {
  readonly index: number
  readonly rating: number
  readonly variance: number
}

interface LadderPair {
  readonly low: number
  readonly high: number
  readonly name: string
  /** The Fisher information of a match between two of these ratings, whatever their errors. */
  readonly information: number
  readonly gain: number
}

/** Of an entrant without matches the error may be infinite: it counts as this one. */
const LARGEST_ERROR = 1000

/** Matches between very different strengths tell little: an entrant is tried only with this many of the next weaker. */
const NEIGHBOURS = 12

/**
 * The pairs with the highest gain, best first, no entrant in two of them. An entrant whose only free opponents are far
 * away, while nearer ones are taken, waits for the next batch.
 */
function choosePairs(
  players: readonly Rated[],
  meetings: ReadonlyMap<string, number>,
  limit: number,
): LadderPair[] {
  const ranked = players.toSorted((a, b) => b.rating - a.rating)
  const candidates = ranked.flatMap((a, at) =>
    ranked.slice(at + 1, at + 1 + NEIGHBOURS).map((b): LadderPair => {
      const [low, high] = a.index < b.index ? [a.index, b.index] : [b.index, a.index]
      const name = `${low + 1}v${high + 1}`
      const information = informationOf(a.rating - b.rating)
      const gain = gainOf(a.variance + b.variance, information) / (1 + (meetings.get(name) ?? 0))
      return { low, high, name, information, gain }
    }),
  )
  const most = new Map<number, number>()
  for (const { low, high, information } of candidates)
    for (const index of [low, high]) most.set(index, Math.max(most.get(index) ?? 0, information))
  const isFar = ({ low, high, information }: LadderPair): boolean =>
    information < Math.min(most.get(low) as number, most.get(high) as number) / 4

  candidates.sort((a, b) => b.gain - a.gain || a.low - b.low || a.high - b.high)
  const busy = new Set<number>()
  const pairs: LadderPair[] = []
  for (const pair of candidates) {
    if (pairs.length >= limit) break
    if (busy.has(pair.low) || busy.has(pair.high) || isFar(pair)) continue
    busy.add(pair.low).add(pair.high)
    pairs.push(pair)
  }
  return pairs
}
