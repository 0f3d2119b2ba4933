import { expect, test } from 'vitest'
import { solveByGradients } from './conjugate-gradients.ts'

/** Solves with a matrix, and counts how often it is multiplied with. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]) {
  let products = 0
  const solution = solveByGradients(
    (vector, into) => {
      products++
      matrix.forEach((row, i) => {
        into[i] = row.reduce((sum, value, j) => sum + value * (vector[j] as number), 0)
      })
    },
    Float64Array.from(matrix, (row, i) => row[i] as number),
    Float64Array.from(right),
  )
  return { solution: [...solution], products }
}

test('a matrix of n rows is solved to six digits with n products', () => {
  const matrix = [
    [4, 1, 0, 2],
    [1, 3, 1, 0],
    [0, 1, 2, 0.5],
    [2, 0, 0.5, 5],
  ]
  const wanted = [3, -2, 7, 0.25]
  const right = matrix.map((row) => row.reduce((sum, value, j) => sum + value * (wanted[j] as number), 0))
  const { solution, products } = solve(matrix, right)
  solution.forEach((value, i) => expect(value / (wanted[i] as number)).toBeCloseTo(1, 6))
  expect(products).toBeLessThanOrEqual(4)
})

test('the scale of a row does not matter: a diagonal matrix takes one product', () => {
  const diagonal = [1e-6, 1, 1e6, 1e9]
  const { solution, products } = solve(
    diagonal.map((value, i) => diagonal.map((_, j) => (i === j ? value : 0))),
    [1e-6, 2, 3e6, -4e9],
  )
  solution.forEach((value, i) => expect(value).toBeCloseTo([1, 2, 3, -4][i] as number, 9))
  expect(products).toBe(1)
})

test('nothing is to be done for a right side of zeros', () => {
  expect(solve([[2]], [0])).toEqual({ solution: [0], products: 0 })
})

test('what does not converge ends after 100 products and 10 for each row', () => {
  let products = 0
  // This matrix is not symmetric.
  const multiply = (vector: Float64Array, into: Float64Array): void => {
    products++
    for (let i = 0; i < 3; i++) into[i] = (vector[i] as number) + 2 * (vector[(i + 1) % 3] as number)
  }
  solveByGradients(multiply, Float64Array.of(1, 1, 1), Float64Array.of(1, 2, -4))
  expect(products).toBe(130)
})
