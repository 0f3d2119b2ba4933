import { expect, test } from 'vitest'
import { ALL, newStores, person, tell } from '../new-store.fixture.ts'
import type { LogEntry, Store } from '../store.ts'

const newStore = newStores()

test('the newest version of a bot that passed plays', () => {
  using store = newStore()
  const judged = (version: number, passed: boolean): LogEntry => ({
    kind: 'version-judged',
    bot: 1,
    version,
    passed,
    report: 'seen',
  })
  tell(store, person(1001), person(1002))
  for (const [bot, owner, challenge] of [
    [1, 1001, 'quoridor'],
    [2, 1002, 'quoridor'],
    [3, 1001, 'boost-tron'],
  ] as const)
    store.append({ kind: 'bot-registered', bot, person: owner, challenge, name: 'b' })
  const source = { kind: 'upload', archive: 'sha', bytes: 12, build: ['make'], run: './bot' } as const
  for (const version of [1, 2, 3]) store.append({ kind: 'version-added', bot: 1, version, source })
  expect(store.bot(1)?.plays).toBeUndefined()
  expect(store.unjudgedVersions().map(({ version }) => version)).toEqual([1, 2, 3])
  tell(store, judged(2, true), judged(1, true), judged(3, false))
  expect(store.bot(1)).toEqual({
    id: 1,
    person: 1001,
    challenge: 'quoridor',
    name: 'b',
    created: 3,
    plays: 2,
  })
  expect(store.unjudgedVersions()).toEqual([])
  expect(store.versions(1).map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
  expect(store.versionsWithoutLogs(1)).toEqual(store.versions(1).map((row) => ({ ...row, log: undefined })))
  expect(store.version(1, 3)).toStrictEqual({
    bot: 1,
    version: 3,
    source,
    created: 8,
    status: 'failed',
    report: 'seen',
    run: undefined,
    wire: undefined,
    log: undefined,
  })
  const ids = (...args: Parameters<Store['bots']>) => store.bots(...args).map(({ id }) => id)
  expect(ids({}, ALL)).toEqual([1, 2, 3])
  expect(ids({ person: 1001 }, ALL)).toEqual([1, 3])
  expect(ids({ challenge: 'quoridor' }, { after: 1, limit: 5 })).toEqual([2])
  expect(ids({ person: 1001, challenge: 'boost-tron' }, ALL)).toEqual([3])
})

test('a version that the server failed to judge is judged after all when it is retried', () => {
  using store = newStore()
  const version = { bot: 1, version: 1 }
  tell(
    store,
    person(1001),
    { kind: 'bot-registered', bot: 1, person: 1001, challenge: 'quoridor', name: 'b' },
    { kind: 'version-added', ...version, source: { kind: 'program', command: './bot' } },
    { kind: 'version-unjudged', ...version, report: 'we failed', log: 'no disk' },
  )
  expect(store.unjudgedVersions()).toMatchObject([
    { status: 'unjudged', report: 'we failed', log: 'no disk' },
  ])
  store.append({ kind: 'version-retried', ...version })
  expect(store.unjudgedVersions()).toMatchObject([{ status: 'waiting', report: undefined, log: undefined }])
  const judged = { report: 'good', run: './bot', wire: 'turns', log: 'built' }
  store.append({ kind: 'version-judged', ...version, passed: true, ...judged })
  expect(store.version(1, 1)).toMatchObject({ status: 'passed', ...judged })
  expect(store.unjudgedVersions()).toEqual([])
  for (const kind of ['version-retried', 'version-unjudged'] as const)
    expect(() => store.append({ kind, bot: 1, version: 2, report: '', log: '' })).toThrow(kind)
})
