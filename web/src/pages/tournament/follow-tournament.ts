import { openEventStream, type StreamState } from '../../api/event-stream.ts'
import { tournamentUrl, fetchTournament, type Tournament } from '../../api/tournament-api.ts'

/** What is known of a contest, and whether news of it come in. */
export interface FollowedTournament {
  readonly state: StreamState
  readonly tournament?: Tournament
}

export interface TournamentFollower {
  /** Reads it now. */
  readonly look: () => void
  readonly close: () => void
}

/** A contest of quick games changes many times a second. */
const PAUSE_MS = 1_000
const RETRY_MS = 3_000

/** Reads a contest, and again whenever the server says that it has changed. */
export function followTournament(
  id: number,
  onChange: (news: Partial<FollowedTournament>) => void,
): TournamentFollower {
  const closed = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isAsked = false

  /** At most one request at a time, and one in a second. */
  async function read(): Promise<void> {
    if (isReading || timer !== undefined) return void (isAsked = true)
    isReading = true
    isAsked = false
    const found = await fetchTournament(id, closed.signal)
    isReading = false
    if (closed.signal.aborted) return
    if (found.ok) onChange({ tournament: found.value })
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
    url: `${tournamentUrl(id)}/events`,
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
