import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { planSingleElimination, seedOrder } from './bracket-plan.ts'
import type { Bracket } from './bracket.ts'
import { next, openCourse } from './course.ts'
import { chance, drawn, favourites, simulate, toPlayed, tournament, win, words } from './simulate.fixture.ts'
import { describeTie, tiesWithoutWin } from './describe-tie.ts'
import { singleElimination } from './single-elimination.ts'
import type { Pairing } from './tournament.ts'

const options = (input: object = {}) => must(singleElimination.parseOptions(input))
const pair = ({ players }: Pairing): string => players.toSorted().join('')

test('the best two meet only in the final, the best four only in the semi-finals', () => {
  expect(seedOrder(1)).toEqual([1])
  expect(seedOrder(8)).toEqual([1, 8, 4, 5, 2, 7, 3, 6])
  expect(seedOrder(16)).toEqual([1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11])
})

test.each([
  [0, []],
  [1, []],
  [2, ['ab']],
  [3, ['bc']],
  [4, ['ad', 'bc']],
  [5, ['de', 'bc']],
  [6, ['de', 'cf']],
  [7, ['de', 'bg', 'cf']],
  [8, ['ah', 'de', 'bg', 'cf']],
  [9, ['hi', 'de', 'bg', 'cf']],
])('with %i entrants these can be played at once: the best seeds have byes', (count, expected) => {
  const { pairings, done } = next(singleElimination, tournament(count), options(), [])
  expect(pairings.map(pair).sort()).toEqual(expected.toSorted())
  expect(done).toBe(count < 2)
})

test.each([
  [2, ['1 a', '2 b'], 1],
  [3, ['1 a', '2 b', '3 c'], 2],
  [4, ['1 a', '2 b', '3 c', '4 d'], 4],
  [6, ['1 a', '2 b', '3 c', '4 d', '5 e', '5 f'], 6],
  [9, ['1 a', '2 b', '3 c', '4 d', '5 e', '5 f', '5 g', '5 h', '9 i'], 9],
])('with %i entrants and the favourites winning, the places are the seeds', (count, places, matches) => {
  const { course, played } = simulate(singleElimination, tournament(count), options(), favourites)
  expect(course.rank().standings.map(({ place, entrant }) => `${place} ${entrant.id}`)).toEqual(places)
  expect(played).toHaveLength(matches)
})

test('without a match for third place two are third', () => {
  const { course } = simulate(singleElimination, tournament(4), options({ thirdPlace: 'no' }), favourites)
  const { standings } = course.rank()
  expect(standings.map(({ place, entrant }) => `${place} ${entrant.id}`)).toEqual([
    '1 a',
    '2 b',
    '3 c',
    '3 d',
  ])
  expect(standings.map(words)).toEqual([
    'Above B by how far they got: won the final against lost the final',
    'Above C by how far they got: lost the final against lost the semi-final',
    'Level with D: no rule decides between them',
    undefined,
  ])
})

/** What a tie of two comes to: how many matches, who wins, and by what. */
function tie(input: object, results: readonly (string | undefined)[]): string {
  const course = openCourse(singleElimination, tournament(2), options(input))
  let matches = 0
  for (;;) {
    const started = course.take(Infinity)
    if (started.length === 0) break
    for (const pairing of started) {
      const winner = results[matches++]
      const result = winner === undefined ? drawn : win(pairing.players[0] === winner ? 0 : 1)
      course.add(toPlayed(pairing, result))
    }
  }
  const final = course.bracket()?.parts[0]?.rounds[0]?.ties[0]
  return `${matches} ${final?.slots[final.winner ?? 0].entrant} ${final?.decided}`
}

test.each([
  [{}, ['b'], '1 b matches'],
  [{}, [undefined], '1 a better-seed'],
  [{ bestOf: 3 }, ['b', 'b'], '2 b matches'],
  [{ bestOf: 3 }, ['a', 'b', 'b'], '3 b matches'],
  [{ bestOf: 3 }, ['a', undefined, undefined], '3 a matches'],
  [{ bestOf: 3 }, ['a', 'b', undefined], '3 a better-seed'],
  [{ bestOf: 5 }, ['b', 'a', 'b', 'b'], '4 b matches'],
  [{ bestOf: 2 }, ['a', 'b'], '2 a better-seed'],
  [{ bestOf: 2, extraPairs: 1 }, ['a', 'b', 'b', undefined], '4 b matches'],
  [{ bestOf: 1, extraPairs: 2 }, [undefined, 'a', 'b', 'b', 'b'], '5 b matches'],
  [{ bestOf: 1, extraPairs: 2 }, [undefined, 'a', 'b', 'b', 'a'], '5 a better-seed'],
])('a tie under %j with %j', (input, results, expected) => {
  expect(tie(input, results)).toBe(expected)
})

test('as many matches of a tie as are needed in any case can run at once', () => {
  const open = (bestOf: number): number =>
    next(singleElimination, tournament(2), options({ bestOf }), []).pairings.length
  expect([1, 2, 3, 4, 5].map(open)).toEqual([1, 2, 2, 3, 3])
})

test('a coin decides who begins a tie, and the sides are swapped after each match', () => {
  const { pairings } = next(singleElimination, tournament(16), options({ bestOf: 2 }), [])
  const game = (number: number) => pairings.filter(({ key }) => key.endsWith(`-g${number}`))
  expect(game(2).map(({ players }) => players.toReversed())).toEqual(game(1).map(({ players }) => players))
  const begins = game(1).map(({ players: [first, second] }) => first < second)
  expect(new Set(begins).size).toBe(2)
})

const outline = (bracket: Bracket | undefined): unknown =>
  bracket?.parts.map(({ title, rounds }) => [
    title,
    ...rounds.map((round) => [
      round.title,
      ...round.ties.map(({ slots, winner, decided, winnerTo, loserTo }) =>
        [
          slots.map(({ entrant }) => (entrant === null ? '–' : (entrant ?? '?'))).join(':'),
          winner === undefined ? 'open' : `${slots[winner].entrant} by ${decided}`,
          `${winnerTo?.tie ?? ''}/${winnerTo?.slot ?? ''}`,
          loserTo?.tie ?? '',
        ].join(' '),
      ),
    ]),
  ])

test('the bracket says who meets whom, who won and where everybody goes', () => {
  const course = openCourse(singleElimination, tournament(3), options())
  expect(outline(course.bracket())).toEqual([
    [
      'Knock-out',
      ['semi-final', 'a:– a by bye ko-r2-t1/0 ko-third', 'b:c open ko-r2-t1/1 ko-third'],
      ['final', 'a:? open / '],
    ],
    ['Third place', ['Third place', '–:? open / ']],
  ])
  const [semiFinal] = course.take(9)
  if (semiFinal === undefined) throw new Error('no semi-final')
  course.add(toPlayed(semiFinal, favourites(semiFinal)))
  expect(outline(course.bracket())).toEqual([
    [
      'Knock-out',
      ['semi-final', 'a:– a by bye ko-r2-t1/0 ko-third', 'b:c b by matches ko-r2-t1/1 ko-third'],
      ['final', 'a:b open / '],
    ],
    ['Third place', ['Third place', '–:c c by bye / ']],
  ])
})

test('who is still in stands above who lost in the same round', () => {
  const course = openCourse(singleElimination, tournament(4), options({ thirdPlace: false }))
  for (const pairing of course.take(9)) {
    if (pair(pairing) === 'bc') course.add(toPlayed(pairing, favourites(pairing)))
  }
  expect(course.rank().standings.map(({ place, entrant }) => `${place} ${entrant.id}`)).toEqual([
    '1 b',
    '2 a',
    '2 d',
    '4 c',
  ])
  expect(words(course.rank().standings[2]!)).toBe(
    'Above C by how far they got: in the semi-final against lost the semi-final',
  )
})

test('a final that ended level is not called won: the seeding decided, and every table says so', () => {
  const { course } = simulate(singleElimination, tournament(4), options(), () => drawn)
  expect(course.rank().standings.map(words)).toEqual([
    'Above B by seeding: number 1 against number 2 (the final was drawn 0–0)',
    'Above C by how far they got: drew the final 0–0, behind by seeding against drew the match for third place 0–0, ahead by seeding',
    'Above D by seeding: number 3 against number 4 (the match for third place was drawn 0–0)',
    undefined,
  ])
  const bracket = course.bracket()
  expect(bracket && tiesWithoutWin(bracket).map((tie) => `${tie.title}: ${describeTie(tie)}`)).toEqual([
    'semi-final: drawn 0–0, a advances by seeding',
    'semi-final: drawn 0–0, b advances by seeding',
    'final: drawn 0–0, a is placed ahead by seeding',
    'match for third place: drawn 0–0, c is placed ahead by seeding',
  ])
})

test('a withdrawn entrant gives its opponent the tie without play', () => {
  const course = openCourse(singleElimination, tournament(4), options({ bestOf: 3 }))
  course.withdraw('a')
  const started = course.take(9)
  expect(new Set(started.map(pair))).toEqual(new Set(['bc']))
  const [semi] = course.bracket()?.parts[0]?.rounds[0]?.ties ?? []
  expect(semi).toMatchObject({ winner: 1, score: [0, 2], decided: 'forfeit' })
  expect(semi && describeTie(semi)).toBe('not played, d advances without play')
})

test('everybody but the winner loses one tie, and the bye goes to the best', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(), (count, seed) => {
      const { course, pairings } = simulate(
        singleElimination,
        tournament(count),
        options({ thirdPlace: false }),
        chance(seed),
      )
      const ties = course.bracket()?.parts[0]?.rounds.flatMap((round) => round.ties) ?? []
      const losers = ties.map(({ slots, winner }) => slots[winner === 0 ? 1 : 0].entrant)
      expect(new Set(losers.filter((id) => id !== null)).size).toBe(count - 1)
      const played = new Set(pairings.filter(({ round }) => round === 1).flatMap(({ players }) => players))
      const idle = tournament(count).entrants.filter(({ id }) => !played.has(id))
      expect(idle).toEqual(tournament(count).entrants.slice(0, idle.length))
    }),
  )
})

test('rounds are named by what is left to play', () => {
  const titles = planSingleElimination(32, false).map(({ title }) => title)
  expect([...new Set(titles)]).toEqual(['round of 32', 'round of 16', 'quarter-final', 'semi-final', 'final'])
})
