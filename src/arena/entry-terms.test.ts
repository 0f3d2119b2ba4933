import { expect, test } from 'vitest'
import { entryStateAt } from './entry-terms.ts'

test.each([
  ['one millisecond before its time', 'open', 'waiting', 1999, 'open'],
  ['at its time', 'open', 'waiting', 2000, 'closed'],
  ['at its time, by approval', 'approval', 'waiting', 2000, 'closed'],
  ['before its time, by approval', 'approval', 'waiting', 1, 'approval'],
  ['after the start', 'open', 'running', 1, 'closed'],
  ['after a pause', 'open', 'paused', 1, 'closed'],
] as const)('%s, entry that is %s is seen as it is', (_when, state, status, now, seen) => {
  expect(entryStateAt({ state, closes: 2000 }, { status }, now)).toBe(seen)
})

test('without a closing time entry stays open until the start', () => {
  expect(entryStateAt({ state: 'open', closes: undefined }, { status: 'waiting' }, 1e15)).toBe('open')
})
