import { openEventStream, type StreamState } from '../api/event-stream.ts'
import { contestUrl, fetchContest, type Contest } from './contest-api.ts'

/** What is known of a contest, and whether news of it come in. */
export interface FollowedContest {
  readonly state: StreamState
  readonly contest?: Contest
}

export interface ContestFollower {
  /** Reads it now. */
  readonly look: () => void
  readonly close: () => void
}

/** A contest of quick games changes many times a second. */
const PAUSE_MS = 1_000
const RETRY_MS = 3_000

/** Reads a contest, and again whenever the server says that it has changed. */
export function followContest(
  id: number,
  onChange: (news: Partial<FollowedContest>) => void,
): ContestFollower {
  const closed = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isAsked = false

  /** At most one request at a time, and one in a second. */
  async function read(): Promise<void> {
    if (isReading || timer !== undefined) return void (isAsked = true)
    isReading = true
    isAsked = false
    const found = await fetchContest(id, closed.signal)
    isReading = false
    if (closed.signal.aborted) return
    if (found.ok) onChange({ contest: found.value })
    else isAsked ||= found.problem.code === 'lost' || found.problem.code === 'server-error'
    timer = setTimeout(
      () => {
        timer = undefined
        if (isAsked) void read()
      },
      found.ok ? PAUSE_MS : RETRY_MS,
    )
  }

  const closeStream = openEventStream({
    url: `${contestUrl(id)}/events`,
    onState: (state) => onChange({ state }),
    onEvents: () => void read(),
  })

  return {
    look() {
      clearTimeout(timer)
      timer = undefined
      void read()
    },
    close() {
      closed.abort()
      clearTimeout(timer)
      closeStream()
    },
  }
}
