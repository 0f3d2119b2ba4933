import { expect, test } from 'vitest'
import { describeAction } from './describe-action.ts'

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
  ['POST', 'replays', { key: 'r1', reason: 'cable' }, 'Had match r1 played again', 'cable'],
  ['POST', 'rulings', { key: 'r1', winner: 'bob', reason: 'x' }, 'Ruled that bob wins match r1', 'x'],
  ['POST', 'rulings', { key: 'r1', winner: null, reason: 'x' }, 'Ruled that match r1 is drawn', 'x'],
  ['DELETE', 'entry/teams/5', undefined, 'Removed entry teams 5', null],
])('%s %s %j: %s', (method, step, input, what, reason) => {
  const row = {
    method,
    path: `${PATH}/${step}`,
    ...(input !== undefined && { input: JSON.stringify(input) }),
  }
  expect(describeAction(row)).toEqual({ what, reason })
})
