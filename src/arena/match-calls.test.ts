import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { openMatchCalls, type Call } from './match-calls.ts'
import { planOf } from './tournament-plan.ts'
import type { PlanRow } from '../store/store.ts'

/** Calls by a clock that the test moves. */
function openDay(row: PlanRow = {}, here: readonly string[] = ['a', 'b', 'c', 'd']) {
  let now = 0
  /** What the wall clock shows more than the time that has passed. */
  let ahead = 0
  let plan = row
  let calledRound = 0
  let changes = 0
  let wake: { readonly time: number; readonly callback: () => void } | undefined
  const present = new Set(here)
  const calls = openMatchCalls({
    plan: () => planOf(plan),
    calledRound: () => calledRound,
    isHere: (entrant) => present.has(entrant),
    leastAbsentMs: (entrant) => (entrant === 'd' ? 300 : 0),
    now: () => now + ahead,
    passed: () => now,
    wakeIn(ms, callback) {
      wake = { time: now + ms, callback }
      return () => (wake = undefined)
    },
    onChange: () => void changes++,
  })
  const log: string[] = []
  const ends = new Map<string, () => void>()
  return {
    calls,
    log,
    changes: () => changes,
    wakesAt: () => wake?.time,
    come(entrant: string) {
      present.add(entrant)
      calls.look()
    },
    leave: (entrant: string) => void present.delete(entrant),
    planned(next: PlanRow, round = 0) {
      plan = next
      calledRound = round
      calls.look()
    },
    wait(key: string, round = 1, more: { readonly signal?: AbortSignal; readonly isCalled?: boolean } = {}) {
      const players = [key.charAt(0), key.charAt(1)] as const
      const pairing: Pairing = { key, stage: 'round robin', round, index: 0, players, seed: 1 }
      const { signal = new AbortController().signal, isCalled = false } = more
      void calls.run(pairing, { signal, isCalled }, async (call: Call) => {
        log.push(call.kind === 'absent' ? `${key} lost by ${call.entrants.join()}` : `${key} ${call.kind}`)
        const { promise, resolve } = deferred()
        ends.set(key, resolve)
        if (call.kind === 'called') await promise
      })
    },
    async end(key: string) {
      ends.get(key)?.()
      await settle()
    },
    async at(time: number) {
      now = time
      if (wake && wake.time <= now) wake.callback()
      await settle()
    },
    setWallClock: (ms: number) => void (ahead += ms),
  }
}

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

test('an entrant plays one match at a time, and so many run at once as the plan says', async () => {
  const day = openDay({ atOnce: 1 })
  for (const key of ['ab', 'ac', 'cd']) day.wait(key)
  await settle()
  expect(day.log).toEqual(['ab called'])
  day.planned({ atOnce: 2 })
  await settle()
  expect(day.log).toEqual(['ab called', 'cd called'])
  await day.end('ab')
  await day.end('cd')
  expect(day.log).toEqual(['ab called', 'cd called', 'ac called'])
})

describe('an absent entrant', () => {
  test('is called to one match, whose opponent plays others meanwhile', async () => {
    const day = openDay({ absentMs: 100 }, ['b', 'c', 'd'])
    for (const key of ['ab', 'ac', 'bc']) day.wait(key)
    await settle()
    expect(day.log).toEqual(['bc called'])
    expect(day.calls.absent()).toEqual([{ entrant: 'a', opponent: 'b', until: 100 }])
    expect(day.calls.heldBack).toBe(2)
  })

  test('plays when it comes', async () => {
    const day = openDay({ absentMs: 100 }, ['b'])
    day.wait('ab')
    await day.at(50)
    day.come('a')
    await settle()
    expect(day.log).toEqual(['ab called'])
    expect(day.calls.absent()).toEqual([])
  })

  test('loses one match after the other, each after its time', async () => {
    const day = openDay({ absentMs: 100 }, ['b', 'c'])
    for (const key of ['ab', 'ac']) day.wait(key)
    await day.at(99)
    expect(day.log).toEqual([])
    await day.at(100)
    expect(day.log).toEqual(['ab lost by a'])
    expect(day.calls.absent()).toEqual([{ entrant: 'a', opponent: 'c', until: 200 }])
  })

  test('that has more time by right than the plan gives has that time', async () => {
    const day = openDay({ absentMs: 100 }, ['a'])
    day.wait('ad')
    await day.at(299)
    expect(day.log).toEqual([])
    await day.at(300)
    expect(day.log).toEqual(['ad lost by d'])
  })

  test('has more time if the organiser gives it', async () => {
    const day = openDay({ absentMs: 100 }, ['b'])
    day.wait('ab')
    await settle()
    expect(day.calls.extend('b', 50)).toEqual([])
    const told = day.changes()
    expect(day.calls.extend('a', 50)).toEqual([{ entrant: 'a', until: 150 }])
    expect(day.changes()).toBe(told + 1)
    await day.at(149)
    expect(day.log).toEqual([])
    await day.at(150)
    expect(day.log).toEqual(['ab lost by a'])
  })

  test.each([3_600_000, -3_600_000])('has the same time if the wall clock is set by %i ms', async (by) => {
    const day = openDay({ absentMs: 100 }, ['b'])
    day.wait('ab')
    await day.at(50)
    day.setWallClock(by)
    day.calls.look()
    await day.at(99)
    expect(day.calls.absent()).toEqual([{ entrant: 'a', opponent: 'b', until: 100 + by }])
    expect(day.log).toEqual([])
    await day.at(100)
    expect(day.log).toEqual(['ab lost by a'])
  })

  test('is not waited for if its match runs already', async () => {
    const day = openDay({ absentMs: 100 }, ['b'])
    day.wait('ab', 1, { isCalled: true })
    await settle()
    expect(day.log).toEqual(['ab called'])
  })

  test('loses nothing in a break, and its time begins again after it', async () => {
    const day = openDay({ absentMs: 100, breaks: [{ from: 50, to: 500 }] }, ['b'])
    day.wait('ab')
    await day.at(50)
    expect(day.calls.absent()).toEqual([])
    await day.at(500)
    expect(day.calls.absent()).toEqual([{ entrant: 'a', opponent: 'b', until: 600 }])
    expect(day.log).toEqual([])
  })
})

test('a match waits for its round, until its time or until it is called', async () => {
  const plan: PlanRow = { roundTimes: [{ round: 2, at: 100 }] }
  const day = openDay(plan)
  day.wait('ab', 2)
  day.wait('cd', 3)
  await day.at(99)
  expect(day.log).toEqual([])
  expect(day.calls.heldBack).toBe(2)
  day.planned(plan, 2)
  await settle()
  expect(day.log).toEqual(['ab called', 'cd called'])
})

test('a match waits for the end of the break', async () => {
  const day = openDay({ breaks: [{ from: 0, to: 100 }] })
  day.wait('ab')
  await day.at(99)
  expect(day.log).toEqual([])
  await day.at(100)
  expect(day.log).toEqual(['ab called'])
})

test('nothing waits any more for an entrant that was withdrawn, or after a signal', async () => {
  const day = openDay({ absentMs: 100 }, ['b', 'c', 'd'])
  const stop = new AbortController()
  day.wait('ab')
  day.wait('cd', 1, { signal: stop.signal })
  day.wait('cb', 1, { signal: stop.signal })
  day.calls.skip('a')
  await settle()
  expect(day.log).toEqual(['cd called', 'ab skipped'])
  stop.abort()
  await settle()
  expect(day.log).toEqual(['cd called', 'ab skipped', 'cb skipped'])
})

test('a break that is planned ends the countdowns, and one entrant more time does not give it to all', async () => {
  const day = openDay({ absentMs: 100 }, ['b', 'c'])
  day.wait('ab')
  day.wait('cd')
  await settle()
  // For d a match waits 300 ms at least, whatever the plan says.
  expect(day.calls.absent().map(({ entrant, until }) => [entrant, until])).toEqual([
    ['a', 100],
    ['d', 300],
  ])
  expect(day.calls.extend('d', 50)).toEqual([{ entrant: 'd', until: 350 }])
  expect(day.calls.absent().map(({ until }) => until)).toEqual([100, 350])
  expect(day.calls.extend(undefined, 10)).toHaveLength(2)
  expect(day.calls.absent().map(({ until }) => until)).toEqual([110, 360])
  day.planned({ absentMs: 100, breaks: [{ from: 0, to: 50 }] })
  expect(day.calls.absent()).toEqual([])
  expect(day.calls.extend(undefined, 10)).toEqual([])
})

test('two absent opponents wait together, and lose together', async () => {
  const day = openDay({ absentMs: 100 }, [])
  day.wait('ab')
  await settle()
  expect(day.calls.absent()).toEqual([
    { entrant: 'a', opponent: 'b', until: 100 },
    { entrant: 'b', opponent: 'a', until: 100 },
  ])
  expect(day.calls.heldBack).toBe(1)
  await day.at(100)
  expect(day.log).toEqual(['ab lost by a,b'])
  expect([day.calls.heldBack, day.calls.absent()]).toEqual([0, []])
})

test('who follows the calls hears when the absent or the matches held back change, and only then', async () => {
  const day = openDay({ absentMs: 100 }, ['b', 'c', 'd'])
  day.wait('bc')
  await settle()
  expect(day.changes()).toBe(0)
  day.wait('ad')
  await settle()
  expect(day.changes()).toBe(1)
  day.calls.look()
  expect(day.changes()).toBe(1)
  day.come('a')
  await settle()
  expect([day.changes(), day.log]).toEqual([2, ['bc called', 'ad called']])
})

test('an entrant that plays is not absent, though nothing is heard of it', async () => {
  const day = openDay({}, ['b', 'c'])
  day.wait('ab')
  await settle()
  day.planned({ absentMs: 100 })
  day.wait('ac')
  await settle()
  expect([day.log, day.calls.absent()]).toEqual([['ab called'], []])
  await day.end('ab')
  expect(day.calls.absent()).toEqual([{ entrant: 'a', opponent: 'c', until: 100 }])
})

test('a match whose signal came before is skipped, and after the end nothing wakes', async () => {
  const day = openDay({ roundTimes: [{ round: 2, at: 100 }] })
  day.wait('ab', 1, { signal: AbortSignal.abort() })
  await settle()
  expect(day.log).toEqual(['ab skipped'])
  day.wait('cd', 2)
  expect(day.wakesAt()).toBe(100)
  day.calls[Symbol.dispose]()
  expect(day.wakesAt()).toBeUndefined()
})

test('a match is called at the time of its round', async () => {
  const day = openDay({ roundTimes: [{ round: 2, at: 100 }] })
  day.wait('ab', 2)
  await day.at(99)
  expect(day.log).toEqual([])
  await day.at(100)
  expect(day.log).toEqual(['ab called'])
})

test('a match is called soon after the wall clock is set to the time of its round', async () => {
  const day = openDay({ roundTimes: [{ round: 2, at: 7_200_000 }] })
  day.wait('ab', 2)
  await settle()
  day.setWallClock(7_200_000)
  await day.at(10_000)
  expect(day.log).toEqual(['ab called'])
})

test('an entrant is called to one match at a time, also if its opponent is absent, too', async () => {
  const day = openDay({ absentMs: 100 }, [])
  day.wait('ab')
  day.wait('ac')
  await settle()
  expect(day.calls.absent().map(({ entrant }) => entrant)).toEqual(['a', 'b'])
  expect(day.calls.heldBack).toBe(2)
})

test('a match that is lost by an absent entrant gives no place to another', async () => {
  const day = openDay({ absentMs: 100, atOnce: 1 }, ['b', 'c', 'e', 'f'])
  day.wait('bc')
  day.wait('ae')
  await day.at(100)
  day.wait('ef')
  await settle()
  expect(day.log).toEqual(['bc called', 'ae lost by a'])
  await day.end('bc')
  expect(day.log).toEqual(['bc called', 'ae lost by a', 'ef called'])
})

test('a round that the organiser calls waits for its call', async () => {
  const day = openDay({ rounds: 'called' })
  day.wait('ab', 2)
  await settle()
  expect([day.log, day.calls.heldBack]).toEqual([[], 1])
  day.planned({ rounds: 'called' }, 2)
  await settle()
  expect(day.log).toEqual(['ab called'])
})

test('who came and left again has its whole time again, whoever else is absent', async () => {
  const day = openDay({ absentMs: 100 }, ['b', 'c'])
  day.wait('ab')
  day.wait('cd')
  await day.at(50)
  day.come('a')
  await settle()
  day.leave('a')
  day.wait('ac')
  await day.end('ab')
  expect(day.calls.absent()).toEqual([
    { entrant: 'd', opponent: 'c', until: 300 },
    { entrant: 'a', opponent: 'c', until: 150 },
  ])
})

test('a match that failed frees its players', async () => {
  const day = openDay()
  const pairing = (key: string): Pairing => ({
    key,
    stage: 'round robin',
    round: 1,
    index: 0,
    players: [key.charAt(0), key.charAt(1)],
    seed: 1,
  })
  const how = { signal: new AbortController().signal, isCalled: false }
  await expect(day.calls.run(pairing('ab'), how, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await day.calls.run(pairing('ab'), how, async ({ kind }) => kind)).toBe('called')
})

test('a match that is over leaves no listener on the signal of its tournament', async () => {
  const day = openDay()
  const { signal } = new AbortController()
  for (const key of ['ab', 'cd']) day.wait(key, 1, { signal })
  await settle()
  for (const key of ['ab', 'cd']) await day.end(key)
  expect(day.log).toEqual(['ab called', 'cd called'])
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
