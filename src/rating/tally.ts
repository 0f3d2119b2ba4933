/**
 * Counts of results, the worst first, evenly spaced from no score to the full score: of games losses, draws and wins; of
 * pairs of games with swapped sides those that brought 0, ½, 1, 1½ and 2 points.
 */
export type Tally = readonly number[]

export const sizeOf = (tally: Tally): number => tally.reduce((sum, count) => sum + count, 0)

/** The mean score, from 0 to 1; of no results at all one half. */
export function scoreOf(tally: Tally): number {
  const size = sizeOf(tally)
  return size === 0 ? 0.5 : tally.reduce((sum, count, index) => sum + count * valueOf(tally, index), 0) / size
}

/**
 * How well the results fit a mean score between 0 and 1: the logarithm of their likelihood under the best
 * distribution with that mean, less that of the best distribution of all. It is 0 at the mean score they have,
 * and below everywhere else.
 *
 * The best distribution gives a result of value v, seen n times in N, the chance (n / N) / (1 + t (v − score)) with the
 * one t that makes the mean right. If no t within its limits does, the rest of the chance goes to an extreme result
 * that was not seen; t then is at its limit, so that needs no case of its own.
 */
export function logLikelihoodAt(tally: Tally, score: number): number {
  const tilt = tiltTo(tally, score)
  let sum = 0
  tally.forEach((count, index) => {
    if (count > 0) sum -= count * Math.log1p(tilt * (valueOf(tally, index) - score))
  })
  return sum
}

/** Newton's method, and halving where that would leave the limits. */
function tiltTo(tally: Tally, score: number): number {
  let [low, high] = [-1 / (1 - score), 1 / score]
  let tilt = 0
  for (let round = 0; round < 100; round++) {
    let excess = 0
    let slope = 0
    for (let index = 0; index < tally.length; index++) {
      const count = tally[index] as number
      if (count === 0) continue
      const by = valueOf(tally, index) - score
      const part = by / (1 + tilt * by)
      excess += count * part
      slope += count * part * part
    }
    if (excess > 0) low = tilt
    else high = tilt
    const newton = tilt + excess / slope
    const before = tilt
    tilt = newton > low && newton < high ? newton : (low + high) / 2
    if (tilt === before) break
  }
  return tilt
}

const valueOf = (tally: Tally, index: number): number => index / (tally.length - 1)
