import type { Database, Value } from './database.ts'

/** Rows after (or, newest first, before) this id, at most so many. */
export interface Page {
  readonly after?: number
  readonly limit: number
}

export const after = ({ after = 0, limit }: Page): [number, number] => [after, limit]
export const before = ({ after = Number.MAX_SAFE_INTEGER, limit }: Page): [number, number] => [after, limit]

/** The conditions that are defined, as SQL that one more condition follows. */
export function where(conditions: Readonly<Record<string, Value | undefined>>) {
  const defined = Object.entries(conditions).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  )
  return {
    sql: defined.map(({ column }) => `${column} = ? AND `).join(''),
    values: defined.map(({ value }) => value),
  }
}

/** A row as its table holds it: these columns are JSON. */
export type WithJson<Row, Column extends keyof Row> = Omit<Row, Column> & Readonly<Record<Column, string>>

/** The first number that no row of a table has. */
export const nextId = (database: Database, table: string): number =>
  (database.all<{ last?: number }>(`SELECT max(id) AS last FROM ${table}`)[0]?.last ?? 0) + 1
