import { useEffect, useState } from 'react'
import { API, fetchMatch, type MatchInfo } from '../api/api.ts'
import { openEventStream } from '../api/event-stream.ts'

/** What the server says of a match; while it has not begun, as soon as that changes. */
export function useMatchInfo(id: number): { readonly info?: MatchInfo; readonly isMissing: boolean } {
  const [info, setInfo] = useState<MatchInfo>()
  const [isMissing, setMissing] = useState(false)
  const waits = info === undefined || info.status === 'open' || info.status === 'waiting'
  useEffect(() => {
    if (!waits || isMissing) return
    const closed = new AbortController()
    const look = (): void => {
      fetchMatch(id, closed.signal)
        .then((found) => (found ? setInfo(found) : setMissing(true)))
        // The stream tries again, and then so do we.
        .catch(() => {})
    }
    const close = openEventStream({
      url: `${API}/live`,
      onState(state) {
        if (state === 'open') look()
      },
      onEvents(events) {
        const news = events.flatMap(({ type, data }) =>
          type === 'message' ? [JSON.parse(data) as MatchInfo] : [],
        )
        const found = news.findLast((match) => match.id === id)
        if (found) setInfo((before) => ({ ...before, ...found }))
      },
    })
    return () => {
      closed.abort()
      close()
    }
  }, [id, waits, isMissing])
  return { ...(info && { info }), isMissing }
}
