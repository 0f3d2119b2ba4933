import { useState } from 'react'
import type { Result } from '../../../src/base/result.ts'
import { useResource, type ResourceOptions } from './use-resource.ts'

/** One page of a list that goes on at `next`, until that is null. */
export interface ListPage<T> {
  readonly rows: readonly T[]
  readonly next: number | null
}

export interface Pages<T> {
  /** Undefined until the first page is there. */
  readonly rows: readonly T[] | undefined
  /** Reads one page more; undefined where there is none. */
  readonly more: (() => Promise<void>) | undefined
  readonly problem: string | undefined
}

/**
 * A list that is read page by page, newest first. The pages after the first one stay while the first one still meets them; those of
 * another key are dropped, because two lists may have the same row.
 */
export function usePages<T extends { readonly id: number }>(
  key: string | undefined,
  read: (before: number | undefined, signal?: AbortSignal) => Promise<Result<ListPage<T>>>,
  options: ResourceOptions<ListPage<T>> = {},
): Pages<T> {
  const first = useResource(key, (signal) => read(undefined, signal), options)
  const [older, setOlder] = useState<Older<T>>()
  const [problem, setProblem] = useState<string>()
  const from = first.value?.next ?? null
  const newest = new Set(first.value?.rows.map(({ id }) => id))
  const last = older?.key === key ? (older?.rows.findLastIndex(({ id }) => newest.has(id)) ?? -1) : -1
  const kept = last === -1 ? undefined : older
  const rows = first.value && [...first.value.rows, ...(kept?.rows.slice(last + 1) ?? [])]
  const next = kept ? kept.next : from
  const more = async (): Promise<void> => {
    if (next === null) return
    const page = await read(next)
    setProblem(page.ok ? undefined : page.problem.message)
    if (page.ok) setOlder({ key, rows: [...(rows ?? []), ...page.value.rows], next: page.value.next })
  }
  return {
    rows,
    more: next === null ? undefined : more,
    problem: problem ?? first.problem?.message,
  }
}

/** All rows that were shown when the last page was read. */
interface Older<T> extends ListPage<T> {
  readonly key: string | undefined
}
