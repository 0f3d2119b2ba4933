/** Ninety-five of a hundred normal numbers lie within so many deviations of their mean. */
export const DEVIATIONS_95 = 1.959963984540054

/** The chance that a standard normal number is below `z`, to about 15 decimals (Marsaglia's series). */
export function normalBelow(z: number): number {
  if (z < -9) return 0
  if (z > 9) return 1
  let sum = z
  let term = z
  for (let k = 3; sum + term !== sum; k += 2) {
    term *= (z * z) / k
    sum += term
  }
  const chance = 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
  return Math.min(1, Math.max(0, chance))
}
