import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { planSingleElimination } from './bracket-plan.ts'
import { openCourse } from './course.ts'
import { doubleElimination } from './double-elimination.ts'
import { playBracket } from './play-bracket.ts'
import { roundRobinKnockOut } from './round-robin-knock-out.ts'
import {
  drawn,
  favourites,
  simulate,
  toPlayed,
  tournament,
  win,
  words,
  type Outcome,
} from './simulate.fixture.ts'
import { singleElimination } from './single-elimination.ts'

const voided: Outcome = () => ({ ...drawn, void: true })
const options = (input: object = {}) => must(singleElimination.parseOptions(input))
const wordsAfter = (count: number, outcome: Outcome, input: object = {}) =>
  simulate(singleElimination, tournament(count), options(input), outcome).course.rank().standings.map(words)

describe('the table says how far an entrant got', () => {
  test('without play, where the opponent was out', () => {
    const course = openCourse(singleElimination, tournament(2), options())
    course.withdraw('a')
    expect(course.rank().standings.map(words)).toEqual([
      'Above A by how far they got: won the final without play against lost the final without play',
      undefined,
    ])
  })

  test('by seeding, where the host could not play a tie', () => {
    expect(wordsAfter(4, voided)).toEqual([
      'Above B by seeding: number 1 against number 2 (the final was not played)',
      'Above C by how far they got: did not play the final, behind by seeding against did not play the match for third place, ahead by seeding',
      'Above D by seeding: number 3 against number 4 (the match for third place was not played)',
      undefined,
    ])
  })

  test('at least, in a double elimination, until it is in the grand final', () => {
    const double = (count: number, played: number) => {
      const course = openCourse(
        doubleElimination,
        tournament(count),
        must(doubleElimination.parseOptions({})),
      )
      for (let match = 0; match < played; match++)
        for (const pairing of course.take(1)) course.add(toPlayed(pairing, favourites(pairing)))
      return course.rank().standings.map(({ values }) => values[0]?.text)
    }
    expect(double(4, 2).slice(0, 2)).toEqual([
      "at least in the losers' final",
      "at least in the losers' final",
    ])
    expect(double(4, 5).slice(0, 2)).toEqual(['in the grand final', 'in the grand final'])
  })

  test('with a bye in the match for third place', () => {
    expect(wordsAfter(3, favourites)).toEqual([
      'Above B by how far they got: won the final against lost the final',
      'Above C by how far they got: lost the final against had a bye in the match for third place',
      undefined,
    ])
  })

  test('at least, while it is in a tie whose loser plays on', () => {
    const course = openCourse(singleElimination, tournament(4), options())
    const [first] = course.take(1)
    if (first) course.add(toPlayed(first, favourites(first)))
    expect(course.rank().standings.map(words)).toEqual([
      'Above B by how far they got: in the final against at least in the match for third place',
      'Level with C: no rule decides between them',
      'Level with D: no rule decides between them',
      undefined,
    ])
    const double = openCourse(doubleElimination, tournament(4), must(doubleElimination.parseOptions({})))
    expect(double.rank().standings.map(({ values }) => values.map(({ text }) => text))).toEqual(
      Array.from({ length: 4 }, () => ["at least in the losers' round 1"]),
    )
  })

  test('not at all, if it did not qualify', () => {
    const qualify = must(roundRobinKnockOut.parseOptions({ qualify: 2 }))
    const { course } = simulate(roundRobinKnockOut, tournament(3), qualify, favourites)
    expect(course.rank().standings.map(words)).toEqual([
      'Above B by how far they got: won the final against lost the final',
      'Above C by how far they got: lost the final against not in the knock-out',
      undefined,
    ])
  })

  test('by seeding, where a first final was drawn and a second was not needed', () => {
    const outcome: Outcome = (pairing) => (pairing.stage === 'grand final' ? drawn : favourites(pairing))
    const { course } = simulate(
      doubleElimination,
      tournament(2),
      must(doubleElimination.parseOptions({})),
      outcome,
    )
    expect(course.rank().standings.map(words)).toEqual([
      'Above B by seeding: number 1 against number 2 (the grand final was drawn 0–0)',
      undefined,
    ])
  })
})

describe('seeding is the reason only where it decided between the two', () => {
  /** Winners by the two letters and the stage; ties that are not named are drawn. */
  const table = (thirdPlace: boolean, winners: Readonly<Record<string, string>>) =>
    wordsAfter(
      4,
      ({ stage, players }) => {
        const winner = winners[`${stage} ${players.toSorted().join('')}`]
        return winner === undefined ? drawn : win(players[0] === winner ? 0 : 1)
      },
      { thirdPlace },
    )

  test('not where the one behind lost to another', () => {
    expect(table(false, { 'semi-final ad': 'a', 'final ab': 'b' })).toEqual([
      'Above A by how far they got: won the final against lost the final',
      'Above C by how far they got: lost the final against drew the semi-final 0–0, behind by seeding',
      'Level with D: no rule decides between them',
      undefined,
    ])
  })

  test('not where the one ahead went on by seeding against another', () => {
    expect(table(false, { 'semi-final bc': 'b', 'final ab': 'a' })).toEqual([
      'Above B by how far they got: won the final against lost the final',
      'Above C by how far they got: lost the final against lost the semi-final',
      'Level with D: no rule decides between them',
      undefined,
    ])
  })

  test('not where both played on afterwards', () => {
    const winners = { 'semi-final bc': 'b', 'final ab': 'b', 'match for third place cd': 'd' }
    expect(table(true, winners)).toEqual([
      'Above A by how far they got: won the final against lost the final',
      'Above D by how far they got: lost the final against won the match for third place',
      'Above C by how far they got: won the match for third place against lost the match for third place',
      undefined,
    ])
  })
})

test('each two matches of a tie are a pair: they share a seed, and sides are swapped', () => {
  const { course } = simulate(singleElimination, tournament(2), options({ bestOf: 5 }), () => drawn)
  const pairings = course.ended().map(({ pairing }) => pairing)
  expect(pairings.map(({ pair }) => pair)).toEqual([undefined, undefined, 1, 1, 2])
  const [one, two, three, four, five] = pairings.map(({ seed }) => seed)
  expect([two, four]).toEqual([one, three])
  expect(new Set([one, three, five]).size).toBe(3)
  const [first, second] = pairings.map(({ players }) => players.join(''))
  expect(pairings.map(({ players }) => players.join(''))).toEqual([first, second, first, second, first])
  expect(second).not.toBe(first)
})

test('a tie whose loser withdrew after a loss was decided by its matches', () => {
  const course = openCourse(singleElimination, tournament(2), options({ bestOf: 3 }))
  for (const pairing of course.take(1)) course.add(toPlayed(pairing, favourites(pairing)))
  course.withdraw('b')
  const tie = course.bracket()?.parts[0]?.rounds[0]?.ties[0]
  expect(tie).toMatchObject({ score: [2, 0], decided: 'matches' })
  expect(tie).not.toHaveProperty('unplayed')
})

test('a tie without any match that was played says so, and a winner by forfeit has won no match', () => {
  const tieOf = (outcome: Outcome, withdrawn: readonly string[] = []) => {
    const setup = tournament(2, { withdrawn: new Map(withdrawn.map((id) => [id, 1])) })
    const { course } = simulate(singleElimination, setup, options(), outcome)
    return course.bracket()?.parts[0]?.rounds[0]?.ties[0]
  }
  expect(tieOf(voided)).toMatchObject({ winner: 0, decided: 'better-seed', unplayed: true })
  expect(tieOf(favourites, ['a'])).toMatchObject({ winner: 1, decided: 'forfeit', unplayed: true })
  expect(tieOf(favourites, ['b'])).toMatchObject({ winner: 0, decided: 'forfeit', unplayed: true })
})

test('a tie says all that is known of it, and nothing else', () => {
  const course = openCourse(singleElimination, tournament(3), options({ thirdPlace: false }))
  const [semiFinal] = course.take(1)
  if (semiFinal) course.add(toPlayed(semiFinal, { ...favourites(semiFinal), score: [0, 0] }))
  const common = { rounds: [0, 0], draws: 0 }
  expect(course.bracket()?.parts[0]?.rounds.flatMap(({ ties }) => ties)).toStrictEqual([
    {
      ...common,
      id: 'ko-r1-t1',
      title: 'semi-final',
      slots: [
        { entrant: 'a', seed: 1 },
        { entrant: null, seed: 4 },
      ],
      score: [0, 0],
      matches: [],
      winner: 0,
      decided: 'bye',
      winnerTo: { tie: 'ko-r2-t1', slot: 0 },
    },
    {
      ...common,
      id: 'ko-r1-t2',
      title: 'semi-final',
      slots: [
        { entrant: 'b', seed: 2 },
        { entrant: 'c', seed: 3 },
      ],
      score: [1, 0],
      matches: ['ko-r1-t2-g1'],
      winner: 0,
      decided: 'matches',
      winnerTo: { tie: 'ko-r2-t1', slot: 1 },
    },
    {
      ...common,
      id: 'ko-r2-t1',
      title: 'final',
      slots: [
        { entrant: 'a', seed: 1, from: { kind: 'winner', tie: 'ko-r1-t1' } },
        { entrant: 'b', seed: 2, from: { kind: 'winner', tie: 'ko-r1-t2' } },
      ],
      score: [0, 0],
      matches: ['ko-r2-t1-g1'],
    },
  ])
})

test('the score of a tie counts matches, rounds and draws from the side of its slots', () => {
  const course = openCourse(singleElimination, tournament(2), options({ bestOf: 3 }))
  for (const [at, pairing] of [...course.take(9), ...course.take(9)].entries()) {
    const isFirst = pairing.players[0] === 'a'
    const result =
      at === 0
        ? { winner: undefined, score: [2, 2] as const }
        : {
            winner: isFirst ? (1 as const) : (0 as const),
            score: isFirst ? ([1, 3] as const) : ([3, 1] as const),
          }
    course.add(toPlayed(pairing, result))
  }
  expect(course.bracket()?.parts[0]?.rounds[0]?.ties[0]).toMatchObject({
    score: [0, 1],
    rounds: [3, 5],
    draws: 1,
  })
})

test('a level tie gets two more matches at a time', () => {
  const course = openCourse(singleElimination, tournament(2), options({ bestOf: 1, extraPairs: 2 }))
  const sizes: number[] = []
  for (let open = course.take(9); open.length > 0; open = course.take(9)) {
    sizes.push(open.length)
    for (const pairing of open) course.add(toPlayed(pairing, drawn))
  }
  expect(sizes).toEqual([1, 2, 2])
  expect(course.bracket()?.parts[0]?.rounds[0]?.ties[0]).toMatchObject({ decided: 'better-seed', draws: 5 })
})

test('the result of another match is a bug', () => {
  const play = playBracket(planSingleElimination(2, false), ['a', 'b'], options(), 7)
  const [pairing] = play.first
  if (!pairing) throw new Error('no final')
  const ended = { how: 'played', winner: 0, score: [1, 0] } as const
  expect(() => play.after({ ...ended, pairing: { ...pairing, key: 'ko-r9-t1-g1' } })).toThrow(
    'Cannot end ko-r9-t1-g1: it is no match of this bracket',
  )
})
