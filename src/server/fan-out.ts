/** A client that is told of changes. */
export interface Listener {
  send(chunk: string): void
}

/** Tells many clients the same. Events that come while the clients are still being told follow together. */
export interface FanOut {
  readonly size: number
  tell(event: string): void
  /** The listener is told all events from now on; the result ends it. */
  add(listener: Listener): () => void
}

/** Listeners that are told in one turn of the event loop: other requests get their answers in between. */
const GROUP_SIZE = 200

export function openFanOut(): FanOut {
  /** For each listener the number of its next event. */
  const listeners = new Map<Listener, number>()
  /** Events that not all listeners have been sent, and the number of the first of them. */
  let events: string[] = []
  let first = 0
  let isTelling = false

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

  return {
    get size() {
      return listeners.size
    },
    tell(event) {
      if (listeners.size === 0) return
      events.push(event)
      if (!isTelling) tellAll()
    },
    add(listener) {
      listeners.set(listener, first + events.length)
      return () => void listeners.delete(listener)
    },
  }
}
