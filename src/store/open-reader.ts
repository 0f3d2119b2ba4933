import { openDatabase } from './database.ts'
import type { Reads } from './subjects/index.ts'
import { botLogs } from './subjects/bot-logs.ts'
import { matches } from './subjects/matches.ts'

/** What the log has of matches. */
export type MatchReader = Pick<Reads, 'eventsOf' | 'botLogs'> & Disposable

/**
 * Reads the log of matches in a thread, so that the event loop of the store is not held by long ones. `file` is that of an open store. It sees
 * what is committed, so wait until the store has settled. Open one for each task: a read that stays open would keep the write-ahead log from
 * beginning anew.
 */
export function openReader(file: string): MatchReader {
  const database = openDatabase(file, { readOnly: true })
  return {
    eventsOf: matches.reads(database).eventsOf,
    botLogs: botLogs.reads(database).botLogs,
    [Symbol.dispose]: () => database[Symbol.dispose](),
  }
}
