import { expect, test } from 'vitest'
import { newStores, person, tell } from '../new-store.fixture.ts'
import type { LogEntry } from '../store.ts'

const newStore = newStores()

test('people are known by number and by name, page by page', () => {
  using store = newStore()
  tell(store, person(1001, 'Ada'), person(1002, "O'Hara; --"), person(1003, 'Zoë 𝛑'))
  expect(store.person(1002)).toEqual({ id: 1002, name: "O'Hara; --", role: 'player', created: 2 })
  expect(store.personNamed('Zoë 𝛑')?.id).toBe(1003)
  expect(store.personNamed('zoë 𝛑')?.id).toBe(1003)
  expect(store.personNamed('nobody')).toBeUndefined()
  expect(store.person(7)).toBeUndefined()
  expect(store.people({ after: 1001, limit: 1 }).map(({ id }) => id)).toEqual([1002])
})

test('a name is taken in any letter case and width', () => {
  using store = newStore()
  store.append(person(1001, 'Straße 1'))
  for (const name of ['STRASSE 1', 'strasse 1', 'Ｓtraße １'])
    expect(store.personNamed(name)?.name).toBe('Straße 1')
  expect(() => store.append(person(1002, 'strasse 1'))).toThrow('UNIQUE')
})

test('keys are known, and which of them are still good', () => {
  using store = newStore()
  tell(
    store,
    person(1001),
    { kind: 'key-issued', key: 'zz', person: 1001, hash: 'h1', use: 'api' },
    { kind: 'key-issued', key: 'aa', person: 1001, hash: 'h2', use: 'session', expires: 99 },
    { kind: 'key-issued', key: 'mm', person: 1001, hash: 'h3', use: 'api' },
    { kind: 'key-revoked', key: 'mm' },
  )
  expect(store.key('mm')).toStrictEqual({
    id: 'mm',
    person: 1001,
    hash: 'h3',
    use: 'api',
    created: 4,
    expires: undefined,
    revoked: 5,
    from: undefined,
  })
  expect(store.keysOf(1001).map(({ id, expires }) => [id, expires])).toEqual([
    ['zz', undefined],
    ['aa', 99],
  ])
  expect(() => store.append({ kind: 'key-revoked', key: 'mm' })).toThrow('key-revoked')
})

test('an invitation is open until it is used, once', () => {
  using store = newStore()
  tell(store, person(1001), { kind: 'invitation-issued', invitation: 'i', hash: 'h' })
  expect(store.openInvitations()).toEqual([{ id: 'i', hash: 'h', created: 2 }])
  const used: LogEntry = { kind: 'invitation-used', invitation: 'i', person: 1001 }
  store.append(used)
  expect(store.openInvitations()).toEqual([])
  expect(() => store.append(used)).toThrow('invitation-used')
})

test.each<[string, { from?: string }, boolean]>([
  ['made from it', { from: 'a' }, true],
  ['made from another key', { from: 'b' }, false],
  ['of an older log, which does not say', {}, true],
])('a revoked key ends a session %s: %o', (_what, from, ends) => {
  using store = newStore()
  tell(
    store,
    person(1001),
    person(1002),
    { kind: 'key-issued', key: 'before', person: 1001, hash: 'h', use: 'session' },
    { kind: 'key-issued', key: 'a', person: 1001, hash: 'h', use: 'api' },
    { kind: 'key-issued', key: 'b', person: 1001, hash: 'h', use: 'api' },
    { kind: 'key-issued', key: 'session', person: 1001, hash: 'h', use: 'session', ...from },
    { kind: 'key-issued', key: 'other', person: 1002, hash: 'h', use: 'session' },
  )
  for (const id of ['session', 'before', 'other']) expect(store.key(id)?.revoked).toBeUndefined()
  store.append({ kind: 'key-revoked', key: 'a' })
  expect(store.key('session')?.revoked).toBe(ends ? 8 : undefined)
  for (const id of ['before', 'other', 'b']) expect(store.key(id)?.revoked).toBeUndefined()
  // Its owner may end a session that has ended with its key: the first end stays.
  store.append({ kind: 'key-revoked', key: 'session' })
  expect(store.key('session')?.revoked).toBe(ends ? 8 : 9)
  store.append({ kind: 'key-revoked', key: 'other' })
  expect(store.key('other')?.revoked).toBe(10)
})
