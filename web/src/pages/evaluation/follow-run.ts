import type { RunBody } from '../../../../src/api/evaluations.ts'
import type { LineBody } from '../../../../src/api/matches.ts'
import { API } from '../../api/request.ts'
import type { StreamEvent, StreamState } from '../../api/event-stream.ts'
import { openLiveStream } from '../../api/live-stream.ts'

/** What is known of an evaluation that is followed. */
export interface FollowedRun {
  readonly run: RunBody
  /** The transcript of each battle. */
  readonly lines: Readonly<Record<string, readonly LineBody[]>>
  readonly state: StreamState
}

/** Follows an evaluation to its end. After a reconnect the server sends everything again. */
export function followRun(
  known: FollowedRun,
  onChange: (followed: FollowedRun) => void,
): (() => void) | undefined {
  if (known.state === 'ended') return undefined
  let followed: FollowedRun = { ...known, state: 'connecting' }
  let isFresh = true
  const change = (changed: Partial<FollowedRun>): void => {
    followed = { ...followed, ...changed }
    onChange(followed)
  }
  return openLiveStream({
    url: `${API}/evaluations/${known.run.id}/events`,
    endType: 'end',
    onState(state) {
      if (state === 'open') isFresh = true
      change({ state })
    },
    onEvents(events) {
      // After a reconnect the old lines stay until the first new ones come.
      const known = isFresh ? {} : followed.lines
      isFresh = false
      change({ lines: addLines(known, events), run: lastRun(events) ?? followed.run })
    },
  })
}

function addLines(known: FollowedRun['lines'], events: readonly StreamEvent[]): FollowedRun['lines'] {
  const lines: Record<string, readonly LineBody[]> = { ...known }
  for (const { type, data } of events) {
    if (type !== 'line') continue
    const { battle, ...line } = JSON.parse(data) as LineBody & { readonly battle: string }
    lines[battle] = [...(lines[battle] ?? []), line]
  }
  return lines
}

function lastRun(events: readonly StreamEvent[]): RunBody | undefined {
  const last = events.findLast(({ type }) => type === 'run')
  return last && (JSON.parse(last.data) as RunBody)
}
