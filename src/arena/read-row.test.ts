import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { newStores, person, tell } from '../store/new-store.fixture.ts'
import type { MatchPlayer, MatchRow, Store } from '../store/store.ts'
import { headerOf, readRow } from './read-row.ts'

const newStore = newStores()

function rowIn(store: Store, players: readonly [MatchPlayer, MatchPlayer?], gameVersion: number): MatchRow {
  const { game, preset, rules } = quoridor
  tell(store, person(7))
  store.append({
    kind: 'match-created',
    match: 1,
    challenge: 'quoridor',
    gameVersion,
    settings: { ...game.presets[preset] },
    rules,
    seed: 5,
    players,
    origin: 'practice',
  })
  const row = store.match(1)
  if (!row) throw new Error('no match 1')
  return row
}

const house: MatchPlayer = { kind: 'house', name: 'Rex', brain: 'random' }
const model: MatchPlayer = { kind: 'model', name: 'gpt-5', model: 'llm:gpt-5' }
const team: MatchPlayer = { kind: 'http', name: 'Ann', person: 7 }
const { version } = quoridor.game

test('a match is read with its challenge, players and rules', () => {
  using store = newStore()
  const row = rowIn(store, [house, team], version)
  expect(must(readRow(row))).toMatchObject({
    challenge: { id: 'quoridor' },
    players: [house, team],
    spec: { seed: 5, rules: quoridor.rules },
  })
})

test('a match under other rules of its game, or with one player, cannot be read', () => {
  using store = newStore()
  const row = rowIn(store, [house], version)
  const refused = { code: 'match-rules', message: 'match 1 was begun under other rules of quoridor' }
  expect(readRow({ ...row, gameVersion: version + 1 })).toEqual({ ok: false, problem: refused })
  expect(readRow({ ...row, challenge: 'gone' })).toMatchObject({ problem: { code: 'match-rules' } })
  expect(readRow(row)).toEqual({
    ok: false,
    problem: { code: 'match-players', message: 'match 1 has one player only' },
  })
  expect(readRow({ ...row, players: [house, house], settings: { size: 'huge' } })).toMatchObject({
    ok: false,
  })
})

test('a record names the house brains and models that played, and the day', () => {
  using store = newStore()
  const row = rowIn(store, [house, model], version)
  const { spec } = must(readRow(row))
  const header = headerOf(row, [house, model], spec)
  expect(header).toMatchObject({
    challenge: 'quoridor',
    times: true,
    date: '1970-01-01T00:00:00.002Z',
    players: [
      { name: 'Rex', bot: 'house:random' },
      { name: 'gpt-5', bot: 'llm:gpt-5' },
    ],
  })
  expect(headerOf(row, [team, house], spec).players[0]).toEqual({ name: 'Ann' })
})
