import { expect, test } from 'vitest'
import type { Following } from '../../story/follow-match.ts'
import { lowTimeIn, soundOf } from './heard.ts'

const at = (frames: number, isOver = false) => ({ frames, isOver })

test.each([
  ['what was there when the page opened', undefined, at(9), undefined],
  ['a move', at(3), at(4), 'move'],
  ['many moves at once', at(3), at(40), 'move'],
  ['a clock that starts', at(3), at(3), undefined],
  ['the end', at(3), at(4, true), 'end'],
  ['nothing after the end', at(4, true), at(4, true), undefined],
  ['a match that was over when the page opened', undefined, at(4, true), undefined],
] as const)('%s', (_, before, after, sound) => {
  expect(soundOf(before, after)).toBe(sound)
})

const asked = (clock: object, left: number, phase = 'playing'): Following =>
  ({
    state: 'open',
    lines: [],
    sync: { at: 1000, local: 0 },
    story: {
      match: {
        phase,
        spec: { rules: { clock } },
        // The other clock stands.
        round: { clocks: [{ left, since: 1000 }, { left: 7_000 }] },
      },
    },
  }) as unknown as Following

const PER_MOVE = { kind: 'per-move', ms: 30_000 }

test('a clock is low with a fifth of its time, at most ten seconds, and says so once', () => {
  expect(lowTimeIn(asked(PER_MOVE, 30_000), 0)).toBe(24_000)
  expect(lowTimeIn(asked({ kind: 'bank', ms: 300_000, incrementMs: 0 }, 60_000), 0)).toBe(50_000)
  expect(lowTimeIn(asked(PER_MOVE, 30_000), 20_000)).toBe(4_000)
  expect(lowTimeIn(asked(PER_MOVE, 6_000), 0)).toBeUndefined()
})

test('clocks of programs, of matches without one and of matches that are over are silent', () => {
  expect(lowTimeIn(asked({ kind: 'per-move', ms: 2_000 }, 2_000), 0)).toBeUndefined()
  expect(lowTimeIn(asked({ kind: 'none' }, Infinity), 0)).toBeUndefined()
  expect(lowTimeIn(asked(PER_MOVE, 30_000, 'over'), 0)).toBeUndefined()
})
