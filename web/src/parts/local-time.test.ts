import { expect, test } from 'vitest'
import { localInput } from './local-time.ts'

test.each([
  [0, '2026-11-16T15:00'],
  [-60, '2026-11-16T16:00'],
  [600, '2026-11-16T05:00'],
])('a date-time input shows local time, %i minutes before UTC', (offset, value) =>
  expect(localInput(Date.UTC(2026, 10, 16, 15), offset)).toBe(value),
)

test('what the input gives back is the same moment', () => {
  const at = Date.UTC(2026, 10, 16, 15)
  expect(Date.parse(localInput(at))).toBe(at)
})
