import type { Database, Value } from '../database.ts'

/**
 * What the store knows about one subject, in one file: the kinds of entries it adds to the log, the tables that follow from
 * them, how an entry changes these tables, and how they are read.
 */
export interface Subject<Own extends Kinded, Other extends Kinded = never> {
  /** By name, the columns that order its rows. A table comes after those that refer to it. */
  readonly tables: Readonly<Record<string, string>>
  /** Every kind of its own entries, and kinds of other subjects that its tables follow from as well. */
  readonly project: {
    readonly [Kind in Own['kind']]: Projection<Extract<Own, { kind: Kind }>> | typeof LOG_ONLY
  } & {
    readonly [Kind in Other['kind']]?: Projection<Extract<Other, { kind: Kind }>>
  }
  readonly reads: (database: Database) => object
}

interface Kinded {
  readonly kind: string
}

/** Of a kind that changes no table: it is read from the log itself. */
export const LOG_ONLY = null

/** Brings the tables up to date with one more entry. One that does not follow from those before it is a bug, and throws. */
export type Projection<Entry> = (entry: Entry, context: ProjectionContext) => void

export interface ProjectionContext {
  /** The number of the entry. */
  readonly seq: number
  /** When it was appended, in milliseconds since 1970. */
  readonly time: number
  /** Runs a statement that must change one row. */
  readonly change: (sql: string, values: readonly Value[]) => void
  /** Adds one row, given by column; or makes these changes to the row that has its key already. */
  readonly insert: (
    table: string,
    row: Readonly<Record<string, Value | undefined>>,
    orChange?: string,
  ) => void
  readonly database: Database
}
