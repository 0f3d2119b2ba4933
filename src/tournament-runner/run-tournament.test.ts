import { expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { openCourse } from '../tournament/course.ts'
import { roundRobin } from '../tournament/round-robin.ts'
import { roundRobinKnockOut } from '../tournament/round-robin-knock-out.ts'
import { singleElimination } from '../tournament/single-elimination.ts'
import { chance, favourites, toPlayed, tournament } from '../tournament/simulate.fixture.ts'
import type { AnyFormat } from '../tournament/format.ts'
import type { Pairing, Played } from '../tournament/tournament.ts'
import {
  MAX_ATTEMPTS,
  runTournament,
  type Attempt,
  type TournamentRun,
  type Progress,
} from './run-tournament.ts'

const course = (format: AnyFormat, count: number, options: object = {}) => {
  const read = format.parseOptions(options)
  if (!read.ok) throw new Error(read.problem.message)
  return openCourse(format, tournament(count), read.value)
}

/** A run whose matches take no time; what is given replaces its parts. */
function newRun(more: Partial<TournamentRun<Played>> = {}): TournamentRun<Played> & { log: Played[] } {
  const log: Played[] = []
  return {
    course: course(roundRobin, 4, { games: 1 }),
    workers: 2,
    ledger: { append: async (entry) => void log.push(entry) },
    play: async (pairing) => ({ kind: 'played', entry: toPlayed(pairing, favourites(pairing)) }),
    giveUp: ({ key, players }) => ({ key, players, winner: undefined, score: [0, 0], void: true }),
    log,
    ...more,
  }
}

test.each([1, 2, 4, 100])(
  'with %i workers every match is played once, and never more run at once',
  async (workers) => {
    let running = 0
    let most = 0
    const started: string[] = []
    const run = newRun({
      course: course(roundRobinKnockOut, 6),
      workers,
      async play(pairing) {
        most = Math.max(most, ++running)
        started.push(pairing.key)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        return { kind: 'played', entry: toPlayed(pairing, chance(3)(pairing)) }
      },
    })
    expect(await runTournament(run)).toBe('done')
    expect(most).toBeLessThanOrEqual(workers)
    expect(new Set(started).size).toBe(started.length)
    expect(run.log.map(({ key }) => key).sort()).toEqual(started.toSorted())
    expect(run.course.isDone()).toBe(true)
  },
)

test('nothing is begun, and nothing told, on the strength of a result that is not in the ledger', async () => {
  const first = deferred()
  const saved: string[] = []
  const told: string[] = []
  const run = newRun({
    workers: 1,
    ledger: {
      async append({ key }) {
        if (saved.length === 0) await first.promise
        saved.push(key)
      },
    },
    onProgress: ({ kind, pairing }) => told.push(`${kind} ${pairing.key}`),
  })
  const end = runTournament(run)
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toEqual(['started rr-1v4-g1'])
  first.resolve()
  expect(await end).toBe('done')
  expect(told.slice(0, 3)).toEqual([
    'started rr-1v4-g1',
    'ended rr-1v4-g1',
    expect.stringMatching(/^started/),
  ])
})

test('with two workers nothing begins either while one of two results is on its way to the ledger', async () => {
  const slow = deferred()
  const saved: string[] = []
  const started: string[] = []
  const run = newRun({
    ledger: {
      async append({ key }) {
        if (key === 'rr-1v4-g1') await slow.promise
        saved.push(key)
      },
    },
    onProgress: ({ kind, pairing }) => void (kind === 'started' && started.push(pairing.key)),
  })
  const end = runTournament(run)
  await new Promise((resolve) => setImmediate(resolve))
  // The second worker is free, and its own result is safe.
  expect(saved).toEqual(['rr-2v3-g1'])
  expect(started).toEqual(['rr-1v4-g1', 'rr-2v3-g1'])
  slow.resolve()
  expect(await end).toBe('done')
  expect(started).toHaveLength(6)
})

test('a match that the host fails to play is tried again, and given up after three attempts', async () => {
  const attempts = new Map<string, number>()
  const failures: Progress<Played>[] = []
  const run = newRun({
    async play(pairing): Promise<Attempt<Played>> {
      const attempt = (attempts.get(pairing.key) ?? 0) + 1
      attempts.set(pairing.key, attempt)
      if (pairing.key === 'rr-1v2-g1') throw new Error('no more processes')
      if (pairing.key === 'rr-3v4-g1' && attempt === 1) return { kind: 'failed', why: 'disk' }
      return { kind: 'played', entry: toPlayed(pairing, favourites(pairing)) }
    },
    onProgress(progress) {
      if (progress.kind === 'failed') failures.push(progress)
    },
  })
  expect(await runTournament(run)).toBe('done')
  expect(attempts.get('rr-1v2-g1')).toBe(MAX_ATTEMPTS)
  expect(attempts.get('rr-3v4-g1')).toBe(2)
  expect(run.log.filter((entry) => entry.void).map(({ key }) => key)).toEqual(['rr-1v2-g1'])
  expect(failures.filter(({ pairing }) => pairing.key === 'rr-1v2-g1')).toMatchObject([
    { attempt: 1, isLast: false, why: 'no more processes' },
    { attempt: 2, isLast: false },
    { attempt: 3, isLast: true },
  ])
  expect(run.course.rank().notes).toEqual([
    "1 match could not be played by the host's fault and counts for nobody",
  ])
})

test('a stop lets running matches end and starts no others', async () => {
  const stop = new AbortController()
  const run = newRun({
    stop: stop.signal,
    async play(pairing) {
      stop.abort()
      return { kind: 'played', entry: toPlayed(pairing, favourites(pairing)) }
    },
  })
  expect(await runTournament(run)).toBe('stopped')
  expect(run.log).toHaveLength(2)
  expect(run.course.isDone()).toBe(false)
})

test('an abort ends running matches without a result', async () => {
  const abort = new AbortController()
  const run = newRun({
    signal: abort.signal,
    play: (_: Pairing, signal: AbortSignal) =>
      new Promise<Attempt<Played>>((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'aborted' }))
        setImmediate(() => abort.abort())
      }),
  })
  expect(await runTournament(run)).toBe('stopped')
  expect(run.log).toEqual([])
})

test('a ledger that fails stops everything, and is the exception', async () => {
  let aborted = 0
  const run = newRun({
    ledger: { append: () => Promise.reject(new Error('no space left')) },
    async play(pairing, signal) {
      if (pairing.key === 'rr-2v3-g1')
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted++
            resolve({ kind: 'aborted' })
          })
        })
      return { kind: 'played', entry: toPlayed(pairing, favourites(pairing)) }
    },
  })
  await expect(runTournament(run)).rejects.toThrow('no space left')
  expect(aborted).toBe(1)
})

test('a tournament that is over already is done at once', async () => {
  const run = newRun()
  await runTournament(run)
  expect(await runTournament({ ...run, play: () => Promise.reject(new Error('nothing to play')) })).toBe(
    'done',
  )
})

test('a match that is lost while it is played is neither logged nor tried again, and what follows from it begins', async () => {
  const withdrawal = deferred()
  const tried: string[] = []
  const run = newRun({
    course: course(singleElimination, 4, { thirdPlace: false }),
    async play(pairing) {
      tried.push(pairing.players.toSorted().join(''))
      if (!pairing.players.includes('d'))
        return { kind: 'played', entry: toPlayed(pairing, favourites(pairing)) }
      await withdrawal.promise
      return { kind: 'forfeited' }
    },
  })
  const running = runTournament(run)
  run.course.withdraw('d')
  withdrawal.resolve()
  expect(await running).toBe('done')
  expect(tried).toEqual(['ad', 'bc', 'ab'])
  expect(run.log.map(({ players }) => players.toSorted().join(''))).toEqual(['bc', 'ab'])
})

test('when there are more workers, more matches are taken up at once', async () => {
  let workers = 1
  let fill = (): void => {}
  const started: string[] = []
  const gate = deferred()
  const run = newRun({
    workers: () => workers,
    onOpen: (given) => {
      fill = given
    },
    async play(pairing) {
      started.push(pairing.key)
      await gate.promise
      return { kind: 'played', entry: toPlayed(pairing, favourites(pairing)) }
    },
  })
  const end = runTournament(run)
  expect(started).toHaveLength(1)
  workers = 2
  fill()
  expect(started).toHaveLength(2)
  gate.resolve()
  expect(await end).toBe('done')
})

test('an attempt that ends without a result counts as failed, and says so', async () => {
  const faults: (readonly string[])[] = []
  const whys: string[] = []
  const run = newRun({
    play: async () => ({ kind: 'aborted' }),
    giveUp(pairing, given) {
      faults.push(given)
      return { ...toPlayed(pairing, { winner: undefined, score: [0, 0] }), void: true }
    },
    onProgress: (progress) => void (progress.kind === 'failed' && whys.push(progress.why)),
  })
  expect(await runTournament(run)).toBe('done')
  expect(faults[0]).toEqual(Array(3).fill('it ended without a result'))
  expect(whys[0]).toBe('it ended without a result')
})

test('a full disk stops the whole run, and is the exception', async () => {
  const full = Object.assign(new Error('cannot write'), { code: 'ENOSPC' })
  let tried = 0
  const run = newRun({
    workers: 1,
    play() {
      tried++
      return Promise.reject(full)
    },
  })
  await expect(runTournament(run)).rejects.toBe(full)
  expect(tried).toBe(1)
})

test('a stop before an attempt has begun leaves the match for later; one that has failed is tried again', async () => {
  const stop = new AbortController()
  let tried = 0
  const run = newRun({
    workers: 1,
    stop: stop.signal,
    async play(pairing): Promise<Attempt<Played>> {
      stop.abort()
      tried++
      return tried === 1
        ? { kind: 'failed', why: 'no memory' }
        : { kind: 'played', entry: toPlayed(pairing, favourites(pairing)) }
    },
  })
  expect(await runTournament(run)).toBe('stopped')
  expect(tried).toBe(2)
  expect(run.log).toHaveLength(1)

  const early = new AbortController()
  const left = newRun({
    workers: 1,
    stop: early.signal,
    async play() {
      early.abort()
      return { kind: 'aborted' }
    },
  })
  expect(await runTournament(left)).toBe('stopped')
  expect(left.log).toEqual([])
})

test('a match that ends although it was to be aborted counts', async () => {
  const abort = new AbortController()
  const run = newRun({
    workers: 1,
    signal: abort.signal,
    async play(pairing) {
      abort.abort()
      return { kind: 'played', entry: toPlayed(pairing, favourites(pairing)) }
    },
  })
  expect(await runTournament(run)).toBe('stopped')
  expect(run.log).toHaveLength(1)
})

test('of two errors the first is the exception, and a tournament that is stopped from the start plays nothing', async () => {
  const errors = ['first', 'second']
  const run = newRun({ ledger: { append: () => Promise.reject(new Error(errors.shift())) } })
  await expect(runTournament(run)).rejects.toThrow('first')
  const stopped = newRun({ stop: AbortSignal.abort() })
  expect(await runTournament(stopped)).toBe('stopped')
  expect(stopped.log).toEqual([])
  const aborted = newRun({ signal: AbortSignal.abort() })
  expect(await runTournament(aborted)).toBe('stopped')
  expect(aborted.log).toEqual([])
})
