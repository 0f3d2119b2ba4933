import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { newStores } from '../store/new-store.fixture.ts'
import type { KeyRow, KeyUse, Store } from '../store/store.ts'
import {
  acceptInvitation,
  findKey,
  findWorkerKey,
  inviteOrganiser,
  issueKey,
  issueWorkerKey,
  registerPerson,
  revokeKey,
  rotateKey,
  SESSION_MS,
} from './people.ts'

const newStore = newStores()
const NOW = 1_700_000_000_000

/** A store with one team. */
function withAnn(): { readonly store: Store; readonly ann: number } & Disposable {
  const store = newStore()
  return {
    store,
    ann: must(registerPerson(store, 'Ann', 'player')).id,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

const issued = (store: Store, person: number, use: KeyUse, by?: KeyRow): string =>
  must(issueKey(store, person, use, NOW, by)).text

function found(store: Store, text: string): KeyRow {
  const key = findKey(store, text, NOW)
  if (!key) throw new Error('there is no such key')
  return key
}

describe('a name', () => {
  test.each([
    ['  Ann \t of  Ghent ', 'Ann of Ghent'],
    ['Zoe\u0308', 'Zoë'],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['The house', 'The house'],
    ['Households', 'Households'],
    ['ทีมดี', 'ทีมดี'],
    ['हिन्दी', 'हिन्दी'],
    ['தமிழ்', 'தமிழ்'],
    ['❤️ Team', '❤ Team'],
    ['👩🏽‍💻 & co', '👩🏽‍💻 & co'],
  ])('%o is taken as %o', (given, name) => {
    using store = newStore()
    expect(registerPerson(store, given, 'player')).toMatchObject({
      value: { name, role: 'player', id: 1001 },
    })
  })

  test.each([
    '',
    '  ',
    'x'.repeat(41),
    'a\u0000b',
    'a\u202eb',
    'House',
    'house: ann',
    'HUMAN',
    'ｈｏｕｓｅ:ann',
  ])('%o is refused', (given) => {
    using store = newStore()
    expect(registerPerson(store, given, 'player')).toMatchObject({ problem: { code: 'bad-name' } })
  })

  test.each([
    ['zero-width space', 'Red\u200b'],
    ['zero-width joiner', 'Re\u200dd'],
    ['Hangul filler alone', '\u3164'],
    ['Hangul filler', 'Red\u3164'],
    ['Hangul jamo filler', 'Red\u115f'],
    ['empty Braille pattern', 'Red\u2800'],
    ['variation selector', 'Red\ufe0f'],
    ['mark without a letter', '\u0301Red'],
    ['pile of marks', `R${'\u0353'.repeat(9)}ed`],
  ])('with a %s is refused: it looks like another name, or like none', (_what, given) => {
    using store = newStore()
    expect(registerPerson(store, given, 'player')).toMatchObject({ problem: { code: 'bad-name' } })
  })

  test('that another has, in whatever letters, is refused, and so is the one of the organiser', () => {
    using store = newStore()
    must(registerPerson(store, 'Ann', 'player'))
    for (const name of ['Ann', 'aNN', 'Ａnn', 'organiser', 'ORGANISER', 'Ｏｒｇａｎｉｓｅｒ', '𝐎rganiser'])
      expect(registerPerson(store, name, 'player')).toMatchObject({ problem: { code: 'name-taken' } })
    expect(must(registerPerson(store, 'Anna', 'player')).id).toBe(1002)
  })
})

describe('a key', () => {
  test('is found by its text alone, and only its hash is in the store', () => {
    using arena = withAnn()
    const { store, ann } = arena
    const text = issued(store, ann, 'api')
    const key = found(store, text)
    expect(key).toMatchObject({ person: ann, use: 'api', expires: undefined, from: undefined })
    const secret = text.split('_').slice(2).join('_')
    expect(JSON.stringify(key)).not.toContain(secret)
    const other = text.endsWith('A') ? 'B' : 'A'
    for (const wrong of [
      text.slice(0, -1) + other,
      text.slice(0, -1),
      `${text}A`,
      ` ${text}`,
      '',
      'gg_',
      `gg_${'0'.repeat(12)}_${secret}`,
    ])
      expect(findKey(store, wrong, NOW)).toBeUndefined()
  })

  test('for programs never expires', () => {
    using arena = withAnn()
    const text = issued(arena.store, arena.ann, 'api')
    expect(findKey(arena.store, text, NOW + 1000 * SESSION_MS)).toBeDefined()
  })

  test('of a session expires after thirty days, to the millisecond', () => {
    using arena = withAnn()
    const { store, ann } = arena
    const session = issued(store, ann, 'session')
    const end = NOW + 30 * 24 * 60 * 60 * 1000
    expect(findKey(store, session, end - 1)).toMatchObject({ use: 'session', expires: end })
    expect(findKey(store, session, end)).toBeUndefined()
    expect(findKey(store, session, end + 1)).toBeUndefined()
  })

  test('that is revoked is not found, and neither are the sessions that were made from it', () => {
    using arena = withAnn()
    const { store, ann } = arena
    const [first, second] = [issued(store, ann, 'api'), issued(store, ann, 'api')]
    const session = issued(store, ann, 'session', found(store, first))
    const nested = issued(store, ann, 'session', found(store, session))
    const other = issued(store, ann, 'session', found(store, second))
    must(revokeKey(store, found(store, first)))
    for (const text of [first, session, nested]) expect(findKey(store, text, NOW)).toBeUndefined()
    for (const text of [second, other]) expect(findKey(store, text, NOW)).toBeDefined()
  })

  test('is rotated in one step, unless it is a session', () => {
    using arena = withAnn()
    const { store, ann } = arena
    const old = issued(store, ann, 'api')
    const session = issued(store, ann, 'session', found(store, old))
    const by = found(store, old)
    expect(rotateKey(store, found(store, session), NOW, by)).toMatchObject({
      problem: { code: 'session-key' },
    })
    const { text } = must(rotateKey(store, by, NOW, by))
    expect(findKey(store, old, NOW)).toBeUndefined()
    expect(found(store, text)).toMatchObject({ person: ann, use: 'api', from: by.id })
  })

  test('is one of at most twenty that a team has; sessions and revoked ones do not count', () => {
    using arena = withAnn()
    const { store, ann } = arena
    const texts = Array.from({ length: 20 }, () => issued(store, ann, 'api'))
    expect(issueKey(store, ann, 'api', NOW)).toMatchObject({ problem: { code: 'too-many-keys' } })
    for (let n = 0; n < 21; n++) issued(store, ann, 'session')
    must(revokeKey(store, found(store, texts[3] ?? '')))
    issued(store, ann, 'api')
    expect(issueKey(store, ann, 'api', NOW)).toMatchObject({ problem: { code: 'too-many-keys' } })
    // Keys of another use have a limit of their own.
    issued(store, ann, 'worker')
  })

  test('of a worker is no key of a person, and the other way round', () => {
    using store = newStore()
    must(acceptInvitation(store, inviteOrganiser(store) ?? ''))
    const own = issued(store, 1000, 'api')
    const by = found(store, own)
    const { text, id } = must(issueWorkerKey(store, NOW, by))
    expect(findKey(store, text, NOW)).toBeUndefined()
    expect(findWorkerKey(store, text, NOW + 1000 * SESSION_MS)).toMatchObject({
      id,
      person: 1000,
      use: 'worker',
      from: by.id,
    })
    for (const other of [own, `${text}A`, '']) expect(findWorkerKey(store, other, NOW)).toBeUndefined()
    const worker = findWorkerKey(store, text, NOW)
    if (!worker) throw new Error('there is no such key')
    const next = must(rotateKey(store, worker, NOW, by))
    expect(findWorkerKey(store, text, NOW)).toBeUndefined()
    expect(findWorkerKey(store, next.text, NOW)).toMatchObject({ use: 'worker' })
  })
})

describe('the organiser', () => {
  test('is whoever opens the newest invitation first', () => {
    using store = newStore()
    const [old = '', newest = ''] = [inviteOrganiser(store), inviteOrganiser(store)]
    const [id = '', secret = ''] = newest.split('.')
    const wrong = [old, id, `${id}.`, `${id}.${secret}x`, `${old.split('.')[0]}.${secret}`, '', '.']
    for (const token of wrong)
      expect(acceptInvitation(store, token)).toMatchObject({ problem: { code: 'used-invitation' } })
    expect(acceptInvitation(store, newest)).toMatchObject({
      value: { id: 1000, name: 'Organiser', role: 'organiser' },
    })
    expect(acceptInvitation(store, newest)).toMatchObject({ problem: { code: 'used-invitation' } })
    expect(inviteOrganiser(store)).toBeUndefined()
    expect(store.openInvitations().map((invitation) => invitation.id)).not.toContain(id)
    expect(acceptInvitation(store, old)).toMatchObject({ problem: { code: 'used-invitation' } })
  })

  test('has another name if a team took that one while it could', () => {
    using store = newStore()
    store.append({
      kind: 'person-registered',
      person: store.nextPerson(),
      name: 'Ｏｒｇａｎｉｓｅｒ',
      role: 'player',
    })
    const token = inviteOrganiser(store) ?? ''
    expect(acceptInvitation(store, token)).toMatchObject({
      value: { id: 1000, name: 'Organiser 2', role: 'organiser' },
    })
  })

  test('keeps the last API key; a team may revoke its own', () => {
    using arena = withAnn()
    const { store, ann } = arena
    must(acceptInvitation(store, inviteOrganiser(store) ?? ''))
    const [one, two] = [issued(store, 1000, 'api'), issued(store, 1000, 'api')]
    const session = issued(store, 1000, 'session', found(store, one))
    must(revokeKey(store, found(store, two)))
    expect(revokeKey(store, found(store, one))).toMatchObject({ problem: { code: 'last-key' } })
    must(revokeKey(store, found(store, session)))
    must(revokeKey(store, found(store, issued(store, ann, 'api'))))
  })
})
