import { expect, test } from 'vitest'
import { deferred, type Deferred } from '../base/deferred.ts'
import { formerRungsOf, rungsOf } from '../brains/rungs.ts'
import { boostTron } from '../challenges/boost-tron.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { DEVIATIONS_95 } from '../rating/normal.ts'
import type { MatchRow } from '../store/store.ts'
import type { Fit, FitTask, LadderFits } from './ladder-fits.ts'
import { meanOf, openLadderSeason } from './ladder-season.ts'
import { RATED_HOUSE, ratedBot, ratedRow } from './rated-row.fixture.ts'

/** Fits that end when a test says so. */
function openFits() {
  const tasks: (Deferred<Fit> & { readonly task: FitTask })[] = []
  const fits: LadderFits = {
    fit(task) {
      const done = deferred<Fit>()
      tasks.push({ ...done, task })
      return done.promise
    },
    async [Symbol.asyncDispose]() {},
  }
  return { fits, tasks, end: (index: number, fit: Fit = NO_FIT) => tasks[index]?.resolve(fit) }
}

const NO_FIT: Fit = { ratings: [], differences: [] }

function open(rows: readonly MatchRow[], challenge: Challenge = quoridor) {
  const now = openFits()
  const past = openFits()
  const failures: unknown[] = []
  const season = openLadderSeason({
    challenge,
    rows,
    fits: now.fits,
    pastFits: past.fits,
    onFailure: (error) => void failures.push(error),
  })
  return { season, now, past, failures }
}

/** Lets promises settle. */
const flush = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

test('a fit gets all results, the house at its measured strength, and the versions to compare', async () => {
  const { season, now } = open([
    ratedRow(1),
    ratedRow(2, { players: [ratedBot(3, 10), RATED_HOUSE] }),
    ratedRow(3, { players: [ratedBot(3, 4), ratedBot(5, 1)] }),
    // Has not played yet.
    ratedRow(4, { players: [ratedBot(3, 11), RATED_HOUSE], status: 'waiting' }),
  ])
  const asked = season.fitted()
  expect(now.tasks.map(({ task }) => task)).toEqual([
    {
      challenge: 'quoridor',
      results: season.results.results(),
      // Also brains that are no rung any more: games against them are in the log.
      anchors: [...rungsOf(quoridor), ...formerRungsOf(quoridor)].map(({ brain, rating }) => [
        `house:${brain}`,
        rating,
      ]),
      mean: meanOf(quoridor),
      firstMatters: true,
      compare: [
        ['bot:3@4', 'bot:3@2'],
        ['bot:3@10', 'bot:3@4'],
      ],
    },
  ])
  now.end(0, {
    ratings: [{ player: 'bot:3@2', rating: 900, error: 50 }],
    differences: [{ player: 'bot:3@4', other: 'bot:3@2', points: 30, error: 10 }],
  })
  const fitted = await asked
  expect(fitted).toMatchObject({ matches: 3, games: 3, different: 3 })
  expect([...fitted.ratings]).toEqual([['bot:3@2', { player: 'bot:3@2', rating: 900, error: 50 }]])
  expect([...fitted.gains]).toEqual([['bot:3@4', { version: 2, points: 30, plusMinus: DEVIATIONS_95 * 10 }]])
  expect(fitted.played.get('bot:3@11')).toMatchObject({ pending: 1, games: 0 })
  // It is kept.
  expect(await season.fitted()).toBe(fitted)
  expect(now.tasks).toHaveLength(1)
})

test('where players change seats, going first does not matter', () => {
  const { season, now } = open([ratedRow(1, {}, boostTron)], boostTron)
  void season.fitted()
  expect(now.tasks[0]?.task.firstMatters).toBe(false)
})

test('without a result nothing is fitted', async () => {
  const { season, now } = open([ratedRow(1, { status: 'waiting' })])
  expect(await season.fitted()).toMatchObject({ matches: 0, games: 0, ratings: new Map(), gains: new Map() })
  expect(now.tasks).toEqual([])
  expect(await season.history()).toEqual([])
})

test('those who ask at the same time share a fit; results that come meanwhile are fitted by the next', async () => {
  const { season, now } = open([ratedRow(1)])
  season.add(ratedRow(2))
  // No request has asked for ratings yet.
  expect(now.tasks).toEqual([])
  const both = [season.fitted(), season.fitted()]
  expect(now.tasks).toHaveLength(1)
  now.end(0)
  expect((await Promise.all(both)).map(({ matches }) => matches)).toEqual([2, 2])
  season.add(ratedRow(3))
  season.add(ratedRow(4))
  expect(now.tasks).toHaveLength(2)
  expect((await season.fitted()).matches).toBe(2)
  now.end(1)
  await flush()
  // The fit had begun with the third match.
  expect((await season.fitted()).matches).toBe(3)
  expect(now.tasks).toHaveLength(3)
  now.end(2)
  await flush()
  expect((await season.fitted()).matches).toBe(4)
  // A match that does not count is no reason for a fit.
  season.add(ratedRow(5, { void: true }))
  await flush()
  expect(now.tasks).toHaveLength(3)
})

test('a fit that fails is told, and the ratings of the last one stay', async () => {
  const { season, now, failures } = open([ratedRow(1)])
  const first = season.fitted()
  now.end(0)
  const fitted = await first
  season.add(ratedRow(2))
  now.tasks[1]?.reject(new Error('no thread'))
  await flush()
  expect(failures).toEqual([new Error('no thread')])
  expect(await season.fitted()).toBe(fitted)
  // The next result is a new try.
  season.add(ratedRow(3))
  expect(now.tasks).toHaveLength(3)
})

test('a history is fitted beside the ratings of now', async () => {
  const { season, now, past } = open([ratedRow(1), ratedRow(2)])
  const asked = season.history()
  now.end(0, { ...NO_FIT, ratings: [{ player: 'bot:3@2', rating: 900, error: 50 }] })
  await flush()
  expect(past.tasks.map(({ task }) => task)).toMatchObject([
    { challenge: 'quoridor', results: [{ wins: 1 }], compare: [] },
  ])
  past.end(0)
  const points = await asked
  expect(points.map(({ at }) => at)).toEqual([1, 2])
  expect(points[1]?.ratings.get('bot:3@2')?.rating).toBe(900)
})

test('a new bot is expected in the middle of the house, or at its weakest brain where none was measured', () => {
  const ratings = rungsOf(quoridor).map(({ rating }) => rating)
  expect(ratings.length).toBeGreaterThan(2)
  expect(meanOf(quoridor)).toBeCloseTo(ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length)
  expect(meanOf({ ...quoridor, id: 'not-measured' })).toBe(600)
})
