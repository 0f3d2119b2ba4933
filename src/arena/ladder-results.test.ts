import { expect, test } from 'vitest'
import { boostTron } from '../challenges/boost-tron.ts'
import { quoridor } from '../challenges/quoridor.ts'
import type { MatchPlayer } from '../store/store.ts'
import { keyOf, openLadderResults, readKey } from './ladder-results.ts'
import { RATED_HOUSE, ratedBot, ratedRow as row } from './rated-row.fixture.ts'

const house = RATED_HOUSE
const bot = ratedBot(3, 2)

test('a copy of a game counts once for each two players and seats; without fingerprints every game counts', () => {
  const results = openLadderResults(quoridor)
  for (let id = 1; id <= 5; id++) results.add(row(id, { fingerprints: ['a'] }))
  results.add(row(6, { fingerprints: ['b'], score: [0, 1], winner: 1 }))
  results.add(row(7, { fingerprints: ['a'], players: [house, bot] }))
  results.add(row(8, {}))
  results.add(row(9, {}))
  expect(results).toMatchObject({ matches: 9, games: 9, different: 5 })
  expect(results.played('bot:3@2')).toEqual({ begun: 9, pending: 0, games: 9, different: 5 })
  expect(results.results()).toEqual([
    { first: 'bot:3@2', second: 'house:random', wins: 3, draws: 0, losses: 1 },
    { first: 'house:random', second: 'bot:3@2', wins: 1, draws: 0, losses: 0 },
  ])
})

test('in a match of several rounds the rounds that are copies do not count', () => {
  const results = openLadderResults(boostTron)
  const best = (id: number, fingerprints: string[]) =>
    row(id, { score: [2, 1], winner: 0, fingerprints }, boostTron)
  // The third round is the first again; its seats are the same.
  results.add(best(1, ['a', 'b', 'a']))
  expect(results).toMatchObject({ games: 3, different: 2 })
  results.add(best(2, ['a', 'b', 'a']))
  expect(results).toMatchObject({ games: 6, different: 2 })
  expect(results.results()).toMatchObject([{ wins: 1, losses: 1 }])
})

test('a match counts when it is over, and a void one only as a meeting', () => {
  const results = openLadderResults(quoridor)
  results.add(row(1, { status: 'waiting', winner: undefined }))
  expect(results.played('bot:3@2')).toMatchObject({ begun: 1, pending: 1, games: 0 })
  expect(results.meetings('house:random', 'bot:3@2')).toBe(1)
  results.add(row(1, {}))
  results.add(row(1, {}))
  results.add(row(2, { void: true, winner: undefined, score: [0, 0] }))
  expect(results.played('bot:3@2')).toEqual({ begun: 2, pending: 0, games: 1, different: 1 })
  expect(results.inOrder()).toMatchObject([{ match: 1, wins: 1 }])
  // Rules of another version are another game.
  results.add(row(3, { gameVersion: 0 }))
  expect(results.matches).toBe(1)
})

test('each of two goes first as often as it was set to, and a new version is no new opponent', () => {
  const results = openLadderResults(quoridor)
  const newer = ratedBot(3, 3)
  const other = ratedBot(12, 1)
  results.add(row(1, {}))
  results.add(row(2, { players: [house, bot] }))
  results.add(row(3, { players: [newer, house] }))
  results.add(row(4, { players: [other, newer] }))
  expect(results.led('bot:3@2', 'house:random')).toBe(1)
  expect(results.led('house:random', 'bot:3@2')).toBe(1)
  expect(results.led('bot:3@3', 'house:random')).toBe(1)
  expect(results.led('house:random', 'bot:3@3')).toBe(0)
  for (const version of ['bot:3@2', 'bot:3@3', 'bot:3@9']) {
    expect(results.meetings(version, 'house:random')).toBe(3)
    expect(results.meetings('house:random', version)).toBe(3)
    expect(results.meetings('bot:12@1', version)).toBe(1)
  }
  expect(results.meetings('bot:12@1', 'house:random')).toBe(0)
  expect(results.played('bot:12@2')).toEqual({ begun: 0, pending: 0, games: 0, different: 0 })
})

test('what the players had played is a copy that later matches do not change', () => {
  const results = openLadderResults(quoridor)
  results.add(row(1, {}))
  const before = results.records()
  results.add(row(2, {}))
  expect(before.get('bot:3@2')).toMatchObject({ games: 1 })
  expect([...before.keys()]).toEqual(['bot:3@2', 'house:random'])
  expect(results.records().get('house:random')).toEqual({ begun: 2, pending: 0, games: 2, different: 2 })
})

test('draws count on both sides, and copies take from decided rounds before they take from draws', () => {
  const results = openLadderResults(boostTron)
  const drawn = { score: [1, 1], winner: undefined } as const
  results.add(row(1, { ...drawn, fingerprints: ['a', 'b', 'c'] }, boostTron))
  expect(results.results()).toMatchObject([{ wins: 1, draws: 1, losses: 1 }])
  results.add(row(2, { ...drawn, fingerprints: ['a', 'b', 'd'] }, boostTron))
  expect(results).toMatchObject({ games: 6, different: 4 })
  expect(results.results()).toMatchObject([{ wins: 1, draws: 2, losses: 1 }])
  // Only draws: none of them is decided.
  results.add(row(3, { score: [0, 0], winner: undefined, fingerprints: ['e'] }, boostTron))
  expect(results.results()).toMatchObject([{ wins: 1, draws: 3, losses: 1 }])
  // Two of three rounds are copies: what is left goes to the side that won more.
  results.add(row(4, { score: [3, 0], winner: 0, fingerprints: ['a', 'b', 'f'] }, boostTron))
  expect(results.results()).toMatchObject([{ wins: 2, draws: 3, losses: 1 }])
})

test('where seats change, the same moves from the other seat are another game', () => {
  const results = openLadderResults(boostTron)
  results.add(row(1, { score: [2, 0], fingerprints: ['a', 'a'] }, boostTron))
  expect(results).toMatchObject({ different: 2 })
  results.add(row(3, { score: [2, 2], fingerprints: ['c', 'd', 'e', 'f'] }, boostTron))
  expect(results).toMatchObject({ games: 6, different: 6 })
  // The opponent went first in the second round, as it does in the first round here.
  results.add(row(2, { score: [2, 0], fingerprints: ['a', 'b'], players: [house, bot] }, boostTron))
  expect(results).toMatchObject({ games: 8, different: 7 })
})

test('matches are ordered by their end, then by their number; without an end by their creation', () => {
  const results = openLadderResults(quoridor)
  results.add(row(3, { ended: 20 }))
  results.add(row(2, { ended: 20 }))
  results.add(row(4, { ended: 10 }))
  results.add(row(5, { ended: undefined, created: 15 }))
  expect(results.inOrder().map(({ match, ended }) => [match, ended])).toEqual([
    [4, 10],
    [5, 15],
    [2, 20],
    [3, 20],
  ])
})

test('only house brains and versions of bots are rated', () => {
  const results = openLadderResults(quoridor)
  const team: MatchPlayer = { kind: 'http', name: 'Ann', person: 1000 }
  for (const [id, players] of [[team, house], [house, team], [bot] as const].entries())
    results.add(row(id, { players: players as [MatchPlayer, MatchPlayer] }))
  expect([...results.records()]).toEqual([])
  expect(keyOf(house)).toBe('house:random')
  expect(keyOf(bot)).toBe('bot:3@2')
  expect(readKey('bot:31@20')).toEqual({ bot: 31, version: 20 })
  for (const other of ['house:random', 'bot:3', 'bot:3@', 'bot:3@2x', 'a bot:3@2'])
    expect(readKey(other)).toBeUndefined()
})
