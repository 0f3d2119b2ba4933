import { expect, test } from 'vitest'
import type { PairResults } from '../rating/games-by-pair.ts'
import { openLadderHistory } from './ladder-history.ts'
import type { CountedMatch } from './ladder-results.ts'

const match = (id: number, ended: number, more: Partial<CountedMatch> = {}): CountedMatch => ({
  match: id,
  ended,
  first: 'bot:1@1',
  second: 'house:random',
  wins: 1,
  draws: 0,
  losses: 0,
  ...more,
})

const many = (count: number): readonly CountedMatch[] =>
  Array.from({ length: count }, (_, index) => match(index + 1, 10 * (index + 1)))

/** Rates the first player of each pair by its number of wins, and keeps what it was asked to fit. */
function openHistory() {
  const asked: (readonly PairResults[])[] = []
  const history = openLadderHistory(async (results) => {
    asked.push(results)
    return {
      ratings: results.map(({ first, wins }) => ({ player: first, rating: wins, error: 1 })),
      differences: [],
    }
  })
  const now = new Map([['bot:1@1', { player: 'bot:1@1', rating: 999, error: 1 }]])
  return {
    asked,
    of: async (matches: readonly CountedMatch[]) =>
      (await history(matches, now)).map(({ at, ratings }) => [at, ratings.get('bot:1@1')?.rating]),
  }
}

test('each point has all matches that had ended by then; the last has the ratings of now', async () => {
  const { of, asked } = openHistory()
  expect(await of([])).toEqual([])
  expect(await of(many(3))).toEqual([
    [10, 1],
    [20, 2],
    [30, 999],
  ])
  expect(asked).toHaveLength(2)
})

test('the matches of a pair are added up, those of another order of seats apart', async () => {
  const { of, asked } = openHistory()
  await of([
    match(1, 10, { draws: 1 }),
    match(2, 20, { losses: 2, draws: 1, wins: 4 }),
    match(3, 30, { first: 'house:random', second: 'bot:1@1' }),
    match(4, 40),
  ])
  expect(asked.at(-1)).toEqual([
    { first: 'bot:1@1', second: 'house:random', wins: 5, draws: 2, losses: 2 },
    { first: 'house:random', second: 'bot:1@1', wins: 1, draws: 0, losses: 0 },
  ])
})

test.each([
  [39, 39, 10],
  [40, 20, 20],
  [79, 40, 20],
  [80, 20, 40],
  [81, 21, 40],
])('%i matches have %i points, the first at %i', async (matches, points, first) => {
  const seen = await openHistory().of(many(matches))
  expect(seen).toHaveLength(points)
  expect(seen[0]?.[0]).toBe(first)
  expect(seen.at(-1)).toEqual([10 * matches, 999])
})

test('what was fitted is not fitted again, also when a ladder doubles', async () => {
  const { of, asked } = openHistory()
  await of(many(39))
  expect(asked).toHaveLength(38)
  await of(many(39))
  await of(many(40))
  expect(asked).toHaveLength(38)
  await of(many(42))
  expect(asked).toHaveLength(39)
})

test('each point knows the newest version of each bot that had played by then', async () => {
  const history = openLadderHistory(async (results) => ({
    ratings: results.map(({ first }) => ({ player: first, rating: 1, error: 1 })),
    differences: [],
  }))
  const played = ['bot:1@2', 'bot:1@10', 'bot:2@1'].map((first, index) =>
    match(index + 1, index + 1, { first }),
  )
  const rated = (player: string) => [player, { player, rating: 1, error: 1 }] as const
  const now = new Map([...played.map(({ first }) => rated(first)), rated('house:random')])
  expect((await history(played, now)).map(({ newest }) => [...newest])).toEqual([
    [[1, 2]],
    [[1, 10]],
    [
      [1, 10],
      [2, 1],
    ],
  ])
})

test('a point lies at the end of its millisecond', async () => {
  const ended = async (...times: readonly number[]) =>
    openHistory().of(times.map((time, index) => match(index + 1, time)))
  expect(await ended(10, 10, 20, 20, 20, 30)).toEqual([
    [10, 2],
    [20, 5],
    [30, 999],
  ])
  expect(await ended(10, 20, 20)).toEqual([
    [10, 1],
    [20, 999],
  ])
})

test('a fit that failed is tried again when the history is asked for again', async () => {
  let isBroken = true
  const history = openLadderHistory(async () => {
    if (isBroken) throw new Error('the thread has ended')
    return { ratings: [], differences: [] }
  })
  await expect(history(many(2), new Map())).rejects.toThrow('the thread has ended')
  isBroken = false
  expect(await history(many(2), new Map())).toHaveLength(2)
})
