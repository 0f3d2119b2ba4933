import { dot, solveByGradients } from './conjugate-gradients.ts'
import {
  curvatureMatrix,
  sparseCurvature,
  multiplyCurvature,
  placeAt,
  termsOf,
  type Davidson,
  type Place,
} from './davidson.ts'
import type { Interval } from './elo.ts'
import { gamesByPair, type GamesByPair, type PairResults } from './games-by-pair.ts'
import { invert } from './invert.ts'
import { invertSparse } from './invert-sparse.ts'
import { DEVIATIONS_95 } from './normal.ts'

/** A number in Elo points with its standard error and its 95 % interval. */
export interface Estimate extends Interval {
  readonly deviation: number
}

export interface Rating extends Estimate {
  readonly player: string
  readonly games: number
  /** One for a win, one half for a draw. */
  readonly points: number
}

/** Numbers are rounded to a millionth of a point; what is behind that is noise of the arithmetic. */
export interface Ratings {
  /** The strongest first, equals by name. Error bars are against the mean of all players. */
  readonly players: readonly Rating[]
  /** What going first is worth. */
  readonly goingFirst: Estimate
  /** The share of draws between two equal players, without the advantage of going first. */
  readonly drawRate: number
  /** How much stronger one player is than another. Its error is not that of the two ratings put together. */
  readonly difference: (player: string, other: string) => Estimate
}

export interface FitOptions {
  /** The mean of all ratings, 0 unless told; with anchors, where the prior of the others is centred. */
  readonly mean?: number
  /** False for games in which both sides are alike, as where both move at once: going first then is worth 0. */
  readonly firstMatters?: boolean
  /** The deviation of the prior, in Elo points, 1000 unless told. */
  readonly prior?: number
  /** Players whose rating is known. They fix the scale, so all error bars are absolute. */
  readonly anchors?: ReadonlyMap<string, number>
  /** Strengths by nearly the same games: the search begins there, and ends at the same place sooner. */
  readonly from?: Strengths
}

/** Elo points in one natural unit: ten wins for each loss are 400 points. */
const POINTS = 400 / Math.LN10

/** The deviation of the prior of an anchor, in Elo points: a thousand games move it by less than a tenth of a point. */
const ANCHOR_DEVIATION = 0.1

/**
 * The most likely ratings, all games taken together. The result does not depend on the order of players or games, to the last bit.
 *
 * A weak prior, as if every rating, the worth of going first and the odds of a draw had been drawn from a bell curve around 0 with a
 * deviation of 1,000 points, keeps finite what the games leave open: players who won every game, and groups that
 * never met. Ten games against an equal weigh eighty times as much.
 */
export const fitRatings = (
  players: readonly string[],
  results: readonly PairResults[],
  options: FitOptions = {},
): Ratings => withErrors(fitStrengths(players, results, options))

/** The ratings of a fit with their errors, which take most of its time. */
export function withErrors({ names, elos, goingFirst, drawRate, solution }: Strengths): Ratings {
  const { model, terms, place, isAnchored } = solution
  const { games, firstMatters } = model
  const covariance = isAnchored ? inverseOf(model, place) : covarianceOf(model, place)
  const estimate = (elo: number, variance: number): Estimate => {
    const deviation = POINTS * Math.sqrt(Math.max(0, variance))
    const margin = DEVIATIONS_95 * deviation
    return {
      elo: rounded(elo),
      low: rounded(elo - margin),
      high: rounded(elo + margin),
      deviation: rounded(deviation),
    }
  }
  const term = (index: number): number => terms[index] as number
  // Each is a dot product, and a table of all pairs asks for them a thousand times.
  const variances = Float64Array.from(names, (_, i) => covariance(i, i))
  const variance = (index: number): number => variances[index] as number
  const records = recordsOf(games)
  const indexes = new Map(names.map((name, index) => [name, index]))
  const indexOf = (name: string): number => {
    const index = indexes.get(name)
    if (index === undefined) throw new Error(`Cannot compare ${name}: it was not rated`)
    return index
  }
  const rate = (player: string, i: number): Rating => ({
    player,
    ...estimate(elos[i] as number, variance(i)),
    games: records.games[i] as number,
    points: records.points[i] as number,
  })
  const first = names.length
  return {
    players: names.map(rate).sort((a, b) => b.elo - a.elo),
    goingFirst: estimate(goingFirst, firstMatters ? covariance(first, first) : 0),
    drawRate: rounded(drawRate),
    difference(player, other) {
      const [i, j] = [indexOf(player), indexOf(other)]
      return estimate(POINTS * (term(i) - term(j)), variance(i) + variance(j) - 2 * covariance(i, j))
    },
  }
}

/** The ratings of a fit without their errors. */
export interface Strengths {
  readonly names: readonly string[]
  /** In Elo points, in the order of the names. */
  readonly elos: Float64Array
  readonly goingFirst: number
  readonly drawRate: number
  /** How much work the search was. */
  readonly effort: Effort
  /** What `withErrors` needs. */
  readonly solution: Solution
}

/** What a search counts: how often it evaluated the likelihood, and its products with a curvature. */
interface Effort {
  readonly places: number
  readonly products: number
}

interface Solution {
  readonly model: Davidson
  readonly terms: Float64Array
  readonly place: Place
  readonly isAnchored: boolean
}

export function fitStrengths(
  players: readonly string[],
  results: readonly PairResults[],
  { mean = 0, firstMatters = true, prior = 1000, anchors = NO_ANCHORS, from }: FitOptions = {},
): Strengths {
  const names = players.toSorted()
  const games = gamesByPair(names, results)
  const size = names.length + 2
  const model: Davidson = {
    games,
    prior: {
      means: Float64Array.from({ length: size }, (_, t) => ((anchorOf(t) ?? mean) - mean) / POINTS),
      precisions: Float64Array.from(
        { length: size },
        (_, t) => (POINTS / (anchorOf(t) === undefined ? prior : ANCHOR_DEVIATION)) ** 2,
      ),
    },
    firstMatters,
  }
  function anchorOf(term: number): number | undefined {
    return anchors.get(names[term] as string)
  }
  const isAnchored = names.some((name) => anchors.has(name))
  const { terms, place, effort } = climb(
    model,
    from ? startFrom(from, names, model.prior.means) : model.prior.means,
  )
  const term = (index: number): number => terms[index] as number
  const centre = isAnchored ? 0 : names.reduce((sum, _, index) => sum + term(index), 0) / names.length
  const nu = games.hasDraws ? Math.exp(term(names.length + 1)) : 0
  return {
    names,
    elos: Float64Array.from(names, (_, index) => mean + POINTS * (term(index) - centre)),
    goingFirst: POINTS * term(names.length),
    drawRate: nu / (2 + nu),
    effort,
    solution: { model, terms, place, isAnchored },
  }
}

/** The terms of an earlier fit; for players that it does not have, the prior. */
function startFrom(
  { names: known, solution: { terms } }: Strengths,
  names: readonly string[],
  means: Float64Array,
): Float64Array {
  const places = new Map(known.map((name, index) => [name, index]))
  return means.map((mean, index) => {
    const name = names[index]
    // After the players come the worth of going first and the odds of a draw.
    const place = name === undefined ? index - names.length + known.length : places.get(name)
    return place === undefined ? mean : (terms[place] as number)
  })
}

const NO_ANCHORS: ReadonlyMap<string, number> = new Map()

/** How far a step may change a term, in natural units. */
const FARTHEST = 4

interface Top {
  readonly terms: Float64Array
  readonly place: Place
  readonly effort: Effort
}

/** Newton's method. The function is strictly concave, so it has one maximum. */
function climb(model: Davidson, from: Float64Array): Top {
  const diagonal = new Float64Array(termsOf(model))
  let terms = Float64Array.from(from)
  let place = placeAt(model, terms)
  const effort = { places: 1, products: 0 }
  for (let round = 0; round < 200; round++) {
    fillDiagonal(model, place, diagonal)
    const { curves, slope, height } = place
    const step = solveByGradients(
      (vector, into) => {
        effort.products++
        multiplyCurvature(model, curves, vector, into)
      },
      diagonal,
      slope,
    )
    // If the function were a parabola, half of this would be the missing height, and its root the distance in standard errors.
    const missing = dot(slope, step)
    const here = terms
    // Near the maximum, rounding may be larger than the rise of a step.
    const noise = 1e-12 * Math.abs(height)
    // A step that is far too long may end where the function is almost flat, and coming back from there would take many steps.
    const longest = step.reduce((most, by) => Math.max(most, Math.abs(by)), FARTHEST)
    const whole = FARTHEST / longest
    for (let length = whole; length > 1e-12 * whole; length /= 2) {
      terms = here.map((term, t) => term + length * (step[t] as number))
      place = placeAt(model, terms)
      effort.places++
      if (place.height >= height + 1e-4 * length * missing - noise) break
    }
    // The last step was a millionth of a standard error, or as short as rounding allows. The next one would be far shorter.
    if (missing < 1e-12 + 1e-15 * Math.abs(height)) return { terms, place, effort }
  }
  throw new Error('The rating fit does not converge')
}

function fillDiagonal({ games, prior }: Davidson, { curves }: Place, into: Float64Array): void {
  const { players, first, second } = games
  into.set(prior.precisions)
  for (let e = 0; e < first.length; e++) {
    const byX = curves.xx[e] as number
    const i = first[e] as number
    const j = second[e] as number
    into[i] = (into[i] as number) + byX
    into[j] = (into[j] as number) + byX
    into[players] = (into[players] as number) + byX
    into[players + 1] = (into[players + 1] as number) + (curves.vv[e] as number)
  }
}

/**
 * The inverse of the information, for players measured against their mean. Games say nothing about the mean: what is
 * known about it comes from the prior alone, and is tiny, which would make the inversion inexact. So it is raised to
 * the size of the rest before the inversion, and the effect on the inverse is subtracted after it. All else stays the
 * same.
 */
function covarianceOf(model: Davidson, { curves }: Place): (i: number, j: number) => number {
  const { players } = model.games
  if (isSparse(model)) {
    const inverse = invertSparse(sparseCurvature(model, curves))
    // The shift of all players by one amount is an eigenvector: games say nothing about it. So its part of the inverse is known exactly.
    const shift = 1 / (players * (model.prior.precisions[0] as number))
    return (i, j) => inverse(i, j) - (i < players ? shift : 0)
  }
  const size = termsOf(model)
  const matrix = curvatureMatrix(model, curves)
  let trace = 0
  for (let i = 0; i < players; i++) trace += matrix[i * size + i] as number
  const raise = trace / (players * players)
  for (let i = 0; i < players; i++)
    for (let j = 0; j <= i; j++) matrix[i * size + j] = (matrix[i * size + j] as number) + raise
  // Without anchors the prior of all players is the same.
  const precision = model.prior.precisions[0] as number
  const ofMean = 1 / (players * precision + players * players * raise)
  const inverse = invert(matrix, size)
  // No caller asks for what a player and the worth of going first have in common.
  return (i, j) => inverse(i, j) - (i < players ? ofMean : 0)
}

/** The inverse of the information as it is: anchors say where the scale begins. */
function inverseOf(model: Davidson, { curves }: Place): (i: number, j: number) => number {
  return isSparse(model)
    ? invertSparse(sparseCurvature(model, curves))
    : invert(curvatureMatrix(model, curves), termsOf(model))
}

/** A contest has at most so many, and its table asks for all pairs: then one inverse of the whole matrix takes a second, and a solution for each player three. */
const FEW_PLAYERS = 1_000
/** Pairs that met, for each player. If there are more, a step for each player saves little. */
const FEW_PAIRS = 6
/** A weaker prior takes too many digits of what is left when the shift of all players is subtracted. */
const LEAST_PRECISION = 1e-4

/** Whether few of the players have met: then most entries of the curvature are 0. */
const isSparse = ({ games: { players, first }, prior }: Davidson): boolean =>
  players > FEW_PLAYERS &&
  first.length < FEW_PAIRS * players &&
  prior.precisions.every((precision) => precision > LEAST_PRECISION)

function recordsOf(games: GamesByPair): { readonly games: Float64Array; readonly points: Float64Array } {
  const sums = { games: new Float64Array(games.players), points: new Float64Array(games.players) }
  games.first.forEach((i, e) => {
    const j = games.second[e] as number
    const [won, drawn, lost] = [games.wins[e] as number, games.draws[e] as number, games.losses[e] as number]
    for (const [player, points] of [
      [i, won + drawn / 2],
      [j, lost + drawn / 2],
    ] as const) {
      sums.games[player] = (sums.games[player] as number) + won + drawn + lost
      sums.points[player] = (sums.points[player] as number) + points
    }
  })
  return sums
}

/** Adding 0 turns −0 into 0. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 + 0
