import { expect, test } from 'vitest'
import { fail } from '../base/result.ts'
import { created, house, http, newStores, over, person, tell } from '../store/new-store.fixture.ts'
import type { LogEntry, MatchPlayer, MatchRow, PersonRow, Store } from '../store/store.ts'
import { judged, readyBot, uploaded } from './logged-bots.fixture.ts'
import { rematchOf, sitsFirst } from './rematch.ts'

const newStore = newStores()

/** Teams 1 and 2, organiser 3, and match 1 of these players, which is over. */
function played(store: Store, players: readonly [MatchPlayer, MatchPlayer], ...more: readonly LogEntry[]) {
  tell(
    store,
    person(1, 'Ann'),
    person(2, 'Bob'),
    { kind: 'person-registered', person: 3, name: 'Eve', role: 'organiser' },
    ...more,
    created(1, players, 'quoridor'),
    over(1, 0),
  )
  return (who: number, row = matchIn(store)) => rematchOf(row, personIn(store, who), store)
}

function matchIn(store: Store, id = 1): MatchRow {
  const row = store.match(id)
  if (!row) throw new Error(`no match ${id}`)
  return row
}

function personIn(store: Store, id: number): PersonRow {
  const row = store.person(id)
  if (!row) throw new Error(`no person ${id}`)
  return row
}

const ann: MatchPlayer = { kind: 'http', name: 'Ann', person: 1 }

test('a rematch against the house has the same settings and rules, and swapped seats', () => {
  using store = newStore()
  const again = played(store, [http(1), house])
  const { settings, rules } = matchIn(store)
  expect(again(1)).toEqual({
    ok: true,
    value: {
      challenge: 'quoridor',
      settings,
      rules,
      rematchOf: 1,
      origin: 'practice',
      players: [house, ann],
    },
  })
  using other = newStore()
  expect(played(other, [house, http(1)])(1)).toMatchObject({ value: { players: [ann, house] } })
})

test('a bot plays again with its newest version, if it has one for the challenge', () => {
  using store = newStore()
  const rival: MatchPlayer = { kind: 'bot', name: 'x', person: 2, bot: 1, version: 1 }
  const again = played(store, [http(1), rival], ...readyBot(1, 2), uploaded(1, 2), judged(1, 2))
  expect(again(1)).toMatchObject({ ok: true, value: { origin: 'practice', players: [{ version: 2 }, ann] } })
  using other = newStore()
  expect(played(other, [http(1), rival])(1)).toMatchObject({ problem: { code: 'bad-opponent' } })
})

test('only an organiser plays again against a language model', () => {
  using store = newStore()
  const model: MatchPlayer = { kind: 'model', name: 'gpt-5', model: 'llm:gpt-5' }
  const again = played(store, [http(1), model])
  expect(again(1)).toEqual(
    fail('forbidden', 'Cannot play match 1 again: only the organiser calls language models to a match'),
  )
  using other = newStore()
  expect(played(other, [http(3), model])(3)).toMatchObject({ ok: true, value: { players: [model, {}] } })
})

test('a team is challenged to the rematch', () => {
  using store = newStore()
  expect(played(store, [http(1), http(2)])(2)).toMatchObject({
    ok: true,
    value: {
      origin: 'challenge',
      rematchOf: 1,
      players: [{ kind: 'http', name: 'Bob', person: 2 }],
      starter: 2,
      invited: 1,
    },
  })
  using other = newStore()
  const open = played(other, [http(1), http(2)])
  for (let match = 2; match <= 6; match++)
    tell(other, created(match, [http(1)], 'quoridor', { starter: 1, invited: 2 }))
  expect(open(1)).toMatchObject({ problem: { code: 'too-many-invitations' } })
})

test('who did not play, a match that runs, and a guest are refused in one sentence', () => {
  using store = newStore()
  const again = played(store, [http(1), { kind: 'guest', name: 'Tim', wire: 'torus-tcp' }])
  const notYours = fail('forbidden', 'Cannot play match 1 again: you did not play in it yourself')
  expect(again(2)).toEqual(notYours)
  expect(again(1, { ...matchIn(store), players: [http(1)] })).toEqual(notYours)
  expect(again(1)).toEqual(fail('bad-opponent', 'Cannot play match 1 again: Tim was a guest'))
  expect(again(1, { ...matchIn(store), status: 'playing' })).toEqual(
    fail('not-over', 'Cannot play match 1 again: it is playing'),
  )
})

test('a guest with the key of a team is that team', () => {
  using store = newStore()
  const again = played(store, [http(1), { kind: 'guest', name: 'Tim', wire: 'torus-tcp', person: 2 }])
  expect(again(1)).toMatchObject({ ok: true, value: { invited: 2 } })
})

test('who takes up a rematch is the first player if it was the second before', () => {
  using store = newStore()
  played(store, [http(1), http(2)])
  tell(store, created(2, [http(1)], 'quoridor'))
  const rematch = { ...matchIn(store, 2), rematchOf: 1 }
  expect(sitsFirst(rematch, http(2), store)).toBe(true)
  expect(sitsFirst(rematch, http(1), store)).toBeUndefined()
  expect(sitsFirst(matchIn(store, 2), http(2), store)).toBeUndefined()
  using other = newStore()
  played(other, [http(1), house])
  expect(sitsFirst({ ...rematch }, house, other)).toBeUndefined()
})
