import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { next } from './course.ts'
import { gauntlet } from './gauntlet.ts'
import { simulate, tournament, win, words } from './simulate.fixture.ts'

const pairs = (count: number, input: object): string[] =>
  next(gauntlet, tournament(count), must(gauntlet.parseOptions(input)), []).pairings.map(
    ({ round, players }) => `${round} ${players.join('')}`,
  )

test('one against all, twice with swapped sides', () => {
  expect(pairs(4, {})).toEqual(['1 ab', '1 ba', '2 ca', '2 ac', '3 ad', '3 da'])
})

test('two against all others, but not each other', () => {
  expect(pairs(5, { runners: 2, games: 1 })).toEqual(['1 ac', '1 bd', '2 da', '2 eb', '3 ae', '3 cb'])
  expect(pairs(3, { runners: 2, games: 1 })).toEqual(['1 ac', '2 cb'])
  expect(pairs(3, { runners: 5 })).toEqual([])
})

test('the table goes by points a match, for not everybody plays as often', () => {
  const { course } = simulate(gauntlet, tournament(4), must(gauntlet.parseOptions({})), ({ players }) =>
    win(players.includes('c') === (players[0] === 'a') ? 1 : 0),
  )
  expect(course.rank().standings.map((row) => [row.place, row.entrant.id, row.points, words(row)])).toEqual([
    [1, 'c', 4, 'Above A by points a match: 2 against 1.33'],
    [2, 'a', 8, 'Above B by points a match: 1.33 against 0'],
    [3, 'b', 0, 'Level with D: no rule decides between them'],
    [3, 'd', 0, undefined],
  ])
})
