import type { ReadinessBody } from '../../../src/api/entry.ts'
import { fetchReadiness } from './entry.ts'
import type { StreamState } from './event-stream.ts'
import { openLiveStream } from './live-stream.ts'
import { tournamentUrl } from './tournaments.ts'
import { useResource, type Resource } from './use-resource.ts'
import { useStream } from './use-stream.ts'

/** That a team is connected over a wire is no change of the contest, so it is also read now and then. */
const EVERY_MS = 5_000

/** Who is ready for a contest, read again whenever the contest changes. */
export function useReadiness(id: number | undefined): Resource<ReadinessBody> {
  const key = id === undefined ? undefined : `${id}`
  const resource = useResource(key, (signal) => fetchReadiness(id ?? 0, signal), { everyMs: EVERY_MS })
  useStream<StreamState>(key ?? '', key !== undefined, 'connecting', (_, onState) =>
    openLiveStream({ url: `${tournamentUrl(id ?? 0)}/events`, onState, onEvents: resource.ask }),
  )
  return resource
}
