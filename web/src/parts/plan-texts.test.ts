import { expect, test } from 'vitest'
import { EMPTY_PLAN, planChanges, planIn, textsOf } from './plan-texts.ts'

test('an empty form asks for the usual plan', () => {
  expect(planIn(EMPTY_PLAN)).toEqual({
    starts: null,
    absentSeconds: 120,
    rounds: 'free',
    breaks: [],
    roundTimes: [],
  })
})

test('a plan that is shown and sent again is the same plan', () => {
  const plan = {
    starts: '2026-11-16T15:00:00.000Z',
    atOnce: 4,
    absentSeconds: 90,
    rounds: 'called',
    breaks: [{ from: '2026-11-16T16:00:00.000Z', to: '2026-11-16T16:15:00.000Z' }],
    roundTimes: [{ round: 3, at: '2026-11-16T17:30:00.000Z' }],
  } as const
  expect(planIn(textsOf(plan))).toEqual(plan)
  expect(planChanges(plan, textsOf(plan))).toEqual({})
  expect(planChanges(plan, { ...textsOf(plan), atOnce: '5', breaks: [] })).toEqual({ atOnce: 5, breaks: [] })
})

test('rows without any text are left out, and what cannot be read is sent for the server to refuse', () => {
  const texts = {
    ...EMPTY_PLAN,
    breaks: [
      { from: '', to: '' },
      { from: '2026-11-16T16:00', to: '' },
    ],
    roundTimes: [{ round: '', at: '' }],
  }
  const { breaks, roundTimes } = planIn(texts)
  expect(breaks).toHaveLength(1)
  expect(breaks?.[0]?.to).toBe('')
  expect(roundTimes).toEqual([])
})
