import { expect, test } from 'vitest'
import { ALL, created, house, newStores, person, tell } from '../new-store.fixture.ts'
import type { LogEntry } from '../store.ts'

const newStore = newStores()

const began = (run: number, rest: object = {}): LogEntry => ({
  kind: 'run-began',
  run,
  challenge: 'quoridor',
  teamUrl: 'http://team/',
  ...rest,
})

const scored = (run: number): LogEntry => ({ kind: 'run-over', run, score: 7, possible: 9, message: 'good' })

test('a run is open until it is over and its coordinator has heard of it', () => {
  using store = newStore()
  const callback = { runId: 'theirs', url: 'http://coordinator/' }
  expect(store.nextRun()).toBe(1)
  tell(
    store,
    person(1001),
    began(1, { callback }),
    began(2, { person: 1001, caseType: 'b', sequential: true }),
  )
  expect(store.nextRun()).toBe(3)
  const run = {
    id: 1,
    challenge: 'quoridor',
    teamUrl: 'http://team/',
    person: undefined,
    caseType: undefined,
    callback,
    created: 2,
    ended: undefined,
    score: undefined,
    possible: undefined,
    message: undefined,
    attempts: 0,
    problem: undefined,
    sequential: undefined,
    isOwed: false,
  }
  expect(store.run(1)).toStrictEqual(run)
  expect(store.run(2)).toMatchObject({ person: 1001, caseType: 'b', callback: undefined, sequential: true })
  expect(store.openRuns().map(({ id }) => id)).toEqual([1, 2])
  tell(store, scored(1), scored(2))
  const result = { ended: 4, score: 7, possible: 9, message: 'good' }
  expect(store.run(1)).toStrictEqual({ ...run, ...result, isOwed: true })
  expect(store.openRuns().map(({ id }) => id)).toEqual([1])
  expect(() => store.append(scored(1))).toThrow('run-over')
  store.append({ kind: 'callback-tried', run: 1, attempt: 1, problem: 'it slept' })
  expect(store.run(1)).toMatchObject({ attempts: 1, problem: 'it slept', isOwed: true })
  store.append({ kind: 'callback-tried', run: 1, attempt: 2 })
  expect(store.run(1)).toMatchObject({ attempts: 2, problem: undefined, isOwed: false })
  expect(store.openRuns()).toEqual([])
  expect(() => store.append({ kind: 'callback-tried', run: 1, attempt: 3 })).toThrow('callback-tried')
})

test('a coordinator that cannot be reached is given up', () => {
  using store = newStore()
  tell(store, began(1, { callback: { runId: 5, url: 'http://coordinator/' }, sequential: false }), scored(1))
  store.append({ kind: 'callback-tried', run: 1, attempt: 1, problem: 'it is gone', last: true })
  expect(store.run(1)).toMatchObject({ problem: 'it is gone', isOwed: false, sequential: false })
  expect(store.openRuns()).toEqual([])
})

test('runs are listed newest first, by person, and with their cases', () => {
  using store = newStore()
  tell(store, person(1001), began(1), began(2, { person: 1001 }), began(3))
  for (const match of [1, 2, 3]) store.append(created(match, [house, house]))
  tell(
    store,
    { kind: 'case-began', run: 1, match: 2, case: 'b' },
    { kind: 'case-began', run: 1, match: 1, case: 'a' },
    { kind: 'case-began', run: 2, match: 3, case: 'a' },
  )
  const ids = (...args: Parameters<typeof store.runs>) => store.runs(...args).map(({ id }) => id)
  expect(ids({}, ALL)).toEqual([3, 2, 1])
  expect(ids({}, { after: 3, limit: 1 })).toEqual([2])
  expect(ids({ person: 1001 }, ALL)).toEqual([2])
  expect(store.casesOf(1)).toEqual([
    { run: 1, match: 1, case: 'a' },
    { run: 1, match: 2, case: 'b' },
  ])
  expect(store.caseOf(3)).toEqual({ run: 2, match: 3, case: 'a' })
  expect(store.caseOf(4)).toBeUndefined()
})
