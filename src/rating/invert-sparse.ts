import { invert } from './invert.ts'

/** A symmetric positive definite matrix in which most rows have few entries. */
export interface SparseMatrix {
  readonly size: number
  readonly diagonal: Float64Array
  /** What is not zero beside the diagonal, each pair once; the same pair may come several times. */
  readonly pairs: Iterable<readonly [row: number, column: number, value: number]>
  /** Rows from here on have an entry in every column: they are eliminated last. */
  readonly full: number
}

/** One eliminated row: its pivot, and its entries divided by that. */
interface Eliminated {
  readonly row: number
  readonly pivot: number
  readonly columns: readonly number[]
  readonly factors: Float64Array
}

/** A row with more entries than this share of the rows that are left is not worth a step of its own: steps with maps are slow. */
const DENSE = 1 / 12

/**
 * The inverse of a matrix as `invert` gives it, for many rows of which most have few entries. Rows are eliminated one by one, the one with the
 * fewest entries first (minimum degree), until those that are left have so many that `invert` is quicker. Entries of the inverse where the factor has some, among them the diagonal, follow from
 * each other from the last row to the first (Takahashi); others are solved for when they are asked for.
 */
export function invertSparse(matrix: SparseMatrix): (row: number, column: number) => number {
  const { size } = matrix
  const rows = rowsOf(matrix)
  const eliminated = eliminate(matrix, rows)
  const gone = new Set(eliminated.map(({ row }) => row))
  const rest = Array.from({ length: size }, (_, row) => row).filter((row) => !gone.has(row))
  const place = new Int32Array(size).fill(-1)
  rest.forEach((row, at) => (place[row] = at))
  const inverse = wholeInverse(denseOf(rest, rows, place), rest.length)

  /** Of each eliminated row: the entries of the inverse in the columns of its factor, and on the diagonal. */
  const known = new Map<number, ReadonlyMap<number, number>>()
  const entry = (row: number, column: number): number | undefined => {
    const [a, b] = [place[row] as number, place[column] as number]
    if (a >= 0 && b >= 0) return inverse[a * rest.length + b]
    return known.get(row)?.get(column) ?? known.get(column)?.get(row)
  }
  for (const { row, pivot, columns, factors } of eliminated.toReversed()) {
    const own = new Map<number, number>()
    let diagonal = 1 / pivot
    for (const [at, column] of columns.entries()) {
      let sum = 0
      for (const [k, other] of columns.entries())
        sum -= (factors[k] as number) * (entry(other, column) as number)
      own.set(column, sum)
      diagonal -= (factors[at] as number) * sum
    }
    own.set(row, diagonal)
    known.set(row, own)
  }

  /** The row that was solved for last, which is a column as well. A table of all pairs asks for it row by row: each is solved for once. */
  let last: { readonly row: number; readonly values: Float64Array } | undefined
  return (row, column) => {
    const found = entry(row, column)
    if (found !== undefined) return found
    if (last?.row === column) return last.values[row] as number
    if (last?.row !== row) last = { row, values: solve(row) }
    return last.values[column] as number
  }

  /** One column of the inverse. */
  function solve(column: number): Float64Array {
    const x = new Float64Array(size)
    x[column] = 1
    for (const { row, columns, factors } of eliminated) {
      const by = x[row] as number
      if (by !== 0)
        columns.forEach((other, at) => (x[other] = (x[other] as number) - by * (factors[at] as number)))
    }
    const right = rest.map((row) => x[row] as number)
    rest.forEach((row, a) => {
      let sum = 0
      right.forEach((value, b) => (sum += value * (inverse[a * rest.length + b] as number)))
      x[row] = sum
    })
    for (const { row, pivot, columns, factors } of eliminated.toReversed()) {
      let value = (x[row] as number) / pivot
      columns.forEach((other, at) => (value -= (factors[at] as number) * (x[other] as number)))
      x[row] = value
    }
    return x
  }
}

type Rows = readonly Map<number, number>[]

/** Each row with its diagonal; rows that are full have their entries in the others. */
function rowsOf({ size, diagonal, pairs }: SparseMatrix): Rows {
  const rows = Array.from({ length: size }, (_, row) => new Map([[row, diagonal[row] as number]]))
  for (const [row, column, value] of pairs) {
    add(rows, row, column, value)
    add(rows, column, row, value)
  }
  return rows
}

function add(rows: Rows, row: number, column: number, value: number): void {
  const own = rows[row] as Map<number, number>
  own.set(column, (own.get(column) ?? 0) + value)
}

function eliminate({ full }: SparseMatrix, rows: Rows): readonly Eliminated[] {
  const done: Eliminated[] = []
  /** Rows by how many entries they had when they were put there. */
  const queue: number[][] = []
  const isGone = new Uint8Array(rows.length)
  const enqueue = (row: number): void =>
    void (queue[(rows[row] as Map<number, number>).size] ??= []).push(row)
  for (let row = 0; row < full; row++) enqueue(row)
  let left = rows.length
  for (let least = 0; least < queue.length && least <= DENSE * left;) {
    const row = queue[least]?.pop()
    if (row === undefined) {
      least++
      continue
    }
    const own = rows[row] as Map<number, number>
    // It was put there before the number of its entries changed.
    if (isGone[row] || own.size !== least) continue
    done.push(eliminateRow(row, own, rows))
    isGone[row] = 1
    left--
    for (const column of own.keys()) {
      if (column >= full || column === row) continue
      enqueue(column)
      least = Math.min(least, (rows[column] as Map<number, number>).size)
    }
  }
  return done
}

function eliminateRow(row: number, own: ReadonlyMap<number, number>, rows: Rows): Eliminated {
  const pivot = own.get(row) as number
  if (!(pivot > 0)) throw new Error('Cannot invert a matrix that is not positive definite')
  const columns = [...own.keys()].filter((column) => column !== row).toSorted((a, b) => a - b)
  const values = columns.map((column) => own.get(column) as number)
  const factors = Float64Array.from(values, (value) => value / pivot)
  columns.forEach((column, a) => {
    const other = rows[column] as Map<number, number>
    other.delete(row)
    columns.forEach((to, b) =>
      other.set(to, (other.get(to) ?? 0) - (values[a] as number) * (factors[b] as number)),
    )
  })
  return { row, pivot, columns, factors }
}

/** All entries of the inverse, row by row. */
function wholeInverse(matrix: Float64Array, size: number): Float64Array {
  const entry = invert(matrix, size)
  const whole = new Float64Array(size * size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      const value = entry(row, column)
      whole[row * size + column] = value
      whole[column * size + row] = value
    }
  return whole
}

/** The lower half of what is left, row by row. */
function denseOf(rest: readonly number[], rows: Rows, place: Int32Array): Float64Array {
  const matrix = new Float64Array(rest.length ** 2)
  rest.forEach((row, at) => {
    for (const [column, value] of rows[row] as Map<number, number>) {
      const to = place[column] as number
      if (to >= 0 && to <= at) matrix[at * rest.length + to] = value
    }
  })
  return matrix
}
