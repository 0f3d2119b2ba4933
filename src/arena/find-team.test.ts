import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { newStores } from '../store/new-store.fixture.ts'
import { findTeam } from './find-team.ts'
import { issueKey, registerPerson } from './people.ts'

const newStore = newStores()

test('a team plays with its API key; a session, a wrong key and a revoked one are refused', () => {
  using store = newStore()
  const { id } = must(registerPerson(store, 'Ann', 'player'))
  const key = must(issueKey(store, id, 'api', 0))
  const session = must(issueKey(store, id, 'session', 0))
  expect(findTeam(store, key.text, 0)).toEqual({ ok: true, value: { person: id, name: 'Ann' } })
  const refused = {
    problem: {
      code: 'wrong-key',
      message: 'Cannot play with this key: it is not valid, it may have been revoked',
    },
  }
  for (const text of [session.text, 'nonsense', '']) expect(findTeam(store, text, 0)).toMatchObject(refused)
  store.append({ kind: 'key-revoked', key: key.id })
  expect(findTeam(store, key.text, 0)).toMatchObject(refused)
})
