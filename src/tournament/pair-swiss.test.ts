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

const met = (...indexes: readonly number[]) => new Map(indexes.map((index) => [index, 1]))

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

/** The pairs without their sides, by the index of the better seeded. */
const meetings = (players: readonly SwissPlayer[]) =>
  pairsOf(players).map((pair) => pair.toSorted((a, b) => a - b).join('-'))

/** Two groups of equal points, 0 to 7 and 8 to 11. */
const twelve = (known: Readonly<Record<number, Partial<SwissPlayer>>> = {}) =>
  Array.from({ length: 12 }, (_, index) => player(index, { score: index < 8 ? 2 : 0, ...known[index] }))

test('a player without an opponent in its group goes down one', () => {
  const scores = [2, 2, 2, 0, 0, 0]
  expect(meetings(scores.map((score, index) => player(index, { score })))).toEqual(['0-1', '2-4', '3-5'])
})

test('a player takes the next free opponent of the lower half, or else the nearest before it', () => {
  const eight = (known: Readonly<Record<number, Partial<SwissPlayer>>>) =>
    meetings(Array.from({ length: 8 }, (_, index) => player(index, known[index])))
  expect(eight({ 0: { met: met(4) } })).toEqual(['0-5', '1-6', '2-7', '3-4'])
  expect(eight({ 0: { met: met(4, 5) }, 1: { met: met(5) } })).toEqual(['0-6', '1-7', '2-5', '3-4'])
})

test.each<[string, Readonly<Record<number, Partial<SwissPlayer>>>, readonly string[]]>([
  ['the pair just before', {}, ['2-7', '3-6']],
  ['the pair just after, if one has met that before', { 3: { met: met(6) } }, ['3-8', '7-10']],
  ['the pair just after, if the other has met that before', { 7: { met: met(2) } }, ['3-8', '7-10']],
  ['the next pair before', { 3: { met: met(6, 8) } }, ['1-7', '3-5']],
  ['the next pair after', { 3: { met: met(6, 8, 5) } }, ['3-9', '7-11']],
])('two players that were both first too often exchange opponents with %s', (_, known, changed) => {
  const firsts = { balance: 2, wasFirst: true }
  const pairs = meetings(twelve({ ...known, 3: { ...firsts, ...known[3] }, 7: { ...firsts, ...known[7] } }))
  const unchanged = ['0-4', '1-5', '2-6', '8-10', '9-11'].filter((pair) =>
    pair.split('-').every((index) => !changed.join('-').split('-').includes(index)),
  )
  expect(pairs.toSorted()).toEqual([...unchanged, ...changed].toSorted())
})

test('opponents are exchanged over at most 20 places, and otherwise the sides stay unequal', () => {
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at)
  /** The opponent of 29, which has met these: its own one would be 59, and both were first too often. */
  const opponentOf = (...indexes: readonly number[]) => {
    const hundred = from(0, 99).map((index) =>
      player(index, {
        score: index < 60 ? 2 : 0,
        ...(index === 29 && { balance: 2, met: met(...indexes) }),
        ...(index === 59 && { balance: 2 }),
      }),
    )
    return meetings(hundred).find((pair) => pair.startsWith('29-'))
  }
  expect(opponentOf(...from(40, 58), ...from(60, 78))).toBe('29-39')
  expect(opponentOf(...from(39, 58), ...from(60, 78))).toBe('29-79')
  expect(opponentOf(...from(39, 58), ...from(60, 79))).toBe('29-59')
})

test('with two games a pairing it does not matter that both were first too often', () => {
  const players = [0, 1, 2, 3].map((index) => player(index, { balance: index % 2 === 0 ? 2 : -2 }))
  expect(pairsOf(players, 2)).toEqual([
    [0, 2],
    [3, 1],
  ])
})

test('the first of the lower half stays in its group, too', () => {
  expect(meetings(twelve({ 0: { met: met(4) } }))).toEqual(['0-5', '1-6', '2-7', '3-4', '8-10', '9-11'])
})
