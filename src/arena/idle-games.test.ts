import { expect, test } from 'vitest'
import { IDLE_LIMITS, idleGames, type PracticeGame } from './idle-games.ts'

const { alwaysMs, wantedMs, wantedOfManyMs } = IDLE_LIMITS

const ended = (...games: readonly (readonly [string, number, boolean])[]): readonly number[] =>
  idleGames(
    games.map(([owner, idleMs, isWanted], match): PracticeGame => ({ match, owner, idleMs, isWanted })),
    IDLE_LIMITS,
  ).map(({ match }) => match)

test.each([
  ['the player is active', [['a', 0, true]], []],
  ['nobody wants the place', [['a', alwaysMs - 1, false]], []],
  ['it was left for very long', [['a', alwaysMs, false]], [0]],
  ['the place is wanted, but the player may be thinking', [['a', wantedMs - 1, true]], []],
  ['the place is wanted', [['a', wantedMs, true]], [0]],
  [
    'the place is wanted, and the team has another',
    [
      ['a', wantedOfManyMs, true],
      ['a', wantedOfManyMs + 1, true],
    ],
    [1],
  ],
  [
    'each of many teams gives one back',
    [
      ['a', wantedOfManyMs, true],
      ['b', wantedOfManyMs, true],
      ['a', 0, true],
      ['b', 0, true],
      ['c', wantedOfManyMs, true],
    ],
    [0, 1],
  ],
] as const)('%s', (_, games, matches) => {
  expect(ended(...games)).toEqual(matches)
})
