import { expect, test } from 'vitest'
import { countdownText } from './countdown-text.ts'

test.each([
  [-5, '0 s'],
  [1, '1 s'],
  [59_000, '59 s'],
  [60_000, '1:00'],
  [64_001, '1:05'],
  [3_599_000, '59:59'],
  [3_600_000, '1:00:00'],
  [7_389_000, '2:03:09'],
  [47 * 3_600_000, '47:00:00'],
  [76 * 3_600_000, '3 days 4 h'],
])('%d milliseconds are %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text)
})
