import { expect, test } from 'vitest'
import { describeReason, describeWithoutMatch, type Reason, type RuleId } from './reason.ts'

const above = (own: number, other: number, rule: RuleId = 'rating'): Reason => {
  const shown = (value: number) => ({ value, text: String(Math.round(value)) })
  return { kind: 'above', next: 'Bob', rule, own: shown(own), other: shown(other) }
}

test('values that look alike are shown with as many decimals as tell them apart, up to six', () => {
  expect(describeReason(above(12, 10))).toBe('Above Bob by rating: 12 against 10')
  expect(describeReason(above(10.2, 10.1))).toBe('Above Bob by rating: 10.2 against 10.1')
  expect(describeReason(above(10.000002, 10.000001))).toBe('Above Bob by rating: 10.000002 against 10.000001')
  expect(describeReason(above(10.0000002, 10.0000001))).toBe('Above Bob by rating: 10 and a trace more')
})

test('only what no match decided is named apart', () => {
  const rules: readonly RuleId[] = ['seeding', 'lots', 'first-listed', 'total', 'points', 'reached', 'rating']
  expect(rules.map((rule) => describeWithoutMatch(above(2, 1, rule)))).toEqual([
    'seeding: 2 against 1',
    'draw of lots: 2 against 1',
    'order of entry: 2 against 1',
    "total with the judges' points: 2 against 1",
    undefined,
    undefined,
    undefined,
  ])
  expect(describeWithoutMatch({ kind: 'level', next: 'Bob' })).toBeUndefined()
  expect(describeWithoutMatch(undefined)).toBeUndefined()
})
