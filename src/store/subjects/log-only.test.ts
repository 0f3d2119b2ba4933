import { expect, test } from 'vitest'
import { newStores, person, tell } from '../new-store.fixture.ts'
import type { BotLog, LogEntry } from '../store.ts'

const newStore = newStores()

test('what organisers did is listed newest first, page by page', () => {
  using store = newStore()
  const action = { person: 1001, key: 'k', address: '::1', method: 'POST' }
  const acted = (path: string, rest: object = {}): LogEntry => ({
    kind: 'organiser-acted',
    ...action,
    path,
    ...rest,
  })
  tell(store, acted('/a', { input: '{}' }), person(1001), acted('/b'), acted('/c'))
  expect(store.actions({ limit: 9 })).toEqual([
    { id: 4, time: 4, ...action, path: '/c' },
    { id: 3, time: 3, ...action, path: '/b' },
    { id: 1, time: 1, ...action, path: '/a', input: '{}' },
  ])
  expect(store.actions({ after: 4, limit: 1 }).map(({ path }) => path)).toEqual(['/b'])
})

test('what organisers did to one thing is found by the start of the path', () => {
  using store = newStore()
  const acted = (path: string): LogEntry => ({
    kind: 'organiser-acted',
    person: 1001,
    key: 'k',
    address: '::1',
    method: 'POST',
    path,
  })
  tell(store, ...['/cups/1', '/cups/1/start', '/cups/2', '/x/cups/1', '/cups/1/end'].map(acted), person(1001))
  const pathsOn = (...args: Parameters<typeof store.actionsOn>) =>
    store.actionsOn(...args).map(({ id, time, path }) => [id, time, path])
  expect(pathsOn('/cups/1', { limit: 9 })).toEqual([
    [5, 5, '/cups/1/end'],
    [2, 2, '/cups/1/start'],
    [1, 1, '/cups/1'],
  ])
  expect(pathsOn('/cups/1', { after: 5, limit: 1 })).toEqual([[2, 2, '/cups/1/start']])
  expect(store.actionsOn('/x', { limit: 9 })).toStrictEqual([
    { id: 4, time: 4, person: 1001, key: 'k', address: '::1', method: 'POST', path: '/x/cups/1' },
  ])
  expect(pathsOn('/%', { limit: 9 })).toEqual([])
})

test('the logs of programs are listed by round, put together from their pieces', () => {
  using store = newStore()
  const line = (text: string) => ({ at: 1, turn: 0, text })
  const logged = (match: number, player: 0 | 1, log: BotLog): LogEntry => ({
    kind: 'bot-logged',
    match,
    player,
    log,
  })
  tell(
    store,
    logged(1, 0, { round: 0, stderr: 'a', lines: [line('> 1')] }),
    logged(1, 1, { round: 0, stderr: 'x', lines: [] }),
    logged(2, 0, { round: 0, stderr: 'other match', lines: [] }),
    logged(1, 0, { round: 0, goesOn: true, stderr: 'b', lines: [line('< 2')] }),
    logged(1, 0, { round: 1, stderr: 'c', lines: [] }),
  )
  expect(store.botLogs(1)).toEqual([
    { player: 0, log: { round: 0, stderr: 'ab', lines: [line('> 1'), line('< 2')] } },
    { player: 1, log: { round: 0, stderr: 'x', lines: [] } },
    { player: 0, log: { round: 1, stderr: 'c', lines: [] } },
  ])
})

test('a piece without a beginning is a log of its own', () => {
  using store = newStore()
  const log = { round: 2, stderr: 'rest', lines: [] }
  tell(
    store,
    { kind: 'bot-logged', match: 1, player: 0, log: { round: 0, stderr: 'a', lines: [] } },
    { kind: 'bot-logged', match: 1, player: 1, log: { ...log, goesOn: true } },
  )
  expect(store.botLogs(1).map((row) => row.log.stderr)).toEqual(['a', 'rest'])
  expect(store.botLogs(1)[1]).toStrictEqual({ player: 1, log })
})
