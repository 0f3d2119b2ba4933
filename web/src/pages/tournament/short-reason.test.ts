import { expect, test } from 'vitest'
import type { Reason, RuleId } from '../../../../src/tournament/reason.ts'
import { shortReason } from './short-reason.ts'

const above = (rule: RuleId, own: string, other: string, next = 'bob'): Reason => ({
  kind: 'above',
  next,
  rule,
  own: { value: 2, text: own },
  other: { value: 1, text: other },
})

test.each<[Reason | undefined, string | undefined]>([
  [undefined, undefined],
  [above('points', '4', '2'), undefined],
  [above('wins', '4', '2'), 'wins: 4 against 2'],
  [above('reached', 'won the final', 'lost the final'), 'won the final'],
  [above('wins', '4', '2', 'bob by points: 1'), 'wins: 4 against 2'],
  [{ kind: 'level', next: 'bob: x' }, 'level with bob: x'],
])('%j is shown as %j', (reason, expected) => {
  expect(shortReason(reason)).toBe(expected)
})
