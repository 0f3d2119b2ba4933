import type { Page } from '../store/store.ts'

/** A page of a list, as it is asked for. */
export const pageOf = (limit = 50, after?: number): Page => ({ limit, ...(after !== undefined && { after }) })

/** After which one the next page goes on; null if this is the last. */
export const nextAfter = (rows: readonly { readonly id: number }[], { limit }: Page): number | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null
