import { describe, expect, test } from 'vitest'
import { createMeter, limitsFor, type ClockMemory, type Limits } from './thinking.ts'

const now = (): number => 5000

describe('limitsFor', () => {
  test.each([
    ['a full clock for each move', 100, 100, 51],
    ['a full clock with time to spare', 3000, 3000, 1000],
    ['an account that grows', 60_000, 70_000, 1000],
    ['an account that has run low', 60_000, 4000, 200],
    ['hardly any time', 5, 5, 0],
    ['no time at all', 1000, 0, 0],
    ['no limit', Infinity, Infinity, 1000],
  ])('%s: %i ms at first and %i now allow %i', (_, first, timeLeft, expected) => {
    const memory: ClockMemory = {}
    limitsFor({ timeLeft: first, now }, memory)
    const { nodes, until } = limitsFor({ timeLeft, now }, memory)
    expect([nodes, until]).toEqual([Infinity, 5000 + expected])
  })

  test('an account without increment is never used up', () => {
    const memory: ClockMemory = {}
    let timeLeft = 10_000
    for (let move = 0; move < 100; move++) timeLeft -= limitsFor({ timeLeft, now }, memory).until - 5000
    expect(timeLeft).toBeGreaterThan(10)
  })

  test('a node budget counts by itself, or ends sooner than the clock', () => {
    expect(limitsFor({ timeLeft: 100, nodeBudget: 700 }, {})).toMatchObject({ nodes: 700, until: Infinity })
    expect(limitsFor({ timeLeft: 100, nodeBudget: 700, now }, {})).toMatchObject({ nodes: 700, until: 5051 })
  })

  test('without clock and budget there is still an end, an early one if time is short or positions are large', () => {
    expect(limitsFor({ timeLeft: Infinity }, {}).nodes).toBe(20_000)
    expect(limitsFor({ timeLeft: 100 }, {}).nodes).toBe(1020)
    expect(limitsFor({ timeLeft: 100 }, {}, 0.3).nodes).toBe(15)
  })
})

describe('a meter', () => {
  test.each([
    [1, 51],
    [10, 501],
  ])(
    'that looks at its clock every %i positions allows %i, if each look is a millisecond later',
    (every, most) => {
      expect(countPositions(limitsFor({ timeLeft: 100, now: ticking(1) }, {}), every)).toBe(most)
    },
  )

  test('counts positions without a clock', () => {
    expect(countPositions(limitsFor({ timeLeft: 100, nodeBudget: 700 }, {}), 1)).toBe(700)
  })

  test('is spent at the first position when there is no time', () => {
    expect(countPositions(limitsFor({ timeLeft: 0, now }, {}), 64)).toBe(1)
  })

  test('stops early when standing still again would be too late, also at the next turn', () => {
    const clock: ClockMemory = {}
    let at = 0
    const limits = limitsFor({ timeLeft: 100, now: () => at }, clock)
    const meter = createMeter(limits, 1)
    at = 10
    expect(meter.spend()).toBe(true)
    at = 45
    expect(meter.spend()).toBe(false)
    expect(countPositions(limitsFor({ timeLeft: 100, now: ticking(1) }, clock), 1)).toBeLessThan(40)
    // Long ago is forgotten.
    for (let turn = 0; turn < 20; turn++) limitsFor({ timeLeft: 100, now: ticking(0) }, clock)
    expect(countPositions(limitsFor({ timeLeft: 100, now: ticking(1) }, clock), 1)).toBe(51)
  })

  describe('on a machine that often runs something else', () => {
    /** When a turn of 100 ms ends, if the clock goes on by these steps, over and over, from one reading to the next. */
    function turnOn(clock: ClockMemory, steps: readonly number[], waited = 0): number {
      let at = 0
      let step = 0
      const limits = limitsFor({ timeLeft: 100, waited, now: () => at }, clock)
      const meter = createMeter(limits, 1)
      do at += steps[step++ % steps.length] ?? 0
      while (meter.spend())
      return at
    }
    const CALM = [1]
    const STARVED = [1, 1, 1, 9]

    test('it keeps more in reserve than beside single stalls of the same length', () => {
      const [once, often]: [ClockMemory, ClockMemory] = [{}, {}]
      turnOn(once, [...Array.from({ length: 36 }, () => 1), 9])
      turnOn(often, STARVED)
      expect(once.gap).toBe(often.gap)
      expect(often.lost).toBeGreaterThan(0.5)
      expect(once.lost).toBeLessThan(0.3)
      expect(turnOn(often, CALM)).toBeLessThan(turnOn(once, CALM))
    })

    test('the reserve grows with the delay that was seen', () => {
      const ends = [2, 6, 12, 24].map((stall) => {
        const clock: ClockMemory = {}
        for (let turn = 0; turn < 5; turn++) turnOn(clock, [1, 1, 1, stall])
        return turnOn(clock, CALM)
      })
      expect(ends).toEqual(ends.toSorted((a, b) => b - a))
      expect(ends[0]).toBeGreaterThan(50)
      expect(ends.at(-1)).toBeLessThan(30)
    })

    test('an answer is not late, even if a stall of three times the longest comes right at the end', () => {
      for (const stall of [3, 5, 9, 12]) {
        const clock: ClockMemory = {}
        for (let turn = 0; turn < 3; turn++) expect(turnOn(clock, [1, 1, stall]) + 3 * stall).toBeLessThan(96)
      }
    })

    test('a calm machine gives all of the time back', () => {
      const clock: ClockMemory = {}
      turnOn(clock, STARVED)
      for (let turn = 0; turn < 30; turn++) turnOn(clock, CALM)
      expect(turnOn(clock, CALM)).toBeGreaterThan(50)
    })

    test('the time that a question has waited is gone, and counts as a stall', () => {
      const clock: ClockMemory = {}
      // 20 ms after the question there are 31 left of the usual 51, and room for a stall of 40.
      expect(turnOn(clock, CALM, 20)).toBe(26)
      expect(clock.gap).toBe(20)
      expect(turnOn({}, CALM, 60)).toBe(1)
    })
  })

  test.each([
    ['positions', { timeLeft: 100, nodeBudget: 100 }, 45],
    ['time', { timeLeft: 100, now: ticking(1) }, 20],
  ])('gives a share of the %s left', (_, turn, expected) => {
    const meter = createMeter(limitsFor(turn, {}), 1)
    for (let spent = 0; spent < 10; spent++) meter.spend()
    const part = meter.share(0.5)
    let nodes = 1
    while (part.spend()) nodes++
    expect([meter.nodes, nodes, part.nodes]).toEqual([10, expected, expected])
  })
})

/** A clock that advances by so many milliseconds at each reading. */
function ticking(ms: number): () => number {
  let at = 1000 - ms
  return () => (at += ms)
}

function countPositions(limits: Limits, every: number): number {
  const meter = createMeter(limits, every)
  let nodes = 1
  while (meter.spend()) nodes++
  return nodes
}
