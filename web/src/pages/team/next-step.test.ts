import { expect, test } from 'vitest'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { nextStep, type NextStep } from './next-step.ts'

const mine = { name: 'Worm', id: 1001, team: 'Red', bot: null, program: { id: 3, name: 'Worm', version: 2 } }
const house = { name: 'random', id: null, team: null, bot: 'house:random', program: null }
const match = (
  status: MatchBody['status'],
  winner: 0 | 1 | null = null,
): Pick<MatchBody, 'status' | 'winner' | 'players'> => ({ status, winner, players: [house, mine] })
const passed = { version: 2, status: 'passed' } as const

test.each<[string, NextStep, Parameters<typeof nextStep>]>([
  ['a bot without a version is written', 'write', [{ id: 3, plays: null }, undefined, undefined]],
  ['a build is watched', 'build', [{ id: 3, plays: 1 }, { version: 2, status: 'waiting' }, undefined]],
  [
    'a version that fails is mended',
    'mend',
    [{ id: 3, plays: 1 }, { version: 2, status: 'failed' }, match('over', 1)],
  ],
  ['a bot without a match plays', 'play', [{ id: 3, plays: 2 }, passed, undefined]],
  ['a running match is watched', 'watch', [{ id: 3, plays: 2 }, passed, match('playing')]],
  ['a match that waits is watched', 'watch', [{ id: 3, plays: 2 }, passed, match('waiting')]],
  ['a lost match is read', 'read', [{ id: 3, plays: 2 }, passed, match('over', 0)]],
  ['after a win it plays on', 'play', [{ id: 3, plays: 2 }, passed, match('over', 1)]],
  ['after a draw it plays on', 'play', [{ id: 3, plays: 2 }, passed, match('over')]],
  [
    'a version that is newer than the lost match plays',
    'play',
    [{ id: 3, plays: 5 }, { version: 5, status: 'passed' }, match('over', 0)],
  ],
])('%s', (_, step, given) => expect(nextStep(...given)).toBe(step))
