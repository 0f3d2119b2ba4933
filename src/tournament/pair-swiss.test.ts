import { expect, test } from 'vitest'
import { pairSwiss, type SwissPlayer } from './pair-swiss.ts'

const player = (index: number, known: Partial<SwissPlayer> = {}): SwissPlayer => ({
  index,
  score: 0,
  byes: 0,
  balance: 0,
  wasFirst: undefined,
  met: new Map(),
  ...known,
})

const pairsOf = (players: readonly SwissPlayer[], games = 1) =>
  pairSwiss(players, games).pairs.map(([first, second]) => [first.index, second.index])

test('the better half meets the other half in the order of seeding, and the sides alternate', () => {
  const order = [3, 1, 5, 0, 2, 4].map((index) => player(index))
  expect(pairsOf(order)).toEqual([
    [0, 3],
    [4, 1],
    [2, 5],
  ])
})

test.each<[string, Partial<SwissPlayer>, Partial<SwissPlayer>, readonly number[]]>([
  ['less often first', { balance: 1, wasFirst: false }, { balance: -1, wasFirst: true }, [1, 0]],
  ['less often first, by its seeding', { balance: -1 }, { balance: 1 }, [0, 1]],
  ['not first last time', { wasFirst: true }, { wasFirst: false }, [1, 0]],
  ['not first last time, by its seeding', { wasFirst: false }, { wasFirst: true }, [0, 1]],
])('the player that was %s begins', (_, one, two, expected) => {
  expect(pairsOf([player(0, one), player(1, two)])).toEqual([expected])
})

test('with two games a pairing the sides say nothing: each player begins once', () => {
  const players = [player(0, { balance: 2, wasFirst: true }), player(1, { balance: 2, wasFirst: false })]
  expect(pairsOf(players, 2)).toEqual([[0, 1]])
})

test('two players that were both first too often do not meet, if there is another way', () => {
  const players = [0, 1, 2, 3].map((index) => player(index, { balance: index % 2 === 0 ? 2 : -2 }))
  expect(pairsOf(players)).toEqual([
    [3, 0],
    [1, 2],
  ])
})

test('players that have met do not meet again until they must', () => {
  const met = (...indexes: readonly number[]) => new Map(indexes.map((index) => [index, 1]))
  const four = [
    player(0, { met: met(2) }),
    player(1, { met: met(3) }),
    player(2, { met: met(0) }),
    player(3, { met: met(1) }),
  ]
  expect(pairsOf(four).map((pair) => pair.toSorted())).toEqual([
    [0, 3],
    [1, 2],
  ])
  expect(pairsOf([player(0, { met: met(1) }), player(1, { met: met(0) })])).toEqual([[0, 1]])
})
