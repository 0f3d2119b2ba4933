import type { Page } from '../store/store.ts'

/** A page of a list, as it is asked for. */
export const pageOf = (limit = 50, after?: number): Page => ({ limit, ...(after !== undefined && { after }) })

/** The id after which the next page begins; null on the last page. */
export const nextAfter = (rows: readonly { readonly id: number }[], { limit }: Page): number | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null
