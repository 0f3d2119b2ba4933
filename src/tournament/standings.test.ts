import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { WIN_DRAW_LOSS } from './points.ts'
import { roundRobin } from './round-robin.ts'
import { drawn, favourites, simulate, tournament, words } from './simulate.fixture.ts'
import { singleElimination } from './single-elimination.ts'
import { tournamentStandings, readMark } from './standings.ts'

const byPlace = { kind: 'by-place', first: 50, step: 5, judges: 20 } as const

test('where results count, the total is their sum and judges have no say', () => {
  const { course } = simulate(
    roundRobin,
    tournament(3),
    must(roundRobin.parseOptions({ games: 1 })),
    () => drawn,
  )
  const rows = tournamentStandings(course.rank(), WIN_DRAW_LOSS, [{ judge: 'x', entrant: 'c', points: 9 }])
  expect(rows.map(({ place, total, judged }) => [place, total, judged])).toEqual([
    [1, 2, undefined],
    [1, 2, undefined],
    [1, 2, undefined],
  ])
})

test('who is level in place and total stays level', () => {
  const options = must(singleElimination.parseOptions({ thirdPlace: false }))
  const { course } = simulate(singleElimination, tournament(4), options, () => drawn)
  expect(
    tournamentStandings(course.rank(), byPlace, []).map(({ place, standing, total }) => [
      place,
      standing.entrant.id,
      total,
    ]),
  ).toEqual([
    [1, 'a', 50],
    [2, 'b', 45],
    [3, 'c', 40],
    [3, 'd', 40],
  ])
  const marks = ['c', 'd'].map((entrant) => ({ judge: 'j', entrant, points: 1 }))
  const [, , third, last] = tournamentStandings(course.rank(), byPlace, marks)
  expect([third?.place, third?.total, third?.why]).toEqual([3, 41, { kind: 'level', next: 'D' }])
  expect([last?.place, last?.total, last?.why]).toEqual([3, 41, undefined])
  // A mark for one of them decides.
  const decided = tournamentStandings(course.rank(), byPlace, marks.slice(1))
  expect(decided.map(({ place, standing }) => [place, standing.entrant.id])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'd'],
    [4, 'c'],
  ])
})

test('where results count, the ranking decides even over a higher sum', () => {
  // a has a bye, and wins the drawn final by its seeding; b has won a match before.
  const options = must(singleElimination.parseOptions({ thirdPlace: false }))
  const { course } = simulate(singleElimination, tournament(3), options, (pairing) =>
    pairing.players.includes('a') ? drawn : favourites(pairing),
  )
  const rows = tournamentStandings(course.rank(), WIN_DRAW_LOSS, [])
  expect(rows.map(({ place, standing }) => [place, standing.entrant.id])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ])
  expect(rows[0]?.total).toBeLessThan(rows[1]?.total ?? 0)
})

test('marks are the mean of all judges, to one decimal; of one judge the last counts', () => {
  const options = must(roundRobin.parseOptions({ games: 1 }))
  const { course } = simulate(roundRobin, tournament(3), options, favourites)
  const mark = (judge: string, entrant: string, points: number) => ({ judge, entrant, points })
  const rows = tournamentStandings(course.rank(), { ...byPlace, first: 1.1, step: 0.1 }, [
    mark('x', 'a', 20),
    mark('x', 'a', 7.2),
    mark('y', 'a', 7.2),
    mark('z', 'a', 8),
    mark('x', 'b', 2.2),
  ])
  expect(rows.map(({ points, judged, total }) => [points, judged, total])).toEqual([
    [1.1, 7.5, 8.6],
    [1, 2.2, 3.2],
    [1.1 - 0.2, undefined, 0.9],
  ])
})

describe('the reason for a place', () => {
  const options = must(singleElimination.parseOptions({ thirdPlace: true }))
  const { course } = simulate(singleElimination, tournament(4), options, favourites)
  const why = (...marks: readonly (readonly [string, number])[]) =>
    tournamentStandings(
      course.rank(),
      byPlace,
      marks.map(([entrant, points]) => ({ judge: 'j', entrant, points })),
    ).map(words)

  test('is the tournament’s own while nobody has marks', () => {
    expect(why()).toEqual(course.rank().standings.map(words))
  })

  test('is the total as soon as judges have a say, and the tournament’s place where totals are equal', () => {
    // 50, 45, 40 and 35 for the places.
    expect(why(['d', 19.5], ['c', 5])).toEqual([
      "Above A by total with the judges' points: 54.5 (35 + 19.5) against 50",
      "Above B by total with the judges' points: 50 against 45",
      'Above C by place in the tournament: 2 against 3 (both have 45 points in all)',
      undefined,
    ])
  })

  test('is data, too: the higher value is better', () => {
    const marks = [
      ['d', 19.5],
      ['c', 5],
    ] as const
    const rows = tournamentStandings(
      course.rank(),
      byPlace,
      marks.map(([entrant, points]) => ({ judge: 'j', entrant, points })),
    )
    expect(rows[0]?.why).toEqual({
      kind: 'above',
      next: 'A',
      rule: 'total',
      own: { value: 54.5, text: '54.5 (35 + 19.5)' },
      other: { value: 50, text: '50' },
    })
    expect(rows[2]?.why).toMatchObject({
      kind: 'above',
      next: 'C',
      rule: 'place',
      own: { value: -2, text: '2' },
      other: { value: -3, text: '3' },
    })
  })
})

test.each([
  [0, 0],
  [20, 20],
  ['12.5', 12.5],
  ['7', 7],
  [0.3, 0.3],
])('a mark of %j is %j', (input, mark) => {
  expect(must(readMark(input, byPlace))).toBe(mark)
})

test.each([
  [-1],
  [20.1],
  [1.25],
  ['1.25'],
  ['much'],
  [''],
  [null],
  [Number.NaN],
  ['1e1'],
  ['0x5'],
  ['7 '],
  [' 7'],
  ['7.'],
  ['.5'],
  [['7']],
])('no mark is %j', (input) => {
  expect(readMark(input, byPlace)).toMatchObject({
    ok: false,
    problem: {
      code: 'bad-mark',
      message: expect.stringMatching(/^Cannot read mark .*: expected a number from 0 to 20 with/),
    },
  })
})

test('no marks where nobody judges', () => {
  for (const points of [WIN_DRAW_LOSS, { ...byPlace, judges: 0 }])
    expect(readMark(0, points)).toMatchObject({
      ok: false,
      problem: { code: 'bad-mark', message: 'Cannot add a mark: no judges decide in this contest' },
    })
})
