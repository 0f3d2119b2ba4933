import { expect, test } from 'vitest'
import { EMPTY_PLAN } from '../../parts/plan-texts.ts'
import { planWords } from './plan-words.ts'

const formatOf = (title: string) => ({ id: title.toLowerCase().replaceAll(' ', '-'), title })

test.each([
  [1, 'Swiss', { least: 0, most: 0, quickMs: 0, longestMs: null }, '1 entrant · Swiss · choose two at least'],
  [
    8,
    'Double elimination',
    { least: 14, most: 15, quickMs: 150_000, longestMs: 5_400_000 },
    '8 entrants · Double elimination · 14 or 15 matches · about 3 min if bots answer at once, 1 h 30 min if every move takes all its time',
  ],
  [
    8,
    'Round robin',
    { least: 56, most: 56, quickMs: 150_000, longestMs: 5_400_000 },
    '8 entrants · Round robin · 56 matches · about 3 min if bots answer at once, 1 h 30 min if every move takes all its time',
  ],
  [
    2,
    'Round robin',
    { least: 1, most: 1, quickMs: 150_000, longestMs: 5_400_000 },
    '2 entrants · Round robin · 1 match · about 3 min if bots answer at once, 1 h 30 min if every move takes all its time',
  ],
  [
    2,
    'SPRT',
    { least: 2, most: 40_000, quickMs: 150_000, longestMs: 5_400_000 },
    '2 entrants · SPRT · 2 to 40,000 matches · a pair takes about 3 min if bots answer at once, 1 h 30 min if every move takes all its time',
  ],
  [
    3,
    'SPRT',
    { least: 0, most: 0, quickMs: 0, longestMs: null },
    '3 entrants · SPRT · no matches for so many',
  ],
  [3, 'Ladder', undefined, '3 entrants · Ladder'],
])('%i, %s, %j: %s', (entrants, format, count, words) =>
  expect(planWords(entrants, formatOf(format), count, EMPTY_PLAN)).toBe(words),
)

const BREAK = { from: '2026-11-16T12:00', to: '2026-11-16T13:00' }
const ROUND = { round: '2', at: '2026-11-16T14:00' }

test.each([
  [{ breaks: [BREAK] }, ', with breaks'],
  [{ breaks: [BREAK], roundTimes: [ROUND] }, ', with breaks and rounds at set times'],
  [{ rounds: 'called' }, ', without the time until you call each round'],
] as const)('with %j the time is said to be%s', (texts, words) => {
  const count = { least: 1, most: 1, quickMs: 60_000, longestMs: null }
  expect(planWords(2, formatOf('Swiss'), count, { ...EMPTY_PLAN, ...texts })).toBe(
    `2 entrants · Swiss · 1 match · about 60 s if bots answer at once${words}`,
  )
})

test.each(['open', 'approval'] as const)('while the entry is %s, none need be chosen', (entry) => {
  const count = { least: 0, most: 0, quickMs: 0, longestMs: null }
  expect(planWords(0, formatOf('Swiss'), count, EMPTY_PLAN, entry)).toBe(
    '0 entrants · Swiss · teams join by a link',
  )
})
