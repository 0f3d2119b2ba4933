import type { Database, Reading, Value } from '../database.ts'

/**
 * What the store knows about one subject, in one file: the kinds of entries it adds to the log, the tables that follow from
 * them, how an entry changes these tables, and how they are read.
 */
export interface Subject<Own extends Kinded, Other extends Kinded = never> {
  /** By table, the columns that order its rows. A table comes after the tables that refer to it, so that rows can be deleted in this order. */
  readonly tables: Readonly<Record<string, string>>
  /** Every kind of its own entries, and kinds of other subjects that its tables follow from as well. */
  readonly project: {
    readonly [Kind in Own['kind']]: Projection<Extract<Own, { kind: Kind }>> | typeof LOG_ONLY
  } & {
    readonly [Kind in Other['kind']]?: Projection<Extract<Other, { kind: Kind }>>
  }
  readonly reads: (database: Reading) => object
}

interface Kinded {
  readonly kind: string
}

/** Instead of a projection: no table follows from this kind, it is read from the log itself. */
export const LOG_ONLY = null

/** Changes the tables as one more entry says. It throws if the entry does not follow from those before it, which is a bug. */
export type Projection<Entry> = (entry: Entry, context: ProjectionContext) => void

export interface ProjectionContext {
  /** The number of the entry. */
  readonly seq: number
  /** When it was appended, in milliseconds since 1970. */
  readonly time: number
  /** Runs a statement that must change one row. */
  readonly change: (sql: string, values: readonly Value[]) => void
  /** Inserts a row, given by column. `orChange` is the SET clause for the row that has the same key already. */
  readonly insert: (
    table: string,
    row: Readonly<Record<string, Value | undefined>>,
    orChange?: string,
  ) => void
  readonly database: Database
}
