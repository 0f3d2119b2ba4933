/**
 * The inverse of a symmetric positive definite matrix, of which only the lower half is read. It is kept as W Wᵀ with W zero left
 * of its diagonal: an entry is the dot product of two rows of W, and making all entries would be as much work again.
 *
 * A thousand rows take some tenths of a second, twice as many eight times as long.
 */
export function invert(matrix: Float64Array, size: number): (row: number, column: number) => number {
  const padded = pad(matrix, size)
  factorise(padded)
  const { size: wide, cells } = invertFactor(padded)
  return (row, column) => {
    const [a, b] = [row * wide, column * wide]
    let sum = 0
    for (let k = Math.max(row, column); k < size; k++)
      sum += (cells[a + k] as number) * (cells[b + k] as number)
    return sum
  }
}

interface Square {
  readonly size: number
  readonly cells: Float64Array
}

const at = ({ size, cells }: Square, row: number, column: number): number =>
  cells[row * size + column] as number

/** Rows of the unit matrix make the size a multiple of four, the height of a tile. */
function pad(matrix: Float64Array, size: number): Square {
  const wide = Math.ceil(size / 4) * 4
  const cells = new Float64Array(wide * wide)
  for (let row = 0; row < size; row++)
    cells.set(matrix.subarray(row * size, row * size + row + 1), row * wide)
  for (let row = size; row < wide; row++) cells[row * wide + row] = 1
  return { size: wide, cells }
}

/** Puts Cholesky's factor in the place of the lower half, two columns at a time. */
function factorise(square: Square): void {
  const { size, cells } = square
  const tile = new Float64Array(8)
  for (let column = 0; column < size; column += 2) {
    for (let row = column - (column % 4); row < size; row += 4) {
      multiplyTile(square, column, square, row, 0, column, tile)
      for (let t = 0; t < 8; t++) {
        const [r, c] = [row + (t % 4), column + Math.floor(t / 4)]
        // What is above the diagonal is never read.
        cells[r * size + c] = at(square, r, c) - (tile[t] as number)
      }
    }
    scaleColumn(square, column)
    const next = column + 1
    const by = at(square, next, column)
    for (let row = next; row < size; row++)
      cells[row * size + next] = at(square, row, next) - by * at(square, row, column)
    scaleColumn(square, next)
  }
}

function scaleColumn(square: Square, column: number): void {
  const { size, cells } = square
  const pivot = Math.sqrt(at(square, column, column))
  if (!(pivot > 0)) throw new Error('Cannot invert a matrix that is not positive definite')
  cells[column * size + column] = pivot
  for (let row = column + 1; row < size; row++) cells[row * size + column] = at(square, row, column) / pivot
}

/** The transposed inverse of a factor: four of its rows at a time, two columns at a time. */
function invertFactor(factor: Square): Square {
  const { size } = factor
  const inverse: Square = { size, cells: new Float64Array(size * size) }
  const tile = new Float64Array(8)
  for (let row = 0; row < size; row += 4) {
    for (let column = row; column < size; column += 2) {
      multiplyTile(factor, column, inverse, row, row, column, tile)
      const next = column + 1
      for (let r = 0; r < 4; r++) {
        const line = row + r
        const value = ((line === column ? 1 : 0) - (tile[r] as number)) / at(factor, column, column)
        const rest = (tile[r + 4] as number) + at(factor, next, column) * value
        inverse.cells[line * size + column] = value
        inverse.cells[line * size + next] = ((line === next ? 1 : 0) - rest) / at(factor, next, next)
      }
    }
  }
  return inverse
}

/**
 * The dot products of two rows of `a` with four rows of `b`, from one column to another. Nearly all the time goes here; a tile
 * uses every number it fetches more than once.
 */
function multiplyTile(
  { size, cells: a }: Square,
  rowOfA: number,
  { cells: b }: Square,
  rowOfB: number,
  from: number,
  to: number,
  tile: Float64Array,
): void {
  const a0 = rowOfA * size
  const a1 = a0 + size
  const b0 = rowOfB * size
  const b1 = b0 + size
  const b2 = b1 + size
  const b3 = b2 + size
  let s00 = 0
  let s01 = 0
  let s02 = 0
  let s03 = 0
  let s10 = 0
  let s11 = 0
  let s12 = 0
  let s13 = 0
  for (let k = from; k < to; k++) {
    const x0 = a[a0 + k] as number
    const x1 = a[a1 + k] as number
    const y0 = b[b0 + k] as number
    const y1 = b[b1 + k] as number
    const y2 = b[b2 + k] as number
    const y3 = b[b3 + k] as number
    s00 += x0 * y0
    s01 += x0 * y1
    s02 += x0 * y2
    s03 += x0 * y3
    s10 += x1 * y0
    s11 += x1 * y1
    s12 += x1 * y2
    s13 += x1 * y3
  }
  tile[0] = s00
  tile[1] = s01
  tile[2] = s02
  tile[3] = s03
  tile[4] = s10
  tile[5] = s11
  tile[6] = s12
  tile[7] = s13
}
