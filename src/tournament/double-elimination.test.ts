import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { planDoubleElimination } from './bracket-plan.ts'
import { doubleElimination } from './double-elimination.ts'
import { chance, favourites, simulate, tournament, win, type Outcome, words } from './simulate.fixture.ts'

const options = (input: object = {}) => must(doubleElimination.parseOptions(input))

const run = (count: number, outcome: Outcome, input: object = {}) => {
  const { pairings, course } = simulate(doubleElimination, tournament(count), options(input), outcome)
  return {
    matches: pairings.map(({ stage, players }) => `${stage}: ${players.toSorted().join('')}`),
    places: course.rank().standings.map(({ place, entrant }) => `${place} ${entrant.id}`),
  }
}

/** The later in the list wins. */
const outsiders: Outcome = ({ players }) => win(players[0] > players[1] ? 0 : 1)

test('two entrants: the loser has one more chance', () => {
  expect(run(2, favourites)).toEqual({
    matches: ["winners' final: ab", 'grand final: ab'],
    places: ['1 a', '2 b'],
  })
  const bounce: Outcome = (pairing) => (pairing.stage === 'grand final' ? outsiders : favourites)(pairing)
  expect(run(2, bounce)).toEqual({
    matches: ["winners' final: ab", 'grand final: ab', 'second grand final: ab'],
    places: ['1 a', '2 b'],
  })
  expect(run(2, bounce, { reset: false }).places).toEqual(['1 b', '2 a'])
})

test('losers come down from the other half, then shifted by half, so that they do not meet again at once', () => {
  const slots = new Map(planDoubleElimination(32, true).map(({ id, slots: [first] }) => [id, first]))
  const from = (round: number, ties: number) =>
    Array.from({ length: ties }, (_, at) => slots.get(`lb-r${round}-t${at + 1}`))
  const losers = (round: number, ...ties: readonly number[]) =>
    ties.map((tie) => ({ kind: 'loser', tie: `wb-r${round}-t${tie}` }))
  expect(from(2, 8)).toEqual(losers(2, 8, 7, 6, 5, 4, 3, 2, 1))
  expect(from(4, 4)).toEqual(losers(3, 3, 4, 1, 2))
  expect(from(6, 2)).toEqual(losers(4, 2, 1))
  expect(from(8, 1)).toEqual(losers(5, 1))
})

test('four entrants by hand', () => {
  expect(run(4, favourites)).toEqual({
    matches: [
      "winners' round 1: ad",
      "winners' round 1: bc",
      "losers' round 1: cd",
      "winners' final: ab",
      "losers' final: bc",
      'grand final: ab',
    ],
    places: ['1 a', '2 b', '3 c', '4 d'],
  })
})

test('the final is called the final, whether or not there was a second one', () => {
  const { course } = simulate(doubleElimination, tournament(4), options(), favourites)
  expect(course.rank().standings.map(words)).toEqual([
    'Above B by how far they got: won the grand final against lost the grand final',
    "Above C by how far they got: lost the grand final against lost the losers' final",
    "Above D by how far they got: lost the losers' final against lost the losers' round 1",
    undefined,
  ])
  expect(course.bracket()?.parts.at(-1)?.rounds.at(-1)?.ties[0]).toMatchObject({
    id: 'gf-2',
    decided: 'skipped',
    matches: [],
  })
})

test.each([
  [3, ['1 a', '2 b', '3 c']],
  [5, ['1 a', '2 b', '3 c', '4 d', '5 e']],
  [6, ['1 a', '2 b', '3 c', '4 d', '5 e', '5 f']],
  [8, ['1 a', '2 b', '3 c', '4 d', '5 e', '5 f', '7 g', '7 h']],
])('with %i entrants and the favourites winning, the places are the seeds', (count, places) => {
  expect(run(count, favourites).places).toEqual(places)
})

test('who loses first in eight and then wins everything is the champion after a second final', () => {
  const { matches, places } = run(8, (pairing) => {
    if (pairing.stage === "winners' round 1" && pairing.players.includes('h'))
      return win(pairing.players[0] === 'h' ? 1 : 0)
    return pairing.players.includes('h') ? win(pairing.players[0] === 'h' ? 0 : 1) : favourites(pairing)
  })
  expect(places[0]).toBe('1 h')
  expect(matches.filter((match) => match.includes('h'))).toHaveLength(1 + 4 + 2 + 0)
  expect(matches.at(-1)).toBe('second grand final: ah')
})

test('nobody is out before the second loss, and everybody but the champion is after it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(), fc.nat(), (count, seed, strength) => {
      // No draws: the entrant with the higher secret strength wins, but not always.
      const outcome: Outcome = (pairing) => {
        const { winner } = chance(seed)(pairing)
        return win(winner ?? ((strength % 2) as 0 | 1))
      }
      const { course, played } = simulate(doubleElimination, tournament(count), options(), outcome)
      const losses = new Map<string, number>()
      for (const { players, winner } of played) {
        const loser = players[winner === 0 ? 1 : 0]
        losses.set(loser, (losses.get(loser) ?? 0) + 1)
      }
      const [champion, ...others] = course.rank().standings
      expect(losses.get(champion?.entrant.id ?? '') ?? 0).toBeLessThan(2)
      for (const { entrant } of others) expect(losses.get(entrant.id)).toBe(2)
    }),
  )
})

test('those who met in the first round do not meet again in the next two', () => {
  const { pairings } = simulate(doubleElimination, tournament(16), options(), favourites)
  const seen = new Map<string, number>()
  for (const { players, round } of pairings) {
    const pair = players.toSorted().join('')
    const before = seen.get(pair)
    if (before !== undefined) expect(round - before).toBeGreaterThan(2)
    seen.set(pair, round)
  }
})

test('a bracket has three parts, and each column its title', () => {
  const columns = planDoubleElimination(4, true).map(({ part, column, title }) => [part, column, title])
  expect(columns).toEqual([
    ['Winners', "winners' round 1", "winners' round 1"],
    ['Winners', "winners' round 1", "winners' round 1"],
    ['Winners', "winners' final", "winners' final"],
    ['Losers', "losers' round 1", "losers' round 1"],
    ['Losers', "losers' final", "losers' final"],
    ['Final', 'Final', 'grand final'],
    ['Final', 'Second final', 'second grand final'],
  ])
  expect(planDoubleElimination(4, false).map(({ id }) => id)).not.toContain('gf-2')
  expect(planDoubleElimination(1, true)).toEqual([])
})
