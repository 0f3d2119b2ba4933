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
