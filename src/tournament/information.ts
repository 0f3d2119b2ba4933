/** Fisher's information of one match about the difference of two ratings. */
export function informationOf(difference: number): number {
  const perElo = Math.LN10 / 400
  const chance = 1 / (1 + Math.exp(-perElo * difference))
  return perElo ** 2 * chance * (1 - chance)
}

/** By how much one match is expected to reduce the variance of the difference. */
export const gainOf = (variance: number, information: number): number =>
  (variance ** 2 * information) / (1 + variance * information)
