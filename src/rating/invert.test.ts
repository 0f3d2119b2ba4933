import { expect, test } from 'vitest'
import { invert } from './invert.ts'
import { chance, randomly } from './played.fixture.ts'

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 64])(
  'a matrix of %i rows times its inverse is the unit',
  (size) => {
    const rng = randomly(size)
    const half = Array.from({ length: size }, () => Array.from({ length: size }, () => chance(rng) - 0.5))
    const matrix = half.map((row, i) =>
      half.map((other, j) =>
        row.reduce((sum, value, k) => sum + value * (other[k] ?? NaN), i === j ? 0.5 : 0),
      ),
    )
    // What is right of the diagonal must not be read.
    const inverse = invert(
      Float64Array.from(matrix.flatMap((row, i) => row.map((value, j) => (j > i ? NaN : value)))),
      size,
    )
    matrix.forEach((row, i) => {
      for (let j = 0; j < size; j++) {
        const product = row.reduce((sum, value, k) => sum + value * inverse(k, j), 0)
        expect(product).toBeCloseTo(i === j ? 1 : 0, 10)
      }
    })
  },
)

test('a matrix that is not positive definite throws', () => {
  expect(() => invert(Float64Array.of(1, 0, 2, 1), 2)).toThrow('not positive definite')
  expect(() => invert(Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0), 4)).toThrow(
    'not positive definite',
  )
})
