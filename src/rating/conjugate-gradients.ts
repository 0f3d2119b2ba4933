/**
 * Solves A x = right, to about six digits, for a symmetric positive definite A that is only ever multiplied with: conjugate
 * gradients, scaled with A's diagonal. The same input always takes the same steps.
 */
export function solveByGradients(
  multiply: (vector: Float64Array, into: Float64Array) => void,
  diagonal: Float64Array,
  right: Float64Array,
): Float64Array {
  const x = new Float64Array(right.length)
  const residual = right.slice()
  const scaled = residual.map((value, i) => value / (diagonal[i] as number))
  const direction = scaled.slice()
  const product = new Float64Array(right.length)
  let norm = dot(residual, scaled)
  const enough = norm * 1e-12
  // In exact arithmetic there is one step a dimension at most; rounding may need a few times as many.
  for (let step = 0; norm > enough && step < 10 * right.length + 100; step++) {
    multiply(direction, product)
    const length = norm / dot(direction, product)
    for (let i = 0; i < x.length; i++) {
      x[i] = (x[i] as number) + length * (direction[i] as number)
      residual[i] = (residual[i] as number) - length * (product[i] as number)
      scaled[i] = (residual[i] as number) / (diagonal[i] as number)
    }
    const next = dot(residual, scaled)
    const keep = next / norm
    norm = next
    for (let i = 0; i < x.length; i++) direction[i] = (scaled[i] as number) + keep * (direction[i] as number)
  }
  return x
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
