import { expect, test } from 'vitest'
import { ALL, newStores, person, tell } from '../new-store.fixture.ts'
import type { LogEntry, Store } from '../store.ts'

const newStore = newStores()

const registered = (bot: number, owner = 1001, challenge = 'quoridor'): LogEntry => ({
  kind: 'bot-registered',
  bot,
  person: owner,
  challenge,
  name: `bot ${bot}`,
})
const added = (bot: number, version: number, received?: number): LogEntry => ({
  kind: 'version-added',
  bot,
  version,
  source: { kind: 'program', command: './bot' },
  ...(received !== undefined && { received }),
})
const judged = (bot: number, version: number, passed = true): LogEntry => ({
  kind: 'version-judged',
  bot,
  version,
  passed,
  report: 'seen',
})
const frozen = (freeze?: number): LogEntry => ({
  kind: 'ladder-freeze-set',
  challenge: 'quoridor',
  ...(freeze !== undefined && { freeze }),
})

test('a bot is enrolled until it leaves, and may come back', () => {
  using store = newStore()
  tell(store, person(1001), registered(1), registered(2), registered(3, 1001, 'boost-tron'))
  for (const bot of [3, 2, 1]) store.append({ kind: 'ladder-enrolled', bot })
  expect(store.ladderBots('quoridor')).toEqual([
    { bot: 1, enrolled: 7 },
    { bot: 2, enrolled: 6 },
  ])
  expect(Object.fromEntries(store.enrolledBots())).toEqual({ quoridor: 2, 'boost-tron': 1 })
  expect(() => store.append({ kind: 'ladder-enrolled', bot: 1 })).toThrow()
  expect(() => store.append({ kind: 'ladder-enrolled', bot: 4 })).toThrow()
  store.append({ kind: 'ladder-left', bot: 1 })
  expect(() => store.append({ kind: 'ladder-left', bot: 1 })).toThrow('does not follow')
  expect([1, 2].map(store.ladderEnrolment)).toEqual([undefined, 6])
  store.append({ kind: 'ladder-enrolled', bot: 1 })
  expect(store.ladderBots('quoridor').map(({ bot }) => bot)).toEqual([1, 2])
  expect(store.ladderBots('boost-tron')).toEqual([{ bot: 3, enrolled: 5 }])
})

/** The version that each bot of the ladder plays. */
function played(store: Store): unknown {
  const rows = store.ladderVersions('quoridor')
  for (const { id } of store.bots({ challenge: 'quoridor' }, ALL))
    expect(store.ladderVersion(id, 'quoridor')).toBe(rows.find(({ bot }) => bot === id)?.version)
  return Object.fromEntries(rows.map(({ bot, version }) => [bot, version]))
}

test('the ladder plays the newest version that passed and was uploaded by the freeze, however late its build ends', () => {
  using store = newStore()
  tell(store, person(1001), registered(1), registered(2), registered(3), registered(4, 1001, 'boost-tron'))
  // Uploaded at 6, 7, 8 and 9.
  for (const version of [1, 2, 3, 4]) store.append(added(1, version))
  tell(store, added(2, 1), added(4, 1), judged(1, 1), judged(4, 1))
  expect(played(store)).toEqual({ 1: 1 })
  store.append(frozen(8))
  // The build of version 3 ends after the freeze; version 4 was uploaded a millisecond after it.
  tell(store, judged(1, 4), judged(1, 3))
  expect(played(store)).toEqual({ 1: 3 })
  for (const [freeze, version] of [
    [7, 1],
    [9, 4],
    [8, 3],
  ] as const) {
    store.append(frozen(freeze))
    expect(store.ladderFreeze('quoridor')).toBe(freeze)
    expect(played(store)).toEqual({ 1: version })
  }
  store.append(frozen(5))
  expect(played(store)).toEqual({})
  store.append(frozen())
  expect(store.ladderFreeze('quoridor')).toBeUndefined()
  expect(() => store.append(frozen())).toThrow('does not follow')
  tell(store, judged(2, 1, false), { kind: 'ladder-enrolled', bot: 1 })
  expect(store.ladderVersions('quoridor')).toStrictEqual([
    { bot: 1, person: 1001, name: 'bot 1', version: 4, uploaded: 9, enrolled: store.ladderEnrolment(1) },
  ])
  store.append({ kind: 'ladder-left', bot: 1 })
  expect(store.ladderVersions('quoridor')).toMatchObject([{ bot: 1, enrolled: undefined }])
})

test('an upload that was complete by the freeze counts, also if the log got it later', () => {
  using store = newStore()
  tell(store, person(1001), registered(1), frozen(3))
  tell(store, added(1, 1, 3), added(1, 2, 4), judged(1, 1), judged(1, 2))
  expect(store.ladderVersions('quoridor')).toMatchObject([{ version: 1, uploaded: 3 }])
  expect(store.version(1, 1)?.created).toBe(3)
})

test('a season ends when the next one begins, and the first one begins with the arena', () => {
  using store = newStore()
  const first = { number: 1, name: 'Season 1', began: undefined, firstMatch: 0 }
  expect(store.ladderSeasons('quoridor')).toEqual([{ ...first, ended: undefined }])
  const begun = (season: number, challenge = 'quoridor'): LogEntry => ({
    kind: 'ladder-season-begun',
    challenge,
    season,
    name: `No. ${season}`,
  })
  tell(store, begun(2), begun(2, 'boost-tron'), begun(3))
  expect(store.ladderSeasons('quoridor')).toEqual([
    { ...first, ended: 1 },
    { number: 2, name: 'No. 2', began: 1, firstMatch: 1, ended: 3 },
    { number: 3, name: 'No. 3', began: 3, firstMatch: 1, ended: undefined },
  ])
  expect(store.ladderSeasons('boost-tron').at(-1)).toMatchObject({ number: 2, ended: undefined })
  expect(() => store.append(begun(3))).toThrow()
})

test('the share of the ladders is what was set last', () => {
  using store = newStore()
  expect(store.ladderShare()).toBeUndefined()
  for (const percent of [20, 0]) {
    store.append({ kind: 'ladder-share-set', percent })
    expect(store.ladderShare()).toBe(percent)
  }
})
