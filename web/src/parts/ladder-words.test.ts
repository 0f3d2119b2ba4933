import { expect, test } from 'vitest'
import { durationWords, freezeWords, gainWords, gamesWords, ratingWords } from './ladder-words.ts'

test.each([
  [{ games: 0, different: 0 }, '0 games'],
  [{ games: 1, different: 1 }, '1 game'],
  [{ games: 12, different: 12 }, '12 games'],
  [{ games: 12, different: 2 }, '12 games, 2 different'],
])('%j are %s', (counted, words) => expect(gamesWords(counted)).toBe(words))

test('a rating has its interval, unless there is none yet', () => {
  expect(ratingWords({ rating: 1540, plusMinus: 32 })).toBe('1540 ±32')
  expect(ratingWords({ rating: 1500, plusMinus: null })).toBe('1500')
})

test.each([
  [{ version: 3, points: 41, plusMinus: 18 }, '+41 ± 18 against version 3'],
  [{ version: 1, points: -7, plusMinus: 60 }, '−7 ± 60 against version 1'],
])('a gain of %j is %s', (gain, words) => expect(gainWords(gain)).toBe(words))

test.each([
  [-5_000, '0 s'],
  [12_900, '12 s'],
  [260_000, '4 min 20 s'],
  [300_000, '5 min'],
  [3_900_000, '1 h 5 min'],
  [183_600_000, '2 d 3 h'],
  [172_800_000, '2 d'],
])('%i ms are %s', (ms, words) => expect(durationWords(ms)).toBe(words))

test('a freeze counts down to its last millisecond, then it says since when', () => {
  const freeze = Date.UTC(2026, 10, 16, 15)
  const words = (now: number): string => freezeWords(freeze, now, 'UTC')
  expect(words(freeze - 90_000)).toBe('Submissions close on 16 Nov 2026, 15:00 GMT+0, in 1 min 30 s.')
  expect(words(freeze)).toBe('Submissions close on 16 Nov 2026, 15:00 GMT+0, in 0 s.')
  expect(words(freeze + 1)).toBe('Frozen since 16 Nov 2026, 15:00 GMT+0.')
})
