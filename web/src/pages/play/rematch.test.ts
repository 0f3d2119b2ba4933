import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/result.ts'
import { parseClock, type TimeControl } from '../../../../src/match/rules.ts'
import { rematchOf } from './rematch.ts'

const PERSON = { name: 'Ann', id: 7, team: 'Ann', bot: null, program: null }
const HOUSE = { name: 'house:first', id: null, team: null, bot: 'house:first', program: null }
const BOT = {
  name: 'Bob · weed',
  id: 8,
  team: 'Bob',
  bot: 'bot:5 version 2',
  program: { id: 5, name: 'weed', version: 2 },
}
const MINUTES: TimeControl = { kind: 'per-move', ms: 300_000 }

describe('a rematch', () => {
  test.each([
    [
      'against the house swaps seats and keeps the clock',
      [PERSON, HOUSE],
      0,
      { opponent: 'house:first', side: 'second', clock: '300000ms' },
    ],
    ['back again', [HOUSE, PERSON], 1, { opponent: 'house:first', side: 'first', clock: '300000ms' }],
    [
      'against a bot is played with the clock of the contest',
      [BOT, PERSON],
      1,
      { opponent: 'bot:5', side: 'first' },
    ],
    ['against a team is a challenge', [PERSON, { ...PERSON, id: 9 }], 0, { opponent: 'player:9' }],
  ] as const)('%s', (_, players, me, wanted) => {
    expect(rematchOf({ challenge: 'quoridor', players: [...players] }, me, MINUTES)).toEqual({
      challenge: 'quoridor',
      ...wanted,
    })
  })

  test('is not to be had of a guest', () => {
    const players = [PERSON, { ...PERSON, id: null, team: null }]
    expect(rematchOf({ challenge: 'quoridor', players }, 0, MINUTES)).toBeUndefined()
  })

  test.each([MINUTES, { kind: 'bank', ms: 60_000, incrementMs: 2_000 }] as const)(
    'names the clock as the server reads it: %o',
    (clock) => {
      const { clock: text = '' } =
        rematchOf({ challenge: 'quoridor', players: [PERSON, HOUSE] }, 0, clock) ?? {}
      expect(must(parseClock(text))).toEqual(clock)
    },
  )

  test('leaves a clock out that the server would refuse', () => {
    for (const clock of [{ kind: 'none' }, { kind: 'per-move', ms: 600_001 }] as const)
      expect(rematchOf({ challenge: 'x', players: [PERSON, HOUSE] }, 0, clock)).not.toHaveProperty('clock')
  })
})
