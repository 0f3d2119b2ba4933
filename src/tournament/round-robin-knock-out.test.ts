import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { openCourse } from './course.ts'
import { roundRobinKnockOut } from './round-robin-knock-out.ts'
import {
  drawn,
  favourites,
  simulate,
  toPlayed,
  tournament,
  win,
  type Outcome,
  words,
} from './simulate.fixture.ts'
import { tournamentStandings } from './standings.ts'

const options = (input: object = {}) => must(roundRobinKnockOut.parseOptions(input))

/** In the round robin the last of the list is the best; in the knock-out everything is drawn. */
const reversed: Outcome = ({ stage, players }) =>
  stage === 'round robin' ? win(players[0] > players[1] ? 0 : 1) : drawn

test('the round robin seeds the knock-out, and its better goes on where a tie stays level', () => {
  const { pairings, course } = simulate(roundRobinKnockOut, tournament(5), options(), reversed)
  const knockOut = pairings.filter(({ stage }) => stage !== 'round robin')
  expect(pairings.length - knockOut.length).toBe(10)
  expect(
    knockOut.map(({ stage, round, players }) => `${stage} ${round} ${players.toSorted().join('')}`),
  ).toEqual([
    // Seeds e d c b a: e, d and c have byes in the first round, then e meets the winner.
    'quarter-final 6 ab',
    'semi-final 7 cd',
    'semi-final 7 be',
    'match for third place 8 bc',
    'final 8 de',
  ])
  expect(course.rank().standings.map(({ place, entrant }) => `${place} ${entrant.id}`)).toEqual([
    '1 e',
    '2 d',
    '3 c',
    '4 b',
    '5 a',
  ])
})

test('final places by how far one got, ties by the round robin', () => {
  const { course } = simulate(roundRobinKnockOut, tournament(8), options(), favourites)
  const { standings, rules } = course.rank()
  expect(standings.map(({ place, entrant }) => `${place} ${entrant.id}`).join(', ')).toBe(
    '1 a, 2 b, 3 c, 4 d, 5 e, 6 f, 7 g, 8 h',
  )
  expect(words(standings[4]!)).toBe('Above F by place in the round robin: 5 against 6')
  expect(rules.map(({ explanation }) => explanation)).toEqual([
    'How far they got: who lost later in the knock-out is above who lost earlier',
    'Place in the round robin, which goes by points, then head-to-head, then Sonneborn-Berger, then wins, then difference of rounds, then order of entry',
  ])
})

test('the order of entry is the last rule of the round robin, wherever the tie-breaks name it', () => {
  const tieBreaks = ['first-listed', 'wins']
  const { course } = simulate(roundRobinKnockOut, tournament(2), options({ tieBreaks }), () => drawn)
  const { rules, standings } = course.rank()
  expect(rules[1]?.explanation).toBe(
    'Place in the round robin, which goes by points, then wins, then order of entry',
  )
  expect(standings.map(({ entrant }) => entrant.id)).toEqual(['a', 'b'])
})

test('the rounds of the knock-out follow those of a round robin with several matches a pair', () => {
  const { pairings } = simulate(roundRobinKnockOut, tournament(2), options({ games: 3 }), favourites)
  expect(pairings.map(({ stage, round }) => `${stage} ${round}`)).toEqual([
    'round robin 1',
    'round robin 1',
    'round robin 2',
    'final 3',
  ])
})

test('only the best go on if so many qualify; the others keep the places of the round robin', () => {
  const upset: Outcome = (pairing) => (pairing.stage === 'round robin' ? favourites : flipped)(pairing)
  const flipped: Outcome = ({ players }) => win(players[0] > players[1] ? 0 : 1)
  const { course } = simulate(roundRobinKnockOut, tournament(6), options({ qualify: 4 }), upset)
  expect(
    course
      .rank()
      .standings.map(({ place, entrant }) => `${place} ${entrant.id}`)
      .join(', '),
  ).toBe('1 d, 2 c, 3 b, 4 a, 5 e, 6 f')
})

test('the bracket stands from the first second, with places that are to be won', () => {
  const course = openCourse(roundRobinKnockOut, tournament(13), options({ qualify: 5 }))
  const outline = () =>
    course.bracket()?.parts.map(({ rounds }) =>
      rounds.map(({ title, ties }) => [
        title,
        ...ties.map(({ slots, matches }) => {
          const names = slots.map(({ entrant, expected }) => entrant ?? expected ?? (entrant === null && '–'))
          return `${names.join(', ')}${matches.length > 0 ? '!' : ''}`
        }),
      ]),
    )
  expect(outline()).toEqual([
    [
      [
        'quarter-final',
        '1st of the round robin, –',
        '4th of the round robin, 5th of the round robin',
        '2nd of the round robin, –',
        '3rd of the round robin, –',
      ],
      ['semi-final', '1st of the round robin, false', '2nd of the round robin, 3rd of the round robin'],
      ['final', 'false, false'],
    ],
    [['Third place', 'false, false']],
  ])
  for (const pairing of course.take(78)) course.add(toPlayed(pairing, favourites(pairing)))
  expect(outline()?.[0]?.[0]).toEqual(['quarter-final', 'a, –', 'd, e!', 'b, –', 'c, –'])
})

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [20, '20th'],
  [21, '21st'],
  [111, '111th'],
])('seed %i is called the %s of the round robin', (seed, ordinal) => {
  const course = openCourse(roundRobinKnockOut, tournament(120), options())
  const slots = course.bracket()?.parts[0]?.rounds[0]?.ties.flatMap((tie) => tie.slots)
  expect(slots?.find((slot) => slot.seed === seed)?.expected).toBe(`${ordinal} of the round robin`)
})

test('while it is played, places of the knock-out say how far everybody is', () => {
  const course = openCourse(roundRobinKnockOut, tournament(4), options({ thirdPlace: false }))
  for (let match = 0; match < 7; match++)
    for (const pairing of course.take(1)) course.add(toPlayed(pairing, favourites(pairing)))
  expect(course.rank().standings.map(words)).toEqual([
    'Above B by how far they got: in the final against in the semi-final',
    'Above C by place in the round robin: 2 against 3',
    'Above D by how far they got: in the semi-final against lost the semi-final',
    undefined,
  ])
})

test('a contest of boost tron: points by place, and the mean of the judges on top', () => {
  const { course } = simulate(roundRobinKnockOut, tournament(4), options(), favourites)
  const points = { kind: 'by-place', first: 50, step: 5, judges: 20 } as const
  const marks = [
    { judge: 'x', entrant: 'a', points: 3 },
    { judge: 'x', entrant: 'b', points: 9 },
    { judge: 'y', entrant: 'b', points: 7 },
    { judge: 'z', entrant: 'b', points: 8.5 },
    { judge: 'x', entrant: 'c', points: 20 },
    { judge: 'x', entrant: 'c', points: 13.2 },
  ]
  const rows = tournamentStandings(course.rank(), points, marks).map(
    ({ place, standing, points, judged, total }) => [place, standing.entrant.id, points, judged, total],
  )
  expect(rows).toEqual([
    [1, 'b', 45, 8.2, 53.2],
    // The later mark of a judge counts; equal totals go by the place of the knock-out.
    [2, 'c', 40, 13.2, 53.2],
    [3, 'a', 50, 3, 53],
    [4, 'd', 35, undefined, 35],
  ])
})
