import type { Reading, Value } from './database.ts'

/** A page of a list: at most `limit` rows after this id, or before it in a list that is newest first. */
export interface Page {
  readonly after?: number
  readonly limit: number
}

export const after = ({ after = 0, limit }: Page): [number, number] => [after, limit]
export const before = ({ after = Number.MAX_SAFE_INTEGER, limit }: Page): [number, number] => [after, limit]

/** The defined conditions as SQL, to be followed by one more condition. */
export function where(conditions: Readonly<Record<string, Value | undefined>>) {
  const defined = Object.entries(conditions).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  )
  return {
    sql: defined.map(({ column }) => `${column} = ? AND `).join(''),
    values: defined.map(({ value }) => value),
  }
}

/** A row as its table has it, with these columns as JSON text. */
export type WithJson<Row, Column extends keyof Row> = Omit<Row, Column> & Readonly<Record<Column, string>>

/** The first number that no row of a table has. */
export const nextId = (database: Reading, table: string): number =>
  (database.all<{ last?: number }>(`SELECT max(id) AS last FROM ${table}`)[0]?.last ?? 0) + 1
