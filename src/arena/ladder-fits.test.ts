import { expect, test } from 'vitest'
import { withoutThreads } from '../runner/without-threads.fixture.ts'
import { openLadderFits, type FitTask } from './ladder-fits.ts'

/** The first won all games against the second. */
const task = (wins: number, more: Partial<FitTask> = {}): FitTask => ({
  challenge: 'quoridor',
  results: [{ first: 'bot:1@1', second: 'house:random', wins, draws: 0, losses: 0 }],
  anchors: [['house:random', 600]],
  mean: 1000,
  firstMatters: true,
  compare: [],
  ...more,
})

test('each task gets its own fit, and one that cannot be fitted fails alone', async () => {
  await using fits = openLadderFits()
  const asked = [
    fits.fit(task(1)),
    // No player plays itself.
    fits.fit(task(1, { results: [{ first: 'bot:1@1', second: 'bot:1@1', wins: 1, draws: 0, losses: 0 }] })),
    fits.fit(task(50, { compare: [['bot:1@1', 'house:random']] })),
  ]
  const [one, wrong, many] = await Promise.allSettled(asked)
  expect(wrong).toEqual({
    status: 'rejected',
    reason: new Error('Cannot rate a game of bot:1@1 against bot:1@1'),
  })
  if (one?.status !== 'fulfilled' || many?.status !== 'fulfilled') throw new Error('a fit failed')
  const rating = (fit: typeof one): number | undefined =>
    fit.value.ratings.find(({ player }) => player === 'bot:1@1')?.rating
  expect(rating(many)).toBeGreaterThan(rating(one) ?? Infinity)
  expect(one.value.differences).toEqual([])
  expect(many.value.differences).toMatchObject([{ player: 'bot:1@1', other: 'house:random' }])
  expect(many.value.differences[0]?.points).toBeCloseTo((rating(many) ?? 0) - 600)
})

test('without room for a thread a fit is refused, and later ones are those of their own tasks', async () => {
  await using fits = openLadderFits()
  await expect(withoutThreads(async () => fits.fit(task(1)))).rejects.toThrow('EAGAIN')
  const asked = ['bot:2@1', 'bot:3@1'].map((first) =>
    fits.fit(task(1, { results: [{ first, second: 'house:random', wins: 1, draws: 0, losses: 0 }] })),
  )
  const players = (await Promise.all(asked)).map(({ ratings }) => ratings.map(({ player }) => player))
  expect(players).toMatchObject([
    ['bot:2@1', 'house:random'],
    ['bot:3@1', 'house:random'],
  ])
})

test('fits that are open when the ladders close are given up', async () => {
  const fits = openLadderFits()
  const asked = fits.fit(task(1)).catch((error: unknown) => error)
  await fits[Symbol.asyncDispose]()
  expect(await asked).toEqual(new Error('the thread that fits ratings has ended'))
})

test('ladders that never fitted anything close at once', async () => {
  await openLadderFits()[Symbol.asyncDispose]()
})
