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
 * A list that is read page by page, newest first. If the first page has moved on, or the key is another one, those after it are
 * dropped: the first pages of two lists may end with the same row.
 */
export function usePages<T>(
  key: string | undefined,
  read: (before: number | undefined, signal?: AbortSignal) => Promise<Result<ListPage<T>>>,
  options: ResourceOptions<ListPage<T>> = {},
): Pages<T> {
  const first = useResource(key, (signal) => read(undefined, signal), options)
  const [older, setOlder] = useState<Older<T>>()
  const [problem, setProblem] = useState<string>()
  const from = first.value?.next ?? null
  const kept = older?.key === key && older?.from === from ? older : undefined
  const next = kept ? kept.next : from
  const more = async (): Promise<void> => {
    if (next === null) return
    const page = await read(next)
    setProblem(page.ok ? undefined : page.problem.message)
    if (page.ok)
      setOlder({ key, from, rows: [...(kept?.rows ?? []), ...page.value.rows], next: page.value.next })
  }
  return {
    rows: first.value && [...first.value.rows, ...(kept?.rows ?? [])],
    more: next === null ? undefined : more,
    problem: problem ?? first.problem?.message,
  }
}

/** The pages after the first one, which goes on at `from`. */
interface Older<T> extends ListPage<T> {
  readonly key: string | undefined
  readonly from: number | null
}
