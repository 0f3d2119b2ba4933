/** All games in which one player went first against another, counted from the first player's side. */
export interface PairResults {
  readonly first: string
  readonly second: string
  readonly wins: number
  readonly draws: number
  readonly losses: number
}

/**
 * The same in columns: one row for each ordered pair that met, players as indexes into their sorted names, rows sorted. Whatever
 * order players and results come in, and however results are split, the columns are the same, and so is every sum over them.
 */
export interface GamesByPair {
  readonly players: number
  readonly first: Int32Array
  readonly second: Int32Array
  readonly wins: Float64Array
  readonly draws: Float64Array
  readonly losses: Float64Array
  readonly hasDraws: boolean
}

export function gamesByPair(names: readonly string[], results: readonly PairResults[]): GamesByPair {
  const indexes = new Map(names.map((name, index) => [name, index]))
  if (indexes.size < names.length) throw new Error('Cannot rate a player twice')
  const firsts = new Int32Array(results.length)
  const seconds = new Int32Array(results.length)
  results.forEach(({ first, second, wins, draws, losses }, at) => {
    const i = indexes.get(first)
    const j = indexes.get(second)
    if (i === undefined || j === undefined || i === j)
      throw new Error(`Cannot rate a game of ${first} against ${second}`)
    if (!isCount(wins) || !isCount(draws) || !isCount(losses))
      throw new Error(`Cannot rate ${wins} wins, ${draws} draws and ${losses} losses`)
    firsts[at] = i
    seconds[at] = j
  })
  const asTheyCame = Int32Array.from(results.keys())
  const sorted = sortBy(firsts, sortBy(seconds, asTheyCame, names.length), names.length)
  return addUp(sorted, { players: names.length, firsts, seconds, results })
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Sorts `order` by a key from 0 up to, not including, `bound`; equals stay in their order. */
function sortBy(keys: Int32Array, order: Int32Array, bound: number): Int32Array {
  const starts = new Int32Array(bound + 1)
  for (const key of keys) starts[key + 1] = (starts[key + 1] as number) + 1
  for (let key = 0; key < bound; key++)
    starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number)
  const sorted = new Int32Array(order.length)
  for (const at of order) {
    const key = keys[at] as number
    const place = starts[key] as number
    sorted[place] = at
    starts[key] = place + 1
  }
  return sorted
}

interface Columns {
  readonly players: number
  readonly firsts: Int32Array
  readonly seconds: Int32Array
  readonly results: readonly PairResults[]
}

/** One row for each run of results of the same pair. Counts are whole numbers, so their sums are exact in any order. */
function addUp(sorted: Int32Array, { players, firsts, seconds, results }: Columns): GamesByPair {
  const first = new Int32Array(sorted.length)
  const second = new Int32Array(sorted.length)
  const wins = new Float64Array(sorted.length)
  const draws = new Float64Array(sorted.length)
  const losses = new Float64Array(sorted.length)
  let rows = 0
  for (const at of sorted) {
    const i = firsts[at] as number
    const j = seconds[at] as number
    const result = results[at] as PairResults
    if (first[rows - 1] !== i || second[rows - 1] !== j) {
      first[rows] = i
      second[rows] = j
      rows++
    }
    const row = rows - 1
    wins[row] = (wins[row] as number) + result.wins
    draws[row] = (draws[row] as number) + result.draws
    losses[row] = (losses[row] as number) + result.losses
  }
  return {
    players,
    first: first.subarray(0, rows),
    second: second.subarray(0, rows),
    wins: wins.subarray(0, rows),
    draws: draws.subarray(0, rows),
    losses: losses.subarray(0, rows),
    hasDraws: draws.some((count) => count > 0),
  }
}
