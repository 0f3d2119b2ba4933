import { expect, test } from 'vitest'
import { planWords } from './plan-words.ts'

test.each([
  [1, 'Swiss', { least: 0, most: 0 }, '1 entrant · Swiss · choose two at least'],
  [8, 'Double elimination', { least: 14, most: 15 }, '8 entrants · Double elimination · 14 or 15 matches'],
  [8, 'Round robin', { least: 56, most: 56 }, '8 entrants · Round robin · 56 matches'],
  [2, 'Round robin', { least: 1, most: 1 }, '2 entrants · Round robin · 1 match'],
  [2, 'SPRT', { least: 2, most: 40_000 }, '2 entrants · SPRT · 2 to 40,000 matches'],
  [3, 'SPRT', { least: 0, most: 0 }, '3 entrants · SPRT · no matches for so many'],
  [3, 'Ladder', undefined, '3 entrants · Ladder'],
])('%i, %s, %j: %s', (entrants, format, count, words) =>
  expect(planWords(entrants, format, count)).toBe(words),
)
