import { fitStrengths, withErrors, type FitOptions, type Ratings, type Strengths } from './fit.ts'
import type { PairResults } from './games-by-pair.ts'

/** A fit, and what it leaves out. */
export interface RobustFit {
  readonly ratings: Ratings
  /** For the option `from` of the next fit. */
  readonly strengths: Strengths
  /** Games between two players whose results contradict all that is known about both. */
  readonly leftOut: number
}

/** Standard errors between what two players scored and what the fit expects. By chance one pair in 100,000 is farther off. */
const FARTHEST = 4.5
/** Fewer games of two players are never left out: a few odd results are luck. */
const FEWEST_GAMES = 8
/** Each round fits again without the pairs that were far off. */
const ROUNDS = 3

/**
 * Fits ratings, and leaves the games of two players out that no strengths explain: one of the two lost on purpose, or one has a
 * way to beat just the other. Such games would pull all others along. If nothing is far off, this is one plain fit.
 */
export function fitRobustly(
  players: readonly string[],
  results: readonly PairResults[],
  options: FitOptions = {},
): RobustFit {
  let out: ReadonlySet<string> = new Set()
  let strengths = fitStrengths(players, results, options)
  for (let round = 0; round < ROUNDS; round++) {
    const far = farPairs(strengths, results)
    if (far.symmetricDifference(out).size === 0) break
    out = far
    const kept = results.filter((result) => !far.has(pairOf(result)))
    strengths = fitStrengths(players, kept, { ...options, from: strengths })
  }
  const leftOut = results.filter((result) => out.has(pairOf(result)))
  return {
    ratings: withErrors(strengths),
    strengths,
    leftOut: leftOut.reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0),
  }
}

const pairOf = ({ first, second }: PairResults): string => [first, second].toSorted().join(' ')

/** The pairs whose results the ratings do not explain, both sides taken together. */
function farPairs(
  { names, elos: values, goingFirst, drawRate }: Strengths,
  results: readonly PairResults[],
): ReadonlySet<string> {
  const elos = new Map(names.map((name, index) => [name, values[index] as number]))
  const nu = (2 * drawRate) / (1 - drawRate)
  /** `of` is one of the two: the surplus is what this one scored more than expected. */
  const sums = new Map<string, { readonly of: string; games: number; surplus: number; variance: number }>()
  for (const result of results) {
    const { first, second, wins, draws, losses } = result
    const lead = (elos.get(first) as number) - (elos.get(second) as number) + goingFirst
    const up = 10 ** (lead / 800)
    const total = up + 1 / up + nu
    const [win, draw] = [up / total, nu / total]
    const games = wins + draws + losses
    const expected = win + draw / 2
    const surplus = wins + draws / 2 - games * expected
    const sum = sums.get(pairOf(result)) ?? { of: first, games: 0, surplus: 0, variance: 0 }
    sum.games += games
    sum.surplus += first === sum.of ? surplus : -surplus
    sum.variance += games * (win + draw / 4 - expected ** 2)
    sums.set(pairOf(result), sum)
  }
  return new Set(
    [...sums].flatMap(([pair, { games, surplus, variance }]) =>
      games >= FEWEST_GAMES && Math.abs(surplus) > FARTHEST * Math.sqrt(variance + 1 / 4) ? [pair] : [],
    ),
  )
}
