import type { Arena } from '../arena/arena.ts'
import { eventText } from './event-stream.ts'
import { openFanOut, type Listener } from './fan-out.ts'
import { presentMatch } from './present.ts'

/** Tells many clients that matches are new or have changed. Every event is encoded once. */
export interface LiveMatches {
  /** Sends the matches that are not over, then each change; the result ends it. */
  join(listener: Listener): () => void
}

/** Matches of each status at the beginning. */
export const SHOWN = 50

export function openLiveMatches(arena: Arena): LiveMatches {
  const listeners = openFanOut()
  let snapshot: string | undefined

  arena.onMatch((row) => {
    snapshot = undefined
    if (listeners.size > 0) listeners.tell(eventText(presentMatch(row, arena.store)))
  })

  const current = (): string =>
    (['open', 'waiting', 'playing'] as const)
      .flatMap((status) => arena.store.matches({ status }, { limit: SHOWN }))
      .map((row) => eventText(presentMatch(row, arena.store)))
      .join('')

  return {
    join(listener) {
      listener.send((snapshot ??= current()))
      return listeners.add(listener)
    },
  }
}
