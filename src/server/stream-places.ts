/** How many event streams and sockets may be open. */
export interface StreamLimits {
  /** Of one address or team. */
  readonly each: number
  readonly all: number
}

export const STREAM_LIMITS: StreamLimits = { each: 500, all: 10_000 }

/** Counts open streams: of each owner, and of all. */
export interface StreamPlaces {
  readonly open: number
  /** Takes a place; calling the result gives it back. Undefined when there is none. */
  take(owner: string): (() => void) | undefined
}

export function openStreamPlaces({ each, all }: StreamLimits): StreamPlaces {
  const held = new Map<string, number>()
  let open = 0
  return {
    get open() {
      return open
    },
    take(owner) {
      const own = held.get(owner) ?? 0
      if (own >= each || open >= all) return undefined
      held.set(owner, own + 1)
      open++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        open--
        const left = (held.get(owner) ?? 1) - 1
        if (left === 0) held.delete(owner)
        else held.set(owner, left)
      }
    },
  }
}
