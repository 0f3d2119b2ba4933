import { expect, test } from 'vitest'
import { entryStateAt, readEntryTerms } from './entry-terms.ts'

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

test('the terms of a request: its state, the closing time with its zone, and another link if it is asked for', () => {
  expect(readEntryTerms({ entry: 'open' })).toEqual({
    ok: true,
    value: { state: 'open', closes: undefined, newCode: undefined },
  })
  const later = { entry: 'approval', entryCloses: '2026-11-16T15:00:00Z', newLink: true } as const
  expect(readEntryTerms(later)).toMatchObject({
    value: { state: 'approval', closes: Date.UTC(2026, 10, 16, 15), newCode: true },
  })
  expect(readEntryTerms({ entry: 'open', entryCloses: null })).toMatchObject({ value: { closes: undefined } })
  expect(readEntryTerms({ entry: 'open', entryCloses: 'tomorrow' })).toMatchObject({
    problem: {
      code: 'bad-date',
      at: 'entryCloses',
      message: expect.stringMatching(/^Cannot close entry at "tomorrow": /),
    },
  })
})
