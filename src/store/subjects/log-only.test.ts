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
