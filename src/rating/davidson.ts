import type { GamesByPair } from './games-by-pair.ts'
import type { SparseMatrix } from './invert-sparse.ts'

/**
 * Davidson's model (1970): the model of Bradley and Terry with draws. Let the first player be stronger by x: its
 * strength, less the other's, plus what going first is worth. Then a win, a draw and a loss are as likely as e^(x/2) :
 * ν : e^(−x/2).
 *
 * It is used instead of Rao and Kupper's model for two reasons. The most likely strengths give every player the points
 * that it made, a draw counting one half, so the ratings agree with the table by points on what a draw is worth. The
 * logarithm of the likelihood is concave, so there is one best fit, and Newton's method finds it from every start.
 *
 * Terms are strengths in natural units, one for each player, then the worth of going first, then ln ν. Each has a
 * normal prior with a mean and a precision of its own.
 */
export interface Davidson {
  readonly games: GamesByPair
  readonly prior: Prior
  readonly firstMatters: boolean
}

/** By term. */
export interface Prior {
  readonly means: Float64Array
  readonly precisions: Float64Array
}

/** The model at one place: how likely it makes the games, and how that changes with each term. */
export interface Place {
  /** The logarithm of the likelihood times the prior. */
  readonly height: number
  readonly slope: Float64Array
  /** For each pair the curvature by x twice, by x and ln ν, and by ln ν twice, turned positive. */
  readonly curves: { readonly xx: Float64Array; readonly xv: Float64Array; readonly vv: Float64Array }
}

export const termsOf = ({ games }: Davidson): number => games.players + 2

export function placeAt({ games, prior, firstMatters }: Davidson, terms: Float64Array): Place {
  const { players, first, second, wins, draws, losses, hasDraws } = games
  const [goingFirst, drawing] = [players, players + 1]
  // Where going first does not matter, its term stays at 0.
  const worth = terms[goingFirst] as number
  const logNu = terms[drawing] as number
  // Without draws the best ν is 0, exactly: its term stays where it is and takes part in nothing.
  const nu = hasDraws ? boundedExp(logNu) : 0
  const { means, precisions } = prior
  const slope = terms.map((term, t) => -(precisions[t] as number) * (term - (means[t] as number)))
  let height = 0
  for (let t = 0; t < terms.length; t++)
    height -= ((precisions[t] as number) * ((terms[t] as number) - (means[t] as number)) ** 2) / 2
  const size = first.length
  const curves = { xx: new Float64Array(size), xv: new Float64Array(size), vv: new Float64Array(size) }
  for (let e = 0; e < size; e++) {
    const i = first[e] as number
    const j = second[e] as number
    const won = wins[e] as number
    const drawn = draws[e] as number
    const lost = losses[e] as number
    const x = (terms[i] as number) - (terms[j] as number) + worth
    const up = boundedExp(x / 2)
    const total = up + 1 / up + nu
    const played = won + drawn + lost
    const win = up / total
    const draw = nu / total
    const loss = 1 / up / total
    // Nothing is subtracted from 1, and no large sum from another: so the digits of results that are almost certain do not cancel.
    height -= won * Math.log1p((1 / up + nu) / up)
    if (drawn > 0) height -= drawn * Math.log1p((up + 1 / up) / nu)
    height -= lost * Math.log1p((up + nu) * up)
    const surplus = won * (loss + draw / 2) + (drawn * (loss - win)) / 2 - lost * (win + draw / 2)
    slope[i] = (slope[i] as number) + surplus
    slope[j] = (slope[j] as number) - surplus
    if (firstMatters) slope[goingFirst] = (slope[goingFirst] as number) + surplus
    slope[drawing] = (slope[drawing] as number) + drawn * (win + loss) - (won + lost) * draw
    curves.xx[e] = played * (win * loss + (draw * (win + loss)) / 4)
    curves.xv[e] = (played * draw * (loss - win)) / 2
    curves.vv[e] = played * draw * (win + loss)
  }
  return { height, slope, curves }
}

/** A step may be far too long before it is shortened. This bound keeps its values finite. */
const boundedExp = (power: number): number => Math.exp(Math.max(-300, Math.min(300, power)))

/** The curvature, which is the information the games and the prior hold about the terms, times a vector. */
export function multiplyCurvature(
  { games, prior, firstMatters }: Davidson,
  { xx, xv, vv }: Place['curves'],
  vector: Float64Array,
  into: Float64Array,
): void {
  const { players, first, second } = games
  const [goingFirst, drawing] = [players, players + 1]
  const worth = vector[goingFirst] as number
  const v = vector[drawing] as number
  let sumX = 0
  let sumV = 0
  for (let t = 0; t < vector.length; t++) into[t] = (prior.precisions[t] as number) * (vector[t] as number)
  for (let e = 0; e < first.length; e++) {
    const i = first[e] as number
    const j = second[e] as number
    const x = (vector[i] as number) - (vector[j] as number) + worth
    const byX = (xx[e] as number) * x + (xv[e] as number) * v
    into[i] = (into[i] as number) + byX
    into[j] = (into[j] as number) - byX
    sumX += byX
    sumV += (xv[e] as number) * x + (vv[e] as number) * v
  }
  if (firstMatters) into[goingFirst] = (into[goingFirst] as number) + sumX
  into[drawing] = (into[drawing] as number) + sumV
}

/** The lower half of the curvature, row by row. */
export function curvatureMatrix(model: Davidson, curves: Place['curves']): Float64Array {
  const { size, diagonal, pairs } = sparseCurvature(model, curves)
  const matrix = new Float64Array(size * size)
  diagonal.forEach((value, term) => (matrix[term * size + term] = value))
  for (const [one, other, value] of pairs) {
    const at = Math.max(one, other) * size + Math.min(one, other)
    matrix[at] = (matrix[at] as number) + value
  }
  return matrix
}

/** The curvature as a sparse matrix: two players have an entry if they met, and all have one with the worth of going first and the odds of a draw. */
export function sparseCurvature(
  { games, prior, firstMatters }: Davidson,
  { xx, xv, vv }: Place['curves'],
): SparseMatrix {
  const { players, first, second } = games
  const [goingFirst, drawing] = [players, players + 1]
  const diagonal = prior.precisions.slice()
  const byFirst = new Float64Array(players)
  const byDraw = new Float64Array(players + 1)
  const add = (sums: Float64Array, at: number, value: number): void =>
    void (sums[at] = (sums[at] as number) + value)
  const pairs: (readonly [number, number, number])[] = []
  for (let e = 0; e < first.length; e++) {
    const i = first[e] as number
    const j = second[e] as number
    const byX = xx[e] as number
    const mixed = xv[e] as number
    add(diagonal, i, byX)
    add(diagonal, j, byX)
    pairs.push([i, j, -byX])
    add(byDraw, i, mixed)
    add(byDraw, j, -mixed)
    add(diagonal, drawing, vv[e] as number)
    if (!firstMatters) continue
    add(byFirst, i, byX)
    add(byFirst, j, -byX)
    add(diagonal, goingFirst, byX)
    add(byDraw, goingFirst, mixed)
  }
  byFirst.forEach((value, player) => pairs.push([goingFirst, player, value]))
  byDraw.forEach((value, term) => pairs.push([drawing, term, value]))
  return { size: players + 2, diagonal, pairs, full: players }
}
