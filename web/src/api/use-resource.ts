import { useEffect, useRef, useState } from 'react'
import type { Problem, Result } from '../../../src/base/result.ts'
import { openPoll, type Poll } from './poll.ts'
import { usePageVisible } from './use-page-visible.ts'

export interface ResourceOptions<T> {
  /** Polls: milliseconds between an answer and the next request; a function may end it by undefined. */
  readonly everyMs?: number | ((value: T) => number | undefined)
  /** Reads only when it is asked to, at most once in so many milliseconds: for what a stream announces. */
  readonly onlyAskedMs?: number
}

export interface Resource<T> {
  /** The last good answer; of the key before, until there is one of this key. */
  readonly value?: T
  /** Why the last request failed. */
  readonly problem?: Problem
  /** Reads soon; many calls become one request. */
  readonly ask: () => void
  /** Reads now. */
  readonly reload: () => Promise<void>
}

/**
 * Something the server has, named by a key; nothing is read while the key is undefined or the page is hidden. Failures that
 * pass are tried again with back-off.
 */
export function useResource<T>(
  key: string | undefined,
  read: (signal: AbortSignal) => Promise<Result<T>>,
  options: ResourceOptions<T> = {},
): Resource<T> {
  const isVisible = usePageVisible()
  const [answer, setAnswer] = useState<Pick<Resource<T>, 'value' | 'problem'>>({})
  const poll = useRef<Poll>(undefined)
  const finished = useRef<string>(undefined)
  const latest = useRef({ read, options })
  latest.current = { read, options }
  useEffect(() => {
    if (key === undefined || !isVisible) return
    const { onlyAskedMs } = latest.current.options
    const opened = openPoll<T>({
      read: (signal) => latest.current.read(signal),
      ...(onlyAskedMs !== undefined && { pauseMs: onlyAskedMs }),
      nextMs(value) {
        const { everyMs } = latest.current.options
        return typeof everyMs === 'function' ? everyMs(value) : everyMs
      },
      onAnswer(found, isLast) {
        finished.current = isLast ? key : undefined
        setAnswer((before) => (found.ok ? { value: found.value } : { ...before, problem: found.problem }))
      },
    })
    poll.current = opened
    if (onlyAskedMs === undefined && finished.current !== key) void opened.reload()
    return () => opened.close()
  }, [key, isVisible])
  return {
    ...answer,
    ask: () => poll.current?.ask(),
    reload: async () => poll.current?.reload(),
  }
}
