import { expect, test } from 'vitest'
import { created, house, http, newStores, over, person, tell } from '../store/new-store.fixture.ts'
import type { PersonRow, Store } from '../store/store.ts'
import { mayDecline, mayJoin, readInvited } from './invitations.ts'

const newStore = newStores()

const personIn = (store: Store, id: number): PersonRow => {
  const row = store.person(id)
  if (!row) throw new Error(`no person ${id}`)
  return row
}

/** So many teams, from 1001 on, and an organiser. */
function teams(store: Store, count: number): void {
  for (let id = 1001; id <= 1000 + count; id++) tell(store, person(id))
  tell(store, { kind: 'person-registered', person: 2000, name: 'Olga', role: 'organiser' })
}

/** Challenges of one team to another that were not answered yet. */
function challenge(store: Store, from: number, to: number, count = 1): void {
  for (let n = 0; n < count; n++)
    tell(store, created(store.nextMatch(), [http(from)], 'tic-tac-toe', { starter: from, invited: to }))
}

test('a challenge names another team by its id', () => {
  using store = newStore()
  teams(store, 2)
  const read = (text: string) => readInvited(text, personIn(store, 1001), store)
  expect(read('player:1002')).toMatchObject({ ok: true, value: { id: 1002 } })
  for (const other of ['open', 'house:random', 'a player:1002']) expect(read(other)).toBeUndefined()
  for (const none of ['player:', 'player:3000', 'player:1002x', 'player:x1002', 'player:-1', 'player:2000'])
    expect(read(none)).toMatchObject({
      problem: { code: 'bad-opponent', message: `Cannot challenge "${none}": there is no such team` },
    })
  expect(read(`player:${'0'.repeat(9)}1002`)).toMatchObject({ problem: { code: 'bad-opponent' } })
  expect(read('player:1001')).toMatchObject({
    problem: { code: 'own-match', message: 'Cannot challenge your own team: choose another one' },
  })
})

test('five challenges of a team may wait for an answer, and the sixth is refused until one is over', () => {
  using store = newStore()
  teams(store, 3)
  const read = () => readInvited('player:1002', personIn(store, 1001), store)
  challenge(store, 1001, 1003, 4)
  expect(read()?.ok).toBe(true)
  challenge(store, 1001, 1003)
  expect(read()).toMatchObject({
    problem: {
      code: 'too-many-invitations',
      message: 'Cannot challenge another team: 5 of your challenges wait for an answer, withdraw one first',
    },
  })
  tell(store, over(1, undefined, true))
  expect(read()?.ok).toBe(true)
})

test('twenty challenges may wait for one team', () => {
  using store = newStore()
  teams(store, 6)
  const read = () => readInvited('player:1006', personIn(store, 1005), store)
  for (const from of [1001, 1002, 1003]) challenge(store, from, 1006, 5)
  challenge(store, 1004, 1006, 4)
  expect(read()?.ok).toBe(true)
  challenge(store, 1004, 1006)
  expect(read()).toMatchObject({
    problem: {
      code: 'too-many-invitations',
      message: 'Cannot challenge person 1006: 20 challenges wait for its answer already, try again later',
    },
  })
})

test('an open match is for anyone; a challenge is joined and declined by the named team alone', () => {
  using store = newStore()
  teams(store, 3)
  tell(store, created(1, [http(1001)]))
  challenge(store, 1001, 1002)
  const [open, named] = [store.match(1), store.match(2)]
  if (!open || !named) throw new Error('no matches')
  expect(mayJoin(open, http(1003), store).ok).toBe(true)
  expect(mayJoin(named, http(1002), store).ok).toBe(true)
  for (const other of [http(1003), house])
    expect(mayJoin(named, other, store)).toMatchObject({
      problem: { code: 'not-invited', message: 'Cannot join match 2: only person 1002 may join it' },
    })
  expect(mayDecline(named, personIn(store, 1002)).ok).toBe(true)
  for (const row of [open, named])
    expect(mayDecline(row, personIn(store, 1003))).toMatchObject({
      problem: {
        code: 'not-invited',
        message: `Cannot decline match ${row.id}: it does not wait for your team`,
      },
    })
})
