import { expect, test, vi } from 'vitest'
import type { Exchange } from '../protocols/log-requests.ts'
import { created, house, http, newStores, over, person, tell } from '../store/new-store.fixture.ts'
import type { MatchRow, Store } from '../store/store.ts'
import { openRequestLogs, type RequestLogOptions } from './request-logs.ts'

const newStore = newStores()

/** Person 1001 plays against the house. The match runs, as far as its logs can see. */
function openTable(store: Store, options: Partial<RequestLogOptions> = {}) {
  let time = 0
  let place = { round: 0, turn: 0 }
  const listeners = new Set<(row: MatchRow) => void>()
  const logs = openRequestLogs({
    store,
    arena: {
      live: () => undefined,
      onMatch(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    now: () => time,
    ...options,
  })
  const request = (exchange: Partial<Exchange> = {}, who = 1001): void =>
    logs.add(1, who, {
      at: time,
      ms: 1,
      place,
      request: 'POST /move',
      isLook: false,
      status: 200,
      answer: '{}',
      shows: undefined,
      ...exchange,
    })
  const announce = (): void => {
    const row = store.match(1)
    if (row) for (const listener of listeners) listener(row)
  }
  return {
    logs,
    request,
    listening: () => listeners.size,
    pass: (ms: number) => void (time += ms),
    goTo: (round: number, turn: number) => void (place = { round, turn }),
    announce,
    end() {
      tell(store, over(1, 0))
      announce()
    },
  }
}

function begunMatch(store: Store): void {
  tell(store, person(1001), person(1002), created(1, [http(1001), house]), {
    kind: 'match-started',
    match: 1,
  })
}

const written = (store: Store): readonly string[] =>
  store.botLogs(1).flatMap(({ log }) => log.lines.map(({ text }) => `${log.round} ${text}`))

const unwritten = ({ logs }: ReturnType<typeof openTable>): readonly string[] =>
  logs.unwritten(1, 0).map(({ round, text }) => `${round} ${text}`)

test('lines wait for a second, are there to be read meanwhile, and are written in one piece', () => {
  using store = newStore()
  begunMatch(store)
  const table = openTable(store)
  table.request()
  table.pass(500)
  table.request({ request: 'POST /move/2' })
  expect(written(store)).toEqual([])
  const lines = ['0 < POST /move', '0 > 200 in 1 ms {}', '0 < POST /move/2', '0 > 200 in 1 ms {}']
  expect(unwritten(table)).toEqual(lines)
  table.pass(500)
  table.request({ request: 'POST /move/3' })
  expect(written(store)).toEqual([...lines, '0 < POST /move/3', '0 > 200 in 1 ms {}'])
  expect(unwritten(table)).toEqual([])
})

test('a round that ends is written, and closing writes the rest, what is counted included', () => {
  using store = newStore()
  begunMatch(store)
  const table = openTable(store)
  table.request()
  table.goTo(1, 0)
  table.request({ isLook: true, request: 'GET /turn', shows: '1' })
  table.request({ isLook: true, request: 'GET /turn', shows: '1' })
  expect(written(store)).toEqual(['0 < POST /move', '0 > 200 in 1 ms {}'])
  table.logs[Symbol.dispose]()
  expect(written(store).slice(2)).toEqual([
    '1 < GET /turn',
    '1 > 200 in 1 ms {}',
    '1 < GET /turn ×1 in 0.0 s, nothing new',
  ])
  expect(store.botLogs(1).map(({ log }) => log.stderr)).toEqual(['', ''])
})

test('a person that does not play has no log, and after the end none is opened', () => {
  using store = newStore()
  begunMatch(store)
  const table = openTable(store)
  table.request({}, 1002)
  expect([table.logs.isOpen(1, 0), table.logs.isOpen(1, 1)]).toEqual([false, false])
  table.end()
  table.request()
  expect([unwritten(table), written(store)]).toEqual([[], []])
})

test('for a moment after the end the log goes on, then it is closed', async () => {
  using store = newStore()
  begunMatch(store)
  const table = openTable(store, { lingerMs: 1 })
  table.request()
  table.end()
  table.request({ request: 'GET /turn', isLook: true, shows: 'over', place: undefined })
  expect(table.logs.isOpen(1, 0)).toBe(true)
  await expect.poll(() => table.logs.isOpen(1, 0), { timeout: 60_000 }).toBe(false)
  expect(written(store)).toEqual([
    '0 < POST /move',
    '0 > 200 in 1 ms {}',
    '0 < GET /turn',
    '0 > 200 in 1 ms {}',
  ])
})

test('a client that never tires fills no log: its first and its last lines are kept, also over restarts', () => {
  using store = newStore()
  begunMatch(store)
  for (let start = 0; start < 3; start++) {
    const table = openTable(store)
    for (let round = 0; round < 4; round++) {
      table.goTo(round, 0)
      for (let count = 0; count < 2_000; count++) {
        table.pass(10)
        table.request({ request: `POST /move/${start}/${round}/${count}`, answer: 'x'.repeat(300) })
      }
    }
    table.logs[Symbol.dispose]()
  }
  const lines = written(store)
  expect(lines).toContain('0 < POST /move/0/0/0')
  expect(lines).toContain('3 < POST /move/2/3/1999')
  expect(lines.filter((line) => line.includes('lines are left out here'))).toHaveLength(12)
  expect(lines.reduce((sum, line) => sum + line.length, 0)).toBeLessThan(320 * 1024)
})

test('a request is placed in the round and the turn of the match that runs', () => {
  using store = newStore()
  const live = (match: number) => (match === 1 ? { match: { round: { index: 2, turns: 7 } } } : undefined)
  const arena = { live, onMatch: () => () => {} } as unknown as RequestLogOptions['arena']
  const { logs } = openTable(store, { arena })
  expect([logs.placeIn(1), logs.placeIn(2)]).toEqual([{ round: 2, turn: 7 }, undefined])
})

test('requests before the match are in round 0, and one that was held over the end of a round where it was answered', () => {
  using store = newStore()
  begunMatch(store)
  const table = openTable(store)
  table.request({ place: undefined })
  table.goTo(1, 3)
  table.request({ request: 'POST /second' })
  // It came in round 0, and was answered in round 1.
  table.request({ request: 'GET /held', place: { round: 0, turn: 9 } })
  expect(table.logs.unwritten(1, 0)).toMatchObject([
    { round: 1, turn: 3, text: '< POST /second' },
    { round: 1, turn: 3 },
    { round: 1, turn: 9, text: '< GET /held' },
    { round: 1, turn: 9 },
  ])
  expect(written(store)).toEqual(['0 < POST /move', '0 > 200 in 1 ms {}'])
})

test('what is counted is among the lines that are not written yet', () => {
  using store = newStore()
  begunMatch(store)
  const table = openTable(store)
  for (let count = 0; count < 3; count++)
    table.request({ isLook: true, request: 'GET /turn', shows: 'the same' })
  expect(unwritten(table)).toEqual([
    '0 < GET /turn',
    '0 > 200 in 1 ms {}',
    expect.stringContaining('0 < GET /turn ×2'),
  ])
  expect(table.logs.unwritten(1, 1)).toEqual([])
  expect(table.logs.unwritten(2, 0)).toEqual([])
})

test('a log that cannot be written costs no request its answer', () => {
  using store = newStore()
  begunMatch(store)
  const full: Store = Object.create(store, {
    append: {
      value() {
        throw new Error('ENOSPC')
      },
    },
  })
  const table = openTable(full)
  table.request()
  table.pass(2000)
  table.request()
  expect(written(store)).toEqual([])
})

test('a closed table listens to no match', () => {
  using store = newStore()
  begunMatch(store)
  const table = openTable(store)
  expect(table.listening()).toBe(1)
  table.request()
  table.logs[Symbol.dispose]()
  expect([table.listening(), table.logs.isOpen(1, 0)]).toEqual([0, false])
})

test('a log is closed two seconds after the end of its match, and not while the match runs', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    using store = newStore()
    begunMatch(store)
    const table = openTable(store)
    table.request()
    table.announce()
    expect(vi.getTimerCount()).toBe(0)
    table.end()
    table.announce()
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1_999)
    expect(table.logs.isOpen(1, 0)).toBe(true)
    vi.advanceTimersByTime(1)
    expect(table.logs.isOpen(1, 0)).toBe(false)
    // Nothing is left to close.
    table.announce()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a table that is closed waits for nothing', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    using store = newStore()
    begunMatch(store)
    const table = openTable(store)
    table.request()
    table.end()
    table.logs[Symbol.dispose]()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
