import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { breakAt, changePlan, nextChange, opens, planOf, presentPlan } from './tournament-plan.ts'

const at = (minute: number): string => new Date(minute * 60_000).toISOString()
const ms = (minute: number): number => minute * 60_000

test('a tournament without a plan starts when it is told to and plays 16 matches at once', () => {
  expect(presentPlan(planOf({}))).toEqual({
    starts: null,
    atOnce: 16,
    breaks: [],
    rounds: 'free',
    roundTimes: [],
    absentSeconds: null,
  })
})

test('what a change leaves out stays as it is, and null takes the start away', () => {
  const first = must(changePlan({}, { starts: at(5), atOnce: 2, rounds: 'called' }))
  const second = must(changePlan(first, { starts: null, absentSeconds: 30 }))
  expect(presentPlan(planOf(second))).toMatchObject({
    starts: null,
    atOnce: 2,
    rounds: 'called',
    absentSeconds: 30,
  })
})

test.each([
  [{ breaks: [{ from: at(5), to: at(5) }] }, 'a break that ends before it begins'],
  [
    {
      roundTimes: [
        { round: 2, at: at(5) },
        { round: 2, at: at(6) },
      ],
    },
    'two times for round 2',
  ],
  [
    {
      roundTimes: [
        { round: 3, at: at(5) },
        { round: 2, at: at(6) },
      ],
    },
    'round 3 before round 2',
  ],
])('%j is refused: it plans %s', (changes, words) => {
  const place = 'breaks' in changes ? 'breaks.0.to' : 'roundTimes'
  expect(changePlan({}, changes)).toMatchObject({ ok: false, problem: { code: 'bad-plan', at: place } })
  const refused = changePlan({}, changes)
  expect(refused.ok ? '' : refused.problem.message).toContain(words)
})

test('breaks and times of rounds are kept in their order, and shown as dates', () => {
  const plan = must(
    changePlan(
      { starts: ms(1) },
      {
        breaks: [
          { from: at(40), to: at(50) },
          { from: at(10), to: at(20) },
        ],
        roundTimes: [
          { round: 3, at: at(30) },
          { round: 2, at: at(30) },
        ],
        absentSeconds: 90,
      },
    ),
  )
  expect(presentPlan(planOf(plan))).toEqual({
    starts: at(1),
    atOnce: 16,
    breaks: [
      { from: at(10), to: at(20) },
      { from: at(40), to: at(50) },
    ],
    rounds: 'free',
    roundTimes: [
      { round: 2, at: at(30) },
      { round: 3, at: at(30) },
    ],
    absentSeconds: 90,
  })
  // Nothing of it changes if nothing is asked for.
  expect(must(changePlan(plan, {}))).toEqual(plan)
})

test.each([
  [{ starts: 'soon' }, 'start at', 'starts'],
  [
    {
      breaks: [
        { from: at(1), to: at(2) },
        { from: 'soon', to: at(3) },
      ],
    },
    'begin a break at',
    'breaks.1.from',
  ],
  [{ breaks: [{ from: at(1), to: 'soon' }] }, 'end a break at', 'breaks.0.to'],
  [{ roundTimes: [{ round: 2, at: 'soon' }] }, 'plan round 2 at', 'roundTimes.0.at'],
])('a time of %j that cannot be read is refused at its place', (changes, doing, place) => {
  expect(changePlan({}, changes)).toMatchObject({
    ok: false,
    problem: { code: 'bad-date', message: expect.stringContaining(`Cannot ${doing} "soon"`), at: place },
  })
})

describe('a break', () => {
  const plan = planOf({
    breaks: [
      { from: ms(10), to: ms(20) },
      { from: ms(15), to: ms(30) },
      { from: ms(40), to: ms(50) },
    ],
  })
  test.each([
    [9, undefined],
    [10, 30],
    [29, 30],
    [30, undefined],
    [40, 50],
  ])('at minute %d ends at %s', (now, to) => {
    expect(breakAt(plan, ms(now))).toEqual(to === undefined ? undefined : { to: ms(to) })
  })
  test('changes what may be called when it begins and when it ends', () => {
    expect([0, 10, 31, 50].map((now) => nextChange(plan, ms(now)))).toEqual([
      ms(10),
      ms(15),
      ms(40),
      Infinity,
    ])
  })
  test('and the time of a round change what may be called', () => {
    const timed = { ...plan, roundTimes: [{ round: 2, at: ms(25) }] }
    expect([20, 25].map((now) => nextChange(timed, ms(now)))).toEqual([ms(25), ms(30)])
  })
})

describe('a round opens', () => {
  const timed = planOf({
    roundTimes: [
      { round: 2, at: ms(30) },
      { round: 4, at: ms(60) },
    ],
  })
  const called = planOf({ rounds: 'called' })
  test.each([
    ['at once without a time', timed, 1, 0, -Infinity],
    ['at its time', timed, 2, 0, ms(30)],
    ['not before the rounds in front of it', timed, 3, 0, ms(30)],
    ['at its own time, if it has one', timed, 4, 0, ms(60)],
    ['earlier if the organiser calls it', timed, 2, 2, -Infinity],
    ['at once if a round in front of it was called early', timed, 3, 2, -Infinity],
    ['with the start, if it is the first', called, 1, 0, -Infinity],
    ['when the organiser calls it', called, 2, 0, 'when-called'],
    ['once the organiser has called it', called, 2, 2, -Infinity],
    ['once the organiser has called a later one', called, 2, 3, -Infinity],
    ['at its time also where the others are called', { ...timed, rounds: 'called' as const }, 2, 0, ms(30)],
    [
      'when it is called, after one with a time',
      { ...timed, rounds: 'called' as const },
      3,
      0,
      'when-called',
    ],
  ])('%s', (_, plan, round, calledRound, time) => {
    expect(opens(plan, round, calledRound)).toBe(time)
  })
})
