/** A table of a report, in any output format. */
export interface ReportTable {
  readonly id: string
  readonly title: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  /** Sentences below it, without full stops. */
  readonly notes: readonly string[]
}

export interface Column {
  readonly title: string
  readonly isNumber: boolean
}

/** A column of words. */
export const text = (title: string): Column => ({ title, isNumber: false })

export const number = (title: string): Column => ({ title, isNumber: true })
