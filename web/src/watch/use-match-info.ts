import type { MatchBody } from '../../../src/api/matches.ts'
import { fetchMatch } from '../api/matches.ts'
import { API } from '../api/request.ts'
import { openLiveStream } from '../api/live-stream.ts'
import { useResource } from '../api/use-resource.ts'
import { useStream } from '../api/use-stream.ts'

/** What the server says of a match; until it has begun, again whenever that changes. */
export function useMatchInfo(id: number): { readonly info?: MatchBody; readonly isMissing: boolean } {
  const { value, problem, ask } = useResource(`${id}`, (signal) => fetchMatch(id, signal))
  const isMissing = problem?.code === 'not-found'
  const waits = value?.status === 'open' || value?.status === 'waiting'
  useStream(`${id}`, waits && !isMissing, undefined, () =>
    openLiveStream({
      url: `${API}/live`,
      onState: (state) => state === 'open' && ask(),
      onEvents: (events) => events.some(({ type, data }) => type === 'message' && idOf(data) === id) && ask(),
    }),
  )
  return { ...(value && { info: value }), isMissing }
}

const idOf = (data: string): number => (JSON.parse(data) as MatchBody).id
