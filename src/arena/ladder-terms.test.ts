import { expect, test } from 'vitest'
import { newStores, person, tell } from '../store/new-store.fixture.ts'
import type { BotRow, LogEntry, Store } from '../store/store.ts'
import { describeEnrolment, ladderPlaces, mayEnrol, openLadderTerms } from './ladder-terms.ts'

const newStore = newStores()

const added = (version: number): LogEntry => ({
  kind: 'version-added',
  bot: 1,
  version,
  source: { kind: 'program', command: './bot' },
})
const passed = (version: number): LogEntry => ({
  kind: 'version-judged',
  bot: 1,
  version,
  passed: true,
  report: 'good',
})

function botIn(store: Store): BotRow {
  const row = store.bot(1)
  if (!row) throw new Error('no bot 1')
  return row
}

function begin(store: Store) {
  tell(
    store,
    person(1001),
    person(1002),
    { kind: 'bot-registered', bot: 1, person: 1001, challenge: 'quoridor', name: 'crusher' },
    { kind: 'person-registered', person: 1003, name: 'the organiser', role: 'organiser' },
  )
  const terms = openLadderTerms(store)
  return { terms, says: () => describeEnrolment(botIn(store), terms.enrolmentOf(botIn(store))) }
}

test('a bot may be enrolled before its first version has passed: it waits, and the ladder says so', () => {
  using store = newStore()
  const { terms, says } = begin(store)
  expect(says()).toBe('crusher is not enrolled: the ladder calls it to no matches')
  terms.enrol(botIn(store))
  expect(says()).toBe('crusher is enrolled and waits: the ladder calls it once a version has passed')
  tell(store, added(1), passed(1))
  expect(says()).toBe('crusher is enrolled: the ladder calls version 1 to matches')
  expect(terms.freeze('quoridor', '1970-01-01T00:00:00Z')).toEqual({ ok: true, value: 0 })
  expect(says()).toBe('crusher is enrolled and waits: no version that passed was uploaded by the freeze')
  terms.leave(botIn(store))
  expect(says()).toContain('is not enrolled')
})

test('to enrol twice or leave twice is no new entry', () => {
  using store = newStore()
  const { terms } = begin(store)
  const since = terms.enrol(botIn(store)).since
  const { last } = store
  expect(terms.enrol(botIn(store)).since).toBe(since)
  expect(store.last).toBe(last)
  terms.leave(botIn(store))
  terms.leave(botIn(store))
  terms.freeze('quoridor', null)
  expect(store.last).toBe(last + 1)
})

test('a team enrols its own bots and the organiser any, each in the ladder of its own challenge', () => {
  using store = newStore()
  begin(store)
  const bot = botIn(store)
  const [owner, other, organiser] = [1001, 1002, 1003].map((id) => {
    const row = store.person(id)
    if (!row) throw new Error(`no person ${id}`)
    return row
  }) as [Person, Person, Person]
  expect(mayEnrol(bot, 'quoridor', owner).ok).toBe(true)
  expect(mayEnrol(bot, 'quoridor', organiser).ok).toBe(true)
  expect(mayEnrol(bot, 'quoridor', other)).toMatchObject({ problem: { code: 'not-your-bot' } })
  expect(mayEnrol(bot, 'boost-tron', owner)).toMatchObject({
    problem: {
      code: 'other-challenge',
      message: 'Cannot enrol bot 1 in boost-tron, or take it out: it plays quoridor',
    },
  })
})
type Person = NonNullable<ReturnType<Store['person']>>

test('a freeze is a date and a time with its zone', () => {
  using store = newStore()
  const { terms } = begin(store)
  for (const [text, time] of [
    ['2026-11-16T15:00:00Z', Date.UTC(2026, 10, 16, 15)],
    ['2026-11-16T15:01Z', Date.UTC(2026, 10, 16, 15, 1)],
    ['2026-11-16T16:00:00+01:00', Date.UTC(2026, 10, 16, 15)],
    ['2026-11-16T14:59:59.999Z', Date.UTC(2026, 10, 16, 15) - 1],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ] as const) {
    expect(terms.freeze('quoridor', text)).toEqual({ ok: true, value: time })
    expect([text, store.ladderFreeze('quoridor')]).toEqual([text, time])
  }
})

test('a freeze that cannot be read is refused in one sentence, and changes nothing', () => {
  using store = newStore()
  const { terms } = begin(store)
  const { last } = store
  for (const text of [
    'tomorrow',
    '',
    '15:00',
    '2026-11-16',
    '2026-11-16T15:00:00',
    '2026-11-16 15:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-02-30T15:00:00Z',
    '2026-11-16T25:00:00Z',
    '2026-11-16T15:00:61Z',
    '1763305200000',
  ]) {
    const message = `Cannot freeze at ${JSON.stringify(text)}: expected a date and a time with its zone, like 2026-11-16T15:00:00Z`
    expect(terms.freeze('quoridor', text)).toEqual({
      ok: false,
      problem: { code: 'bad-date', message, at: 'freeze' },
    })
  }
  expect(store.last).toBe(last)
})

test('a freeze is moved, taken back, and set in the past: the versions that count follow at once', () => {
  using store = newStore()
  const { terms } = begin(store)
  // The time of this store is 1, 2, 3 …: the versions are uploaded at 5 and 6.
  tell(store, added(1), added(2), passed(1), passed(2))
  const plays = (at: string | null): number | undefined => {
    terms.freeze('quoridor', at)
    return terms.enrolmentOf(botIn(store)).version
  }
  expect(plays('1970-01-01T00:00:00.005Z')).toBe(1)
  expect(plays('1970-01-01T00:00:00.006Z')).toBe(2)
  expect(plays('1970-01-01T00:00:00.004Z')).toBeUndefined()
  expect(plays('1970-01-01T00:00:00.005Z')).toBe(1)
  expect(plays(null)).toBe(2)
})

test('a season needs a name that no other season of its ladder has', () => {
  using store = newStore()
  const { terms } = begin(store)
  expect(terms.beginSeason('quoridor', ' Winter   2026 ')).toMatchObject({
    ok: true,
    value: { number: 2, name: 'Winter 2026', ended: undefined },
  })
  for (const [name, code] of [
    ['', 'bad-name'],
    ['   ', 'bad-name'],
    ['a\u0000b', 'bad-name'],
    ['x'.repeat(101), 'bad-name'],
    ['Winter 2026', 'name-taken'],
    ['Season 1', 'name-taken'],
  ] as const)
    expect(terms.beginSeason('quoridor', name)).toMatchObject({ ok: false, problem: { code } })
  expect(terms.beginSeason('boost-tron', 'Winter 2026')).toMatchObject({ value: { number: 2 } })
  expect(terms.beginSeason('quoridor', 'Spring')).toMatchObject({ value: { number: 3 } })
})

test('the share is that of the command line until the organiser sets it', () => {
  using store = newStore()
  expect(openLadderTerms(store).share).toBe(50)
  expect(openLadderTerms(store, 20).share).toBe(20)
  openLadderTerms(store, 20).setShare(0)
  expect(openLadderTerms(store, 20).share).toBe(0)
})

test('a share above 0 is at least one place', () => {
  for (const [percent, places, most] of [
    [50, 4, 2],
    [50, 3, 2],
    [1, 2, 1],
    [0, 8, 0],
    [100, 8, 8],
  ] as const)
    expect(ladderPlaces(percent, places)).toBe(most)
})

test('listeners hear of every change once it is on disk, until they leave', async () => {
  using store = newStore()
  const { terms } = begin(store)
  let heard = 0
  const leave = terms.onChange(() => heard++)
  terms.enrol(botIn(store))
  terms.setShare(30)
  await store.settled()
  expect(heard).toBe(2)
  leave()
  terms.setShare(40)
  await store.settled()
  expect(heard).toBe(2)
})

test('a freeze that cannot be read leaves the old one as it is', () => {
  using store = newStore()
  const { terms } = begin(store)
  terms.freeze('quoridor', '1970-01-01T00:00:00.005Z')
  expect(terms.freeze('quoridor', 'tomorrow').ok).toBe(false)
  expect(store.ladderFreeze('quoridor')).toBe(5)
})

test('a bot without a version that passed waits for one, also after the freeze', () => {
  using store = newStore()
  const { terms, says } = begin(store)
  terms.enrol(botIn(store))
  terms.freeze('quoridor', '1970-01-01T00:00:00Z')
  expect(says()).toBe('crusher is enrolled and waits: the ladder calls it once a version has passed')
})

test('what is refused says why, and the same share again is no new entry', () => {
  using store = newStore()
  const { terms } = begin(store)
  const other = store.person(1002)
  if (!other) throw new Error('no person 1002')
  expect(mayEnrol(botIn(store), 'quoridor', other)).toMatchObject({
    problem: { message: 'Cannot enrol bot 1, or take it out: it belongs to another team' },
  })
  expect(terms.beginSeason('quoridor', 'Season 1')).toMatchObject({
    problem: { message: 'Cannot call a season "Season 1": season 1 has that name', at: 'name' },
  })
  expect(terms.beginSeason('quoridor', ' ')).toMatchObject({
    problem: {
      message: 'Cannot call a season " ": expected 1 to 100 letters, digits or signs',
      at: 'name',
    },
  })
  expect(terms.beginSeason('quoridor', 'x'.repeat(100)).ok).toBe(true)
  terms.setShare(30)
  const { last } = store
  terms.setShare(30)
  expect(store.last).toBe(last)
})
