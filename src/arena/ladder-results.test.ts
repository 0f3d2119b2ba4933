import { expect, test } from 'vitest'
import { boostTron } from '../challenges/boost-tron.ts'
import { quoridor } from '../challenges/quoridor.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { MatchPlayer, MatchRow } from '../store/store.ts'
import { openLadderResults } from './ladder-results.ts'

const house: MatchPlayer = { kind: 'house', name: 'house:random', brain: 'random' }
const bot: MatchPlayer = { kind: 'bot', name: 'crusher', person: 1000, bot: 3, version: 2 }

function row(id: number, more: Partial<MatchRow>, challenge: Challenge = quoridor): MatchRow {
  return {
    id,
    challenge: challenge.id,
    gameVersion: challenge.game.version,
    settings: {},
    rules: challenge.rules,
    seed: 1,
    origin: 'ladder',
    status: 'over',
    players: [bot, house],
    score: [1, 0],
    winner: 0,
    void: false,
    end: 'won',
    created: id,
    started: id,
    ended: id,
    starter: undefined,
    invited: undefined,
    rematchOf: undefined,
    fingerprints: undefined,
    ...more,
  }
}

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
