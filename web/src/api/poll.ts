import type { ProblemCode } from '../../../src/base/problem-codes.ts'
import type { Result } from '../../../src/base/result.ts'

export interface PollOptions<T> {
  readonly read: (signal: AbortSignal) => Promise<Result<T>>
  /** `isLast`: no further request follows by itself. */
  readonly onAnswer: (answer: Result<T>, isLast: boolean) => void
  /** Milliseconds between an answer and the next request; undefined after the last one. */
  readonly nextMs?: (value: T) => number | undefined
  /** Throttle: milliseconds between an answer and a request that `ask` causes. */
  readonly pauseMs?: number
  /** Back-off: milliseconds before another try, after so many failures in a row. */
  readonly retryMs?: (failures: number) => number
}

export interface Poll {
  /** Reads soon: requests that are asked for during a request or the pause after it become one. */
  readonly ask: () => void
  /** Reads now, and aborts a request that is under way. */
  readonly reload: () => Promise<void>
  /** No request follows by itself any more. */
  readonly close: () => void
}

const FIRST_RETRY_MS = 3_000
const LAST_RETRY_MS = 15_000

const backOff = (failures: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.75 + Math.random() / 4)

/** Failures that pass: the server cannot be reached, has a fault, or is busy. */
const TEMPORARY: ReadonlySet<ProblemCode> = new Set([
  'server-lost',
  'server-error',
  'busy',
  'too-fast',
  'records-busy',
])

/** Reads something again and again, one request at a time. */
export function openPoll<T>(options: PollOptions<T>): Poll {
  const { read, onAnswer, nextMs, pauseMs = 0, retryMs = backOff } = options
  let request: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let restsUntil = 0
  let isAsked = false
  let isClosed = false
  let failures = 0

  function readIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void reload(), ms)
  }

  async function reload(): Promise<void> {
    clearTimeout(timer)
    request?.abort()
    const mine = new AbortController()
    request = mine
    isAsked = false
    const answer = await read(mine.signal)
    if (mine.signal.aborted) return
    request = undefined
    const isRetried = !answer.ok && TEMPORARY.has(answer.problem.code)
    failures = isRetried ? failures + 1 : 0
    const restMs = isRetried ? retryMs(failures) : pauseMs
    restsUntil = performance.now() + restMs
    const dueMs = isRetried || isAsked ? restMs : answer.ok ? nextMs?.(answer.value) : undefined
    // The page has gone on while an action ran, which reads again at its end.
    if (dueMs !== undefined && !isClosed) readIn(dueMs)
    onAnswer(answer, dueMs === undefined)
  }

  return {
    ask() {
      if (request) isAsked = true
      else readIn(Math.max(0, restsUntil - performance.now()))
    },
    reload,
    close() {
      isClosed = true
      request?.abort()
      clearTimeout(timer)
    },
  }
}
