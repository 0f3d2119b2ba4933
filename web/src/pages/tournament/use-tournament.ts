import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import type { Problem } from '../../../../src/base/result.ts'
import { fetchTournament, tournamentUrl } from '../../api/tournaments.ts'
import type { StreamState } from '../../api/event-stream.ts'
import { openLiveStream } from '../../api/live-stream.ts'
import { useResource } from '../../api/use-resource.ts'
import { useStream } from '../../api/use-stream.ts'

export interface FollowedTournament {
  /** The state of the stream of changes. */
  readonly state: StreamState
  readonly tournament: WholeTournamentBody | undefined
  /** Why it could not be read. */
  readonly problem: Problem | undefined
  /** Reads it now. */
  readonly look: () => void
}

/** A tournament of quick matches changes many times a second: it is read once in so many milliseconds. */
const PAUSE_MS = 1_000

/** A tournament, read again whenever the server says that it has changed. */
export function useTournament(id: number): FollowedTournament {
  const { value, problem, ask, reload } = useResource(`${id}`, (signal) => fetchTournament(id, signal), {
    onlyAskedMs: PAUSE_MS,
  })
  const state = useStream<StreamState>(`${id}`, true, 'connecting', (_, onState) =>
    openLiveStream({ url: `${tournamentUrl(id)}/events`, onState, onEvents: ask }),
  )
  return { state, tournament: value, problem, look: () => void reload() }
}
