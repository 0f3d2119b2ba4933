/** When and how each team was last heard of. It is kept in memory: after a restart a team that is there soon asks again. */
export interface Presence {
  /** A request of the team came, over this wire if it plays by it. */
  note(person: number, wire: string | undefined, now: number): void
  /** The team has a connection of its own, over which it plays, but not in contests. The result ends it. */
  connect(person: number, wire: string, now: () => number): () => void
  seen(person: number): Seen | undefined
  /** The wire over which the team is connected at this time. */
  wireOf(person: number, now: number): string | undefined
  /** Whether the team hears at this time that it is called to a match of a contest. */
  canBeCalled(person: number, now: number): boolean
  /** The team was called and did not come: it is not there until it is heard of again. */
  miss(person: number): void
  /** Calls the listener when a team can be called that could not. */
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
  /** The open connections of each team, by their wires. */
  const connections = new Map<number, readonly { readonly wire: string }[]>()
  const listeners = new Set<(person: number) => void>()

  const canBeCalled = (person: number, now: number): boolean =>
    now - (all.get(person)?.wireAt ?? -Infinity) < CONNECTED_MS

  function note(person: number, wire: string | undefined, now: number): void {
    const last = all.get(person)
    const isNew = wire !== undefined && !canBeCalled(person, now)
    all.set(person, {
      at: now,
      wire: wire ?? last?.wire,
      wireAt: wire === undefined ? (last?.wireAt ?? -Infinity) : now,
    })
    if (isNew) for (const listener of listeners) listener(person)
  }

  return {
    note,
    connect(person, wire, now) {
      const connection = { wire }
      const open = () => connections.get(person) ?? []
      connections.set(person, [...open(), connection])
      note(person, undefined, now())
      return () => {
        connections.set(
          person,
          open().filter((other) => other !== connection),
        )
        note(person, undefined, now())
      }
    },
    seen: (person) => all.get(person),
    wireOf: (person, now) =>
      canBeCalled(person, now) ? all.get(person)?.wire : connections.get(person)?.[0]?.wire,
    canBeCalled,
    miss(person) {
      const last = all.get(person)
      if (last) all.set(person, { ...last, wireAt: -Infinity })
    },
    onCome(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
