import { expect, test } from 'vitest'
import { describeAction } from './describe-action.ts'

const NAMES = {
  match: (key: string) => (key === 'r1' ? 'ann against bob (final)' : `match ${key}`),
  team: (id: number) => `team ${id}`,
}

const PATH = '/api/v1/tournaments/7'

test.each([
  ['POST', 'pause', undefined, 'Paused it', null],
  ['POST', 'withdrawals', { entrant: 'ann' }, 'Withdrew ann', null],
  ['POST', 'rounds', undefined, 'Called the next round', null],
  ['POST', 'rounds', { round: 3 }, 'Called round 3', null],
  ['PUT', 'plan', { atOnce: 2, clock: '5s' }, 'Changed the plan: matches at once, clock', null],
  [
    'POST',
    'extensions',
    { what: 'absence', minutes: 5, entrant: 'ann', reason: 'in the lift' },
    'Gave 5 more minutes to ann',
    'in the lift',
  ],
  ['POST', 'replays', { key: 'r1', reason: 'cable' }, 'Had ann against bob (final) played again', 'cable'],
  [
    'POST',
    'rulings',
    { key: 'r1', winner: 'bob', reason: 'x' },
    'Ruled that bob wins ann against bob (final)',
    'x',
  ],
  [
    'POST',
    'rulings',
    { key: 'r1', winner: null, reason: 'x' },
    'Ruled that ann against bob (final) is drawn',
    'x',
  ],
  ['PUT', 'entry', { entry: 'approval' }, 'Let teams ask to join', null],
  ['PUT', 'teams/5', { state: 'in' }, 'Let team 5 in', null],
  ['PUT', 'teams/5', { state: 'refused' }, 'Refused team 5', null],
  ['DELETE', 'teams/5', undefined, 'Took team 5 out before the start', null],
  ['POST', 'judges', { name: 'Ada' }, 'Made a link for the judge Ada', null],
  ['DELETE', 'new-thing/5', undefined, 'Removed new-thing', null],
])('%s %s %j: %s', (method, step, input, what, reason) => {
  const row = {
    method,
    path: `${PATH}/${step}`,
    ...(input !== undefined && { input: JSON.stringify(input) }),
  }
  expect(describeAction(row, NAMES)).toEqual({ what, reason })
})
