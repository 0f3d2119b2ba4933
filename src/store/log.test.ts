import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { openDatabase, type Database } from './database.ts'
import { lineOf, readEntry, writeLines, type LogRow } from './log.ts'
import { migrate } from './migrate.ts'
import { created, house, http, over, person } from './new-store.fixture.ts'
import type { LogEntry } from './store.ts'

function newLog(): Database {
  const database = openDatabase(':memory:')
  must(migrate(database))
  return database
}

const rowsOf = (database: Database) => database.all<LogRow>('SELECT * FROM log ORDER BY seq')

test('a line of the log has its number, its time, its match if it has one, and nothing twice', () => {
  using database = newLog()
  writeLines(database, [lineOf(person(1001), 1, 70), lineOf(over(5, 0), 2, 80)])
  const [first, second] = rowsOf(database)
  expect(first).toStrictEqual({
    seq: 1,
    time: 70,
    kind: 'person-registered',
    match: undefined,
    body: '{"person":1001,"name":"person 1001","role":"player"}',
  })
  expect(second).toMatchObject({ time: 80, kind: 'match-over', match: 5 })
  expect(JSON.parse(second?.body ?? '')).toEqual({
    score: [2, 1],
    winner: 0,
    void: false,
    end: 'won by a crash',
  })
})

test('entries are read as they were written, a draw with its missing winner', () => {
  using database = newLog()
  const entries: readonly LogEntry[] = [
    person(1001, 'Zoë "𝛑"\n\u0000'),
    created(7, [http(1001), house], 'quoridor', { starter: 1001 }),
    { kind: 'match-started', match: 7 },
    { kind: 'match-event', match: 7, event: { kind: 'answered', seat: 1, text: '\ud800', at: 0.5 } },
    over(7, 1, false, ['0f']),
    over(8, undefined),
    over(9, undefined, true),
    { kind: 'ladder-freeze-set', challenge: 'quoridor' },
    { kind: 'plan-made', tournament: 1, plan: { breaks: [{ from: 1, to: 2 }] } },
  ]
  writeLines(
    database,
    entries.map((entry, index) => lineOf(entry, index + 1, 1)),
  )
  expect(rowsOf(database).map(readEntry)).toStrictEqual(entries)
})

test('any number of lines is written, in order', () => {
  using database = newLog()
  const lines = Array.from({ length: 64 + 16 + 3 * 4 + 3 + 1 }, (_, index) =>
    lineOf(person(1001 + index), index + 1, 1),
  )
  writeLines(database, [])
  writeLines(database, lines.slice(0, 1))
  writeLines(database, lines.slice(1))
  expect(rowsOf(database)).toStrictEqual(lines)
})

test('an entry that cannot be a line is refused before anything is written', () => {
  for (const time of [0.5, NaN, 2 ** 53]) expect(() => lineOf(person(1001), 1, time)).toThrow('whole number')
  expect(() => lineOf({ kind: 'match-started', match: 1.5 }, 1, 1)).toThrow('Cannot append match-started')
})
