import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { must } from '../base/result.ts'
import { findGame } from '../games/index.ts'
import { readRecord } from '../match/read-record.ts'
import { withoutThreads } from '../runner/without-threads.fixture.ts'
import { openStore } from '../store/open-store.ts'
import type { MatchRow } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { openArena } from './arena.ts'
import { openFinishedRecords } from './finished-records.ts'
import { untilOver } from './until-over.ts'

const tempFolder = tempFolders()

/** A store with finished matches. */
async function filled(count: number) {
  const store = must(openStore(tempFolder()))
  const seating = {
    locateBot: () => must({ ok: false, problem: { code: 'unknown-bot', message: 'no bots' } }),
  }
  const rows: MatchRow[] = []
  {
    await using arena = openArena({ store, seating: seating as never })
    for (let n = 0; n < count; n++) {
      const players = [
        { kind: 'house', name: 'a', brain: 'random' },
        { kind: 'house', name: 'b', brain: 'first' },
      ] as const
      const { id } = must(arena.create({ challenge: 'tic-tac-toe', players, origin: 'organiser', seed: n }))
      const row = await untilOver(arena, id, new AbortController().signal)
      if (row) rows.push(row)
    }
  }
  return { store, rows, [Symbol.dispose]: () => store[Symbol.dispose]() }
}

const nth = (rows: readonly MatchRow[], index: number): MatchRow => {
  const row = rows[index]
  if (!row) throw new Error(`there is no match ${index}`)
  return row
}

test('a record is written and checked once for all who ask at the same time, and kept for those who ask later', async () => {
  using arena = await filled(2)
  const { rows } = arena
  await using records = openFinishedRecords(arena.store)
  const [row, other] = [nth(rows, 0), nth(rows, 1)]
  const asked = await Promise.all(Array.from({ length: 20 }, () => records.of(row)))
  expect(asked.map((answer) => must(answer).isNew)).toEqual([true, ...Array<boolean>(19).fill(false)])
  const { record } = must(await records.of(row))
  expect(record).toMatchObject({ verified: true })
  expect(readRecord(record.text, findGame)).toMatchObject({ ok: true })
  expect(must(await records.of(other)).record.text).not.toBe(record.text)
})

test('the thread reads the events, so that those of a long match do not hold the event loop', async () => {
  using arena = await filled(1)
  const read = vi.spyOn(arena.store, 'eventsOf')
  await using records = openFinishedRecords(arena.store)
  expect(must(await records.of(nth(arena.rows, 0))).record).toMatchObject({ verified: true })
  expect(read).not.toHaveBeenCalled()
})

test('what was asked for longest ago is forgotten when there is no room for it', async () => {
  using arena = await filled(3)
  const { rows } = arena
  const [a, b, c] = [nth(rows, 0), nth(rows, 1), nth(rows, 2)]
  const { length } = await (async () => {
    await using all = openFinishedRecords(arena.store)
    return must(await all.of(a)).record.text
  })()
  await using records = openFinishedRecords(arena.store, { kept: Math.floor(2.5 * length) })
  const isNew: boolean[] = []
  for (const row of [a, b, a, c, a, b]) isNew.push(must(await records.of(row)).isNew)
  expect(isNew).toEqual([true, true, false, true, false, true])
})

test('so many wait, and more are told to come again', async () => {
  using arena = await filled(3)
  await using records = openFinishedRecords(arena.store, { maxWaiting: 2 })
  const answers = await Promise.all(arena.rows.map((row) => records.of(row)))
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, false])
  expect(answers[2]).toMatchObject({ problem: { code: 'records-busy' } })
  expect(await records.of(nth(arena.rows, 2))).toMatchObject({ ok: true })
})

test('a match that is not over, or was begun under other rules, has no finished record', async () => {
  using arena = await filled(1)
  await using records = openFinishedRecords(arena.store)
  const row = nth(arena.rows, 0)
  for (const other of [{ ...row, status: 'playing' } as const, { ...row, gameVersion: 99 }])
    expect(await records.of(other)).toMatchObject({ problem: { code: 'not-found' } })
})

test('a thread that fails costs one record, and those after it are their own', async () => {
  using arena = await filled(3)
  const texts = await (async () => {
    await using other = openFinishedRecords(arena.store)
    return await Promise.all(arena.rows.map(async (row) => must(await other.of(row)).record.text))
  })()
  await using records = openFinishedRecords(arena.store)
  const threads = new Set<Worker>()
  const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
    threads.add(this)
  })
  const asked = arena.rows.map((row) => records.of(row).catch((error: unknown) => error))
  await vi.waitFor(() => expect(threads.size).toBe(1))
  post.mockRestore()
  const lost = new Error('out of memory')
  for (const thread of threads) {
    thread.emit('error', lost)
    await thread.terminate()
  }
  const answers = await Promise.all(asked)
  expect(answers[0]).toBe(lost)
  expect(answers.slice(1)).toMatchObject(texts.slice(1).map((text) => ({ value: { record: { text } } })))
})

test('without room for a thread a record is refused, and later ones are written', async () => {
  using arena = await filled(2)
  await using records = openFinishedRecords(arena.store)
  const asked = await withoutThreads(() => Promise.allSettled(arena.rows.map((row) => records.of(row))))
  expect(asked).toMatchObject([{ reason: { message: 'EAGAIN' } }, { reason: { message: 'EAGAIN' } }])
  for (const row of arena.rows) expect(must(await records.of(row)).record).toMatchObject({ verified: true })
})

test('records that wait when the arena closes are given up, and no thread starts for them', async () => {
  using arena = await filled(2)
  using post = vi.spyOn(Worker.prototype, 'postMessage')
  const records = openFinishedRecords(arena.store)
  const asked = arena.rows.map((row) => records.of(row).catch((error: unknown) => error))
  await records[Symbol.asyncDispose]()
  const closed = new Error('the arena is closed')
  expect(await Promise.all(asked)).toEqual([closed, closed])
  await new Promise(setImmediate)
  expect(post).not.toHaveBeenCalled()
})
