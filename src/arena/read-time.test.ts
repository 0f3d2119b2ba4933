import { expect, test } from 'vitest'
import { readTime } from './read-time.ts'

test.each([
  ['2026-11-16T15:00Z', Date.UTC(2026, 10, 16, 15)],
  ['2026-12-31T23:59:59.5Z', Date.UTC(2026, 11, 31, 23, 59, 59, 500)],
  ['2026-11-16T15:00:00-02:30', Date.UTC(2026, 10, 16, 17, 30)],
  ['2028-02-29T00:00:00.123456789Z', Date.UTC(2028, 1, 29, 0, 0, 0, 123)],
  ['0000-01-01T00:00:00Z', Date.parse('0000-01-01T00:00:00Z')],
  ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
])('%s is a time', (text, time) => {
  expect(readTime(text, 'start at', 'starts')).toEqual({ ok: true, value: time })
})

test.each([
  '2026-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '+002026-11-16T15:00:00Z',
  '2026-11-16T15:00:00Z ',
  '2026-11-16T15:00:00Z (noon)',
  '2026-11-16T15:00:00.1234567890Z',
])('%s is refused in one sentence that says where and what is expected', (text) => {
  expect(readTime(text, 'start at', 'starts')).toEqual({
    ok: false,
    problem: {
      code: 'bad-date',
      message: `Cannot start at ${JSON.stringify(text)}: expected a date and a time with its zone, like 2026-11-16T15:00:00Z`,
      at: 'starts',
    },
  })
})

test.each(['9999-12-31T23:59:59-05:00', '0000-01-01T00:00:00+01:00'])(
  '%s has no year of four digits in UTC, and is refused',
  (text) => {
    expect(readTime(text, 'start at', 'starts')).toEqual({
      ok: false,
      problem: {
        code: 'bad-date',
        message: `Cannot start at "${text}": expected a time from the year 0 to 9999 in UTC`,
        at: 'starts',
      },
    })
  },
)
