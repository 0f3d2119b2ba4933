/** When and how each team was last heard of. It is kept in memory: after a restart a team that is there soon asks again. */
export interface Presence {
  /** A request of the team came, over this wire if it plays by it. */
  note(person: number, wire: string | undefined, now: number): void
  seen(person: number): Seen | undefined
  /** The wire over which the team is connected at this time. */
  wireOf(person: number, now: number): string | undefined
  /** Calls the listener when a team connects that was not connected. */
  onCome(listener: (person: number) => void): () => void
}

export interface Seen {
  readonly at: number
  /** The last wire that it used. */
  readonly wire: string | undefined
  readonly wireAt: number
}

/** A player asks again within 25 seconds, the longest that an answer is held back. */
const CONNECTED_MS = 60_000

export function openPresence(): Presence {
  const all = new Map<number, Seen>()
  const listeners = new Set<(person: number) => void>()
  const wireOf = (person: number, now: number): string | undefined => {
    const seen = all.get(person)
    return seen && now - seen.wireAt < CONNECTED_MS ? seen.wire : undefined
  }
  return {
    note(person, wire, now) {
      const last = all.get(person)
      const isNew = wire !== undefined && wireOf(person, now) === undefined
      all.set(person, {
        at: now,
        wire: wire ?? last?.wire,
        wireAt: wire === undefined ? (last?.wireAt ?? 0) : now,
      })
      if (isNew) for (const listener of listeners) listener(person)
    },
    seen: (person) => all.get(person),
    wireOf,
    onCome(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
