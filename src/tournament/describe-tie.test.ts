import { expect, test } from 'vitest'
import type { Tie } from './bracket.ts'
import { describeTie, scoreOf } from './describe-tie.ts'

const tie = (known: Partial<Tie>): Tie => ({
  id: 'ko-r1-t1',
  title: 'semi-final',
  slots: [{ entrant: 'ann' }, { entrant: 'bob' }],
  score: [0, 0],
  rounds: [0, 0],
  draws: 0,
  matches: ['ko-r1-t1-g1', 'ko-r1-t1-g2', 'ko-r1-t1-g3'],
  ...known,
})
const next = { winnerTo: { tie: 'ko-r2-t1', slot: 0 } } as const

test.each<[string | undefined, Partial<Tie>]>([
  [undefined, {}],
  [undefined, { winner: 0 }],
  [undefined, { decided: 'matches' }],
  ['ann won 2–1', { decided: 'matches', winner: 0, score: [2, 1] }],
  ['bob won 2–1', { decided: 'matches', winner: 1, score: [1, 2] }],
  ['drawn 1–1, ann is placed ahead by seeding', { decided: 'better-seed', winner: 0, score: [1, 1] }],
  ['not played, bob advances by seeding', { decided: 'better-seed', winner: 1, unplayed: true, ...next }],
  ['not played, bob is placed ahead without play', { decided: 'forfeit', winner: 1 }],
  ['ann advances by a bye', { decided: 'bye', winner: 0, ...next }],
  [
    'bye advances by a bye',
    { decided: 'bye', winner: 1, slots: [{ entrant: null }, { entrant: null }], ...next },
  ],
  ['not needed', { decided: 'skipped', winner: 0 }],
])('a tie is described as %s', (words, known) => {
  expect(describeTie(tie(known))).toBe(words)
})

test('the score of one match is its rounds, that of several is the matches', () => {
  const played = { score: [1, 0], rounds: [4, 3] } as const
  expect(scoreOf(tie({ ...played, matches: ['ko-r1-t1-g1'] }))).toBe('4–3')
  expect(scoreOf(tie(played))).toBe('1–0')
})
