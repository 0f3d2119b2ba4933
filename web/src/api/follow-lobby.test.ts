import { expect, test } from 'vitest'
import type { MatchBody } from '../../../src/api/matches.ts'
import { atMost, EMPTY_LOBBY, withLists, withMatches } from './follow-lobby.ts'

const match = (
  id: number,
  status: MatchBody['status'],
  score: readonly [number, number] = [0, 0],
): MatchBody => ({
  id,
  challenge: 'quoridor',
  title: 'Quoridor Arena',
  game: 'quoridor',
  status,
  origin: 'practice',
  players: [],
  score,
  winner: null,
  void: false,
  end: null,
  created: '2026-11-15T00:00:00.000Z',
  started: null,
  ended: null,
})

const ids = (matches: readonly MatchBody[]): readonly number[] => matches.map(({ id }) => id)

test('matches stand where their status says, newest first', () => {
  const lobby = withMatches(EMPTY_LOBBY, [
    match(1, 'over'),
    match(2, 'playing'),
    match(3, 'open'),
    match(4, 'playing'),
    match(5, 'waiting'),
  ])
  expect([ids(lobby.playing), ids(lobby.waiting), ids(lobby.over)]).toEqual([[4, 2], [5, 3], [1]])
})

test('a match moves on as it is reported', () => {
  let lobby = EMPTY_LOBBY
  for (const status of ['open', 'waiting', 'playing', 'over'] as const)
    lobby = withMatches(lobby, [match(1, status)])
  expect([ids(lobby.playing), ids(lobby.waiting), ids(lobby.over)]).toEqual([[], [], [1]])
})

test('an old report that comes late changes nothing', () => {
  const over = withMatches(EMPTY_LOBBY, [match(1, 'over', [2, 1])])
  expect(ids(withMatches(over, [match(1, 'playing', [1, 1])]).over)).toEqual([1])
  const playing = withMatches(EMPTY_LOBBY, [match(2, 'playing', [1, 1])])
  expect(withMatches(playing, [match(2, 'playing', [1, 0])]).playing[0]?.score).toEqual([1, 1])
})

const ended = (...found: readonly number[]): readonly MatchBody[] => found.map((id) => match(id, 'over'))

/** What the server lists: the newest finished matches, and the cursor of the next page. */
const lists = (over: readonly number[], next: number | null) => [
  ...[1, 2, 3].map(() => ({ matches: [], next: null })),
  { matches: ended(...over), next },
]

test('lists that are read again add what has ended meanwhile', () => {
  const before = withLists(EMPTY_LOBBY, lists([4, 3], 3))
  expect([ids(before.over), before.next]).toEqual([[4, 3], 3])
  const older = { ...withMatches(before, ended(2, 1)), next: null }
  const after = withLists(older, lists([5, 4], 4))
  expect([ids(after.over), after.next]).toEqual([[5, 4, 3, 2, 1], null])
})

test('where more has ended than is listed, the list begins anew: it has no gap', () => {
  const before = withLists(EMPTY_LOBBY, lists([4, 3], 3))
  const after = withLists(before, lists([9, 8], 8))
  expect([ids(after.over), after.next]).toEqual([[9, 8], 8])
})

test('a match that ended after the stream opened does not hide the gap before it', () => {
  const before = withLists(EMPTY_LOBBY, lists([4, 3], 3))
  const after = withLists(withMatches(before, ended(9)), lists([9, 8], 8), before.over)
  expect([ids(after.over), after.next]).toEqual([[9, 8], 8])
})

test('the oldest finished matches are let go, and can be read again', () => {
  const lobby = withMatches(EMPTY_LOBBY, ended(4, 3, 2, 1))
  const short = atMost(2, lobby)
  expect([ids(short.over), short.next]).toEqual([[4, 3], 3])
  expect(atMost(4, lobby)).toBe(lobby)
})
