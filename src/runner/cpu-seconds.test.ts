import { expect, test } from 'vitest'
import type { TimeControl } from '../match/clock.ts'
import { cpuSecondsFor } from './cpu-seconds.ts'

const opening = {
  challenge: 'any',
  game: 'any',
  settings: {},
  seat: 0,
  names: ['ann', 'bob'],
  round: 0,
  seed: 1,
  startUpMs: 5_000,
  view: undefined,
} as const

test.each<[string, TimeControl, number | undefined, number]>([
  ['every turn at its longest', { kind: 'per-move', ms: 10_000 }, 1000, 10_005],
  ['the whole account and what it earns', { kind: 'bank', ms: 60_000, incrementMs: 2_000 }, 500, 1065],
  [
    'an account that earns nothing, without a limit of turns',
    { kind: 'bank', ms: 60_000, incrementMs: 0 },
    undefined,
    65,
  ],
  ['no clock', { kind: 'none' }, 1000, Infinity],
  ['no limit of turns', { kind: 'per-move', ms: 10_000 }, undefined, Infinity],
])('a program may take more CPU time than its clock can give: %s', (_, clock, turnLimit, leastSeconds) => {
  const seconds = cpuSecondsFor({ ...opening, clock, ...(turnLimit !== undefined && { turnLimit }) })
  if (leastSeconds === Infinity) expect(seconds).toBe(Infinity)
  else {
    expect(seconds).toBeGreaterThan(leastSeconds)
    expect(seconds).toBeLessThan(leastSeconds * 2 + 1000)
  }
})
