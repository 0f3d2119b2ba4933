import { expect, test } from 'vitest'
import type { MatchBody } from '../../../src/api/matches.ts'
import { EMPTY_LOBBY, withMatches } from './follow-lobby.ts'

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
