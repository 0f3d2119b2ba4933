import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { next, openCourse, type Course } from './course.ts'
import { roundRobin } from './round-robin.ts'
import { drawn, favourites, toPlayed, tournament, win } from './simulate.fixture.ts'
import { singleElimination } from './single-elimination.ts'
import { swiss } from './swiss.ts'
import type { Pairing, Played } from './tournament.ts'

const options = must(roundRobin.parseOptions({ games: 1 }))

/** The match of two, in a round robin of four: round 1 ad bc, round 2 db ca, round 3 cd ab. */
function find(pairings: readonly Pairing[], players: string): Pairing {
  const pairing = pairings.find((one) => one.players.join('') === players)
  if (pairing === undefined) throw new Error(`no match of ${players}`)
  return pairing
}

const faultOf = (pairing: Pairing, loser: string) => {
  const side = pairing.players[0] === loser ? 0 : 1
  return toPlayed(pairing, {
    ...win(side === 0 ? 1 : 0),
    faults: [Number(side === 0), Number(side === 1)],
  })
}

test('every match is given out once, and what is open is what next says', () => {
  const course = openCourse(roundRobin, tournament(4), options)
  expect(course.take(2).map(({ players }) => players.join(''))).toEqual(['ad', 'bc'])
  expect(course.take(0)).toEqual([])
  expect(course.take(9).map(({ players }) => players.join(''))).toEqual(['db', 'ca', 'cd', 'ab'])
  expect(course.take(9)).toEqual([])
  expect(course.isDone()).toBe(false)
})

test.each([[['x', 'y']], [['a', 'y']], [['x', 'd']], [['d', 'a']]] as const)(
  'a result of other players than the match has is a bug: %s',
  (players) => {
    const course = openCourse(roundRobin, tournament(4), options)
    const [pairing] = course.take(1)
    expect(() => course.add({ key: pairing?.key ?? '', players, winner: 0, score: [1, 0] })).toThrow(
      `Cannot use the result of rr-1v4-g1: it was played by ${players.join(' and ')}, expected a and d`,
    )
  },
)

test('a match counts once, and a result of no match at all shows as a stray', () => {
  const course = openCourse(roundRobin, tournament(4), options)
  const result = toPlayed(find(course.take(9), 'ad'), win(0))
  expect([course.add(result), course.add(result)]).toEqual([true, false])
  expect(course.ended()).toHaveLength(1)
  const stray = { ...result, key: 'other' }
  expect([course.add(stray), course.add(stray)]).toEqual([true, false])
  expect(course.strays()).toEqual(['other'])
})

test('the result of a match that was running when somebody withdrew does not count', () => {
  const course = openCourse(roundRobin, tournament(4), options)
  const running = find(course.take(1), 'ad')
  expect(course.withdraw('d')).toBe(2)
  expect(course.withdraw('d')).toBe(2)
  expect(course.add(toPlayed(running, win(1)))).toBe(false)
  expect(course.ended().map(({ pairing, how, winner }) => [pairing.key, how, winner])).toEqual([
    ['rr-1v4-g1', 'forfeited', 0],
    ['rr-2v4-g1', 'forfeited', 1],
    ['rr-3v4-g1', 'forfeited', 0],
  ])
})

test('of two who withdraw, who goes first loses; of two who are benched, both lose', () => {
  const results = (withdrawn: readonly string[]) =>
    openCourse(roundRobin, tournament(2, { withdrawn: new Map(withdrawn.map((id) => [id, 1])) }), options)
      .ended()
      .map(({ how, winner }) => [how, winner])
  expect(results(['a', 'b'])).toEqual([['forfeited', 1]])
  expect(results(['b', 'a'])).toEqual([['forfeited', 0]])

  const course = openCourse(roundRobin, tournament(4, { benchAfter: 1 }), options)
  const all = course.take(9)
  course.add(faultOf(find(all, 'ad'), 'd'))
  course.add(faultOf(find(all, 'bc'), 'c'))
  expect(course.ended().find(({ pairing }) => pairing.key === 'rr-3v4-g1')).toMatchObject({
    how: 'forfeited',
    winner: undefined,
  })
  expect(
    course.rank().standings.map(({ entrant, wins, draws, losses }) => [entrant.id, wins, draws, losses]),
  ).toEqual([
    ['a', 2, 0, 0],
    ['b', 2, 0, 0],
    ['c', 0, 0, 3],
    ['d', 0, 0, 3],
  ])
})

test('a fault in a match that turns out not to count benches nobody', () => {
  const course = openCourse(roundRobin, tournament(4, { benchAfter: 1 }), options)
  const all = course.take(9)
  // b fails against d in round 2, so its match of round 3 seems to be lost.
  course.add(faultOf(find(all, 'db'), 'b'))
  expect(course.ended().map(({ pairing, how }) => [pairing.key, how])).toContainEqual([
    'rr-1v2-g1',
    'forfeited',
  ])
  // But d had failed in round 1 already: there is no match of d in round 2, and b goes on.
  course.add(faultOf(find(all, 'ad'), 'd'))
  expect(course.ended().map(({ pairing, how, winner }) => [pairing.key, how, winner])).toEqual([
    ['rr-1v4-g1', 'played', 0],
    ['rr-2v4-g1', 'forfeited', 1],
    ['rr-3v4-g1', 'forfeited', 0],
  ])
  expect(course.take(9)).toEqual([])
  for (const players of ['bc', 'ca', 'ab'])
    course.add(toPlayed(find(all, players), favourites(find(all, players))))
  expect(course.isDone()).toBe(true)
  expect(course.rank().standings.map(({ entrant, wins }) => `${entrant.id} ${wins}`)).toEqual([
    'a 3',
    'b 2',
    'c 1',
    'd 0',
  ])
})

test('a tournament goes on from its log, whatever the order of it', () => {
  const all = next(roundRobin, tournament(4), options, []).pairings
  const log = ['ab', 'ad', 'ca'].map((players) =>
    toPlayed(find(all, players), favourites(find(all, players))),
  )
  const course = openCourse(roundRobin, tournament(4), options, log)
  expect(course.rank().standings[0]).toMatchObject({ entrant: { id: 'a' }, wins: 3 })
  expect(course.take(9).map(({ players }) => players.join(''))).toEqual(['bc', 'db', 'cd'])
  expect(course.strays()).toEqual([])
})

describe('the schedule is read', () => {
  function openCounted(log: readonly Played[] = []) {
    let read = 0
    const counted: typeof roundRobin = {
      ...roundRobin,
      begin(context, options) {
        const schedule = roundRobin.begin(context, options)
        const first = Iterator.from(schedule.first).map((pairing) => {
          read++
          return pairing
        })
        return { ...schedule, first }
      },
    }
    return { course: openCourse(counted, tournament(4), options, log), read: () => read }
  }

  test('one match ahead of those that were taken, and no further for a result or the open round', () => {
    const { course, read } = openCounted()
    expect([course.openRound(), read()]).toEqual([1, 1])
    const [first] = course.take(2)
    course.add(toPlayed(first as Pairing, win(0)))
    expect([course.openRound(), read()]).toEqual([1, 3])
  })

  test('to its end once an entrant is out', () => {
    const { course, read } = openCounted()
    course.withdraw('a')
    expect(read()).toBe(6)
  })

  test('until every result of a log has its match', () => {
    const { pairings } = next(roundRobin, tournament(4), options, [])
    expect(openCounted([toPlayed(pairings[3] as Pairing, drawn)]).read()).toBe(4)
  })
})

test('the open round is that of a match that was not read yet', () => {
  const settings = must(singleElimination.parseOptions({}))
  const course = openCourse(singleElimination, tournament(8), settings)
  for (let match = 0; match < 3; match++)
    for (const pairing of course.take(1)) course.add(toPlayed(pairing, favourites(pairing)))
  // Two winners can play their semi-final, and the last match of the first round has not been taken.
  expect(course.openRound()).toBe(1)
})

test('of two results of one match in the log the first counts', () => {
  const all = next(roundRobin, tournament(4), options, []).pairings
  const log = ([0, 1] as const).map((winner) => toPlayed(find(all, 'ad'), win(winner)))
  const course = openCourse(roundRobin, tournament(4), options, log)
  expect(course.ended().map(({ winner }) => winner)).toEqual([0])
})

test('a result keeps the fingerprint of its moves', () => {
  const course = openCourse(roundRobin, tournament(4), options)
  course.add(toPlayed(find(course.take(1), 'ad'), { ...win(0), fingerprint: 'f00d' }))
  expect(course.ended()[0]).toMatchObject({ how: 'played', fingerprint: 'f00d' })
})

test('a match that a bench forfeited while it ran counts as played once the bench is lifted', () => {
  const course = openCourse(roundRobin, tournament(4, { benchAfter: 1 }), options)
  const all = course.take(9)
  const howOf = (key: string) => course.ended().find(({ pairing }) => pairing.key === key)?.how
  course.add(faultOf(find(all, 'db'), 'b'))
  // Its result comes while b is benched, and is kept.
  expect(course.add(toPlayed(find(all, 'ab'), win(1)))).toBe(true)
  expect(course.add(toPlayed(find(all, 'ab'), win(0)))).toBe(false)
  expect(howOf('rr-1v2-g1')).toBe('forfeited')
  // d had failed before b did: b is not benched.
  course.add(faultOf(find(all, 'ad'), 'd'))
  expect(course.ended().find(({ pairing }) => pairing.key === 'rr-1v2-g1')).toMatchObject({
    how: 'played',
    winner: 1,
  })
})

test('a fault in a match that a bench forfeited while it ran does not bench the other player', () => {
  const course = openCourse(roundRobin, tournament(4, { benchAfter: 1 }), options)
  const all = course.take(9)
  course.add(faultOf(find(all, 'ad'), 'd'))
  expect(course.add(faultOf(find(all, 'db'), 'b'))).toBe(true)
  expect(course.ended().map(({ pairing, how }) => [pairing.key, how])).toEqual([
    ['rr-1v4-g1', 'played'],
    ['rr-2v4-g1', 'forfeited'],
    ['rr-3v4-g1', 'forfeited'],
  ])
})

test('a match that was forfeited before it was given out is given out once after the bench is lifted', () => {
  const course = openCourse(roundRobin, tournament(4, { benchAfter: 1 }), options)
  const running = course.take(3)
  course.add(faultOf(find(running, 'db'), 'b'))
  course.add(faultOf(find(running, 'ad'), 'd'))
  expect(course.take(9).map(({ players }) => players.join(''))).toEqual(['ca', 'ab'])
})

test('a match that waited when it was forfeited is also given out only once after the bench is lifted', () => {
  // f has withdrawn, so all matches wait from the start: round 1 be cd, round 2 ca de, round 3 db ea, round 4 ec ab, round 5 ad bc.
  const withdrawn = new Map([['f', 1]])
  const course = openCourse(roundRobin, tournament(6, { benchAfter: 1, withdrawn }), options)
  const running = course.take(4)
  course.add(faultOf(find(running, 'de'), 'e'))
  course.add(faultOf(find(running, 'cd'), 'd'))
  expect(course.take(99).map(({ players }) => players.join(''))).toEqual(['ea', 'ec', 'ab', 'bc'])
})

describe('who withdraws is out', () => {
  const outOf = (course: Course, id: string) =>
    course.rank().standings.find(({ entrant }) => entrant.id === id)?.out

  test('from the first round in which it lost a match unplayed, though later rounds were open', () => {
    const course = openCourse(roundRobin, tournament(4), options)
    const all = course.take(9)
    course.add(toPlayed(find(all, 'ad'), win(0)))
    course.add(toPlayed(find(all, 'bc'), win(0)))
    expect(outOf(course, 'd')).toBeUndefined()
    expect(course.withdraw('d')).toBe(4)
    expect(outOf(course, 'd')).toEqual({ kind: 'withdrawn', fromRound: 2 })
    expect(outOf(course, 'a')).toBeUndefined()
  })

  test('from the round after all if it lost nothing by it', () => {
    const course = openCourse(roundRobin, tournament(4), options)
    const all = course.take(9)
    // a goes first: what d wins by that is no loss of d.
    course.withdraw('a')
    for (const players of ['db', 'cd']) course.add(toPlayed(find(all, players), win(1)))
    course.withdraw('d')
    expect(outOf(course, 'd')).toEqual({ kind: 'withdrawn', fromRound: 4 })
    expect(outOf(course, 'a')).toEqual({ kind: 'withdrawn', fromRound: 1 })
  })
})

test('who is benched loses all its other matches at once, also those that nobody has asked for yet', () => {
  const course = openCourse(roundRobin, tournament(4, { benchAfter: 1 }), options)
  const [first] = course.take(1)
  if (first === undefined) throw new Error('there is a first match')
  course.add(faultOf(first, 'd'))
  expect(course.ended().map(({ pairing, how, winner }) => [pairing.key, how, winner])).toEqual([
    ['rr-1v4-g1', 'played', 0],
    ['rr-2v4-g1', 'forfeited', 1],
    ['rr-3v4-g1', 'forfeited', 0],
  ])
})

test('two who fail in one match are both benched', () => {
  const course = openCourse(roundRobin, tournament(4, { benchAfter: 1 }), options)
  course.add(toPlayed(find(course.take(9), 'ad'), { ...drawn, faults: [1, 1] }))
  const out = course.rank().standings.filter((row) => row.out?.kind === 'benched')
  expect(out.map(({ entrant }) => entrant.id).toSorted()).toEqual(['a', 'd'])
})

test('a fault counts in all matches of the round in which the opponent is benched', () => {
  const course = openCourse(swiss, tournament(2, { benchAfter: 1 }), must(swiss.parseOptions({ games: 2 })))
  const [first, second] = course.take(9)
  if (first === undefined || second === undefined) throw new Error('a pairing has two matches')
  expect(second.round).toBe(first.round)
  course.add(faultOf(first, 'b'))
  course.add(faultOf(second, 'a'))
  expect(course.rank().standings.map((row) => row.out)).toEqual([
    { kind: 'benched', afterRound: 1, faults: 1 },
    { kind: 'benched', afterRound: 1, faults: 1 },
  ])
})
