import type { Arena } from '../arena/arena.ts'
import { eventText } from './event-stream.ts'
import { presentMatch } from './present.ts'

/** A client that is told of matches. */
export interface Listener {
  send(chunk: string): void
}

/** Tells many clients that matches are new or have changed. Every event is encoded once. */
export interface LiveMatches {
  /** Sends the matches that are not over, then each change; the result ends it. */
  join(listener: Listener): () => void
}

/** Matches of each status at the beginning. */
const SHOWN = 50
/** Listeners that are told in one turn of the event loop: other requests get their answers in between. */
const GROUP_SIZE = 200

export function openLiveMatches(arena: Arena): LiveMatches {
  /** For each listener the number of its next event. */
  const listeners = new Map<Listener, number>()
  /** Events that not all listeners have been sent, and the number of the first of them. */
  let events: string[] = []
  let first = 0
  let isTelling = false
  let snapshot: string | undefined

  arena.onMatch((row) => {
    snapshot = undefined
    if (listeners.size === 0) return
    events.push(eventText(presentMatch(row, arena.store)))
    if (!isTelling) tellAll()
  })

  function tellAll(): void {
    isTelling = true
    const end = first + events.length
    const rest = listeners.entries()
    const tellGroup = (): void => {
      for (let told = 0; told < GROUP_SIZE; told++) {
        const { value: next, done } = rest.next()
        if (done) return finish(end)
        const [listener, from] = next
        if (from < end) listener.send(events.slice(from - first, end - first).join(''))
        listeners.set(listener, Math.max(from, end))
      }
      setImmediate(tellGroup)
    }
    setImmediate(tellGroup)
  }

  function finish(end: number): void {
    events = events.slice(end - first)
    first = end
    isTelling = false
    if (events.length > 0) tellAll()
  }

  const current = (): string =>
    (['open', 'waiting', 'playing'] as const)
      .flatMap((status) => arena.store.matches({ status }, { limit: SHOWN }))
      .map((row) => eventText(presentMatch(row, arena.store)))
      .join('')

  return {
    join(listener) {
      listener.send((snapshot ??= current()))
      listeners.set(listener, first + events.length)
      return () => void listeners.delete(listener)
    },
  }
}
