import { expect, test } from 'vitest'
import { deriveSeed, seededRng } from '../base/rng.ts'
import { fitRatings, fitStrengths } from './fit.ts'
import { curvatureMatrix, sparseCurvature } from './davidson.ts'
import type { PairResults } from './games-by-pair.ts'
import { invert } from './invert.ts'
import { invertSparse } from './invert-sparse.ts'

/** Games of players that are near each other, and of each player with one of a few that all meet. */
function ladderOf(players: number, games: number) {
  const rng = seededRng(deriveSeed(1, `ladder ${players}`))
  const names = Array.from({ length: players }, (_, at) => `bot ${String(at).padStart(5, '0')}`)
  const results: PairResults[] = []
  for (let game = 0; game < games; game++) {
    const i = rng.below(players)
    const j = game % 4 === 0 ? rng.below(5) : Math.min(players - 1, i + 1 + rng.below(9))
    if (i === j) continue
    const [first, second] = [names[i] ?? '', names[j] ?? '']
    const result = rng.pick(['wins', 'wins', 'draws', 'losses'] as const)
    results.push({ first, second, wins: 0, draws: 0, losses: 0, [result]: 1 })
  }
  return { names, results }
}

test.each([true, false])(
  'the inverse of a matrix with few entries is that of the whole matrix, where going first matters: %s',
  (firstMatters) => {
    const { names, results } = ladderOf(120, 700)
    const { solution } = fitStrengths(names, results, {
      anchors: new Map([['bot 00000', 600]]),
      firstMatters,
    })
    const { model, place } = solution
    const size = names.length + 2
    const whole = invert(curvatureMatrix(model, place.curves), size)
    const sparse = invertSparse(sparseCurvature(model, place.curves))
    let worst = 0
    for (let row = 0; row < size; row++)
      for (let column = 0; column <= row; column++) {
        const scale = Math.sqrt(whole(row, row) * whole(column, column))
        for (const value of [sparse(row, column), sparse(column, row)])
          worst = Math.max(worst, Math.abs(value - whole(row, column)) / scale)
      }
    expect(worst).toBeLessThan(1e-12)
  },
)

/** With a solve for each of the 160,000 pairs in place of one for each player, this test does not end in time. */
test('a table of all pairs of many players asks for each player once', () => {
  const { names, results } = ladderOf(400, 1000)
  const { difference } = fitRatings(names, results)
  const table = names.map((player) => names.map((other) => difference(player, other).deviation))
  for (const [i, row] of table.entries())
    for (const [j, deviation] of row.entries())
      if (deviation !== table[j]?.[i]) expect(deviation).toBeCloseTo(table[j]?.[i] ?? NaN, 5)
})

test('errors of many players of whom few have met are those that players who all could meet would have', () => {
  const { names, results } = ladderOf(1_010, 5_000)
  // Pairs without a game change nothing, but with them the matrix is inverted as a whole.
  const none = { wins: 0, draws: 0, losses: 0 }
  const padded = [
    ...results,
    ...names.flatMap((first, i) =>
      Array.from({ length: 6 }, (_, k) => ({ first, second: names[(i + 11 + k) % 1_010] ?? '', ...none })),
    ),
  ]
  for (const anchors of [new Map<string, number>(), new Map([['bot 00003', 900]])]) {
    const [sparse, whole] = [results, padded].map((all) => fitRatings(names, all, { anchors }))
    for (const [at, rating] of (sparse?.players ?? []).entries()) {
      const other = whole?.players[at]
      expect(rating.player).toBe(other?.player)
      // A millionth of a point, to which both are rounded.
      for (const what of ['elo', 'low', 'high', 'deviation'] as const)
        expect(Math.abs(rating[what] - (other?.[what] ?? NaN))).toBeLessThan(2e-6)
    }
    expect(sparse?.difference('bot 00001', 'bot 00300').deviation).toBeCloseTo(
      whole?.difference('bot 00001', 'bot 00300').deviation ?? NaN,
      5,
    )
  }
})

test('a ladder of ten thousand versions of bots fits: its whole matrix would have 800 megabytes', () => {
  const { names, results } = ladderOf(10_000, 20_000)
  const { players } = fitRatings(names, results, { anchors: new Map([['bot 00000', 600]]) })
  expect(players).toHaveLength(10_000)
  expect(players.every(({ deviation }) => deviation >= 0 && deviation < 1000.1)).toBe(true)
})

test('a matrix that is not positive definite is refused', () => {
  const matrix = { size: 2, diagonal: Float64Array.from([-1, 1]), pairs: [], full: 2 }
  expect(() => invertSparse(matrix)).toThrow('Cannot invert a matrix that is not positive definite')
})
