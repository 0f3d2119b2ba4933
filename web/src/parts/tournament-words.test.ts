import { expect, test } from 'vitest'
import type { ResultGame } from '../../../src/api/tournament-result.ts'
import { endWords, leaderWords, progressWords, statusWords, worthOf } from './tournament-words.ts'

const GAME: ResultGame = {
  key: 'rr-1v2-g1',
  stage: 'round robin',
  round: 1,
  players: ['ann', 'bob'],
  how: 'played',
  winner: 'ann',
  score: [1, 0],
  rounds: [{ winner: 'ann', turns: 7, reason: 'ann won by three in a row' }],
}

test.each([
  [{ ...GAME }, '1', '0', 'ann won by three in a row'],
  [{ ...GAME, winner: null, rounds: [{ winner: null, turns: 9, reason: 'drawn' }] }, '½', '½', 'drawn'],
  [
    {
      ...GAME,
      winner: null,
      tie: 'drawn 0–0, bob advances by seeding',
      rounds: [{ winner: null, turns: 9, reason: 'drawn' }],
    },
    '½',
    '½',
    'drawn; drawn 0–0, bob advances by seeding',
  ],
  [{ ...GAME, how: 'forfeited' }, '1', '0', 'ann won without playing'],
  [{ ...GAME, how: 'forfeited', winner: null }, '0', '0', 'Not played: both are out'],
  [
    { ...GAME, how: 'void', winner: null, hostFaults: ['no room', 'no memory'] },
    '–',
    '–',
    'Does not count: no memory',
  ],
  [
    { ...GAME, rounds: [...GAME.rounds, { winner: null, turns: 9, reason: 'drawn' }] },
    '1',
    '0',
    '1. ann won by three in a row; 2. drawn',
  ],
] satisfies readonly (readonly [ResultGame, string, string, string])[])(
  'game %# is worth %s to ann, %s to bob',
  (game, ann, bob, words) => {
    expect([worthOf(game, 'ann'), worthOf(game, 'bob')]).toEqual([ann, bob])
    expect(endWords(game)).toBe(words)
  },
)

test('progress and leaders are put into words', () => {
  expect(progressWords({ played: 1, known: null })).toBe('1 match played')
  expect(progressWords({ played: 0, known: 12 })).toBe('0 of 12 matches played')
  expect(leaderWords({ status: 'running', leader: 'ann' })).toBe('ann leads')
  expect(leaderWords({ status: 'over', leader: 'ann' })).toBe('ann won')
  expect(leaderWords({ status: 'over', leader: 'ann', leaderBy: 'seeding' })).toBe('ann is first by seeding')
  expect(leaderWords({ status: 'over', leader: null })).toBeUndefined()
  expect(statusWords({ status: 'over', published: null })).toBe('Over')
  expect(statusWords({ status: 'over', published: '2026-11-15' })).toBe('Judged')
})
