import type { Told } from './tell-battle.ts'

/** A stream of events that a team holds open. */
export interface EventStream {
  /** Sends one event in a piece of its own, at once. */
  write(chunk: string): void
  /** All has been sent. */
  end(): void
}

export interface EventPump {
  /** There may be more to send. */
  pump(): void
  stop(): void
}

/**
 * Many clients take whatever they read at once for one event. So events keep a distance that their sockets will notice, but for
 * those that race.
 */
const DISTANCE_MS = 2

/** Sends what has been told, from the beginning, each event in a write of its own, and ends the stream after the last. */
export function openEventPump(
  stream: EventStream,
  told: readonly Told[],
  isOver: () => boolean,
  /** All that is told so far has been written. */
  onCaughtUp: () => void,
): EventPump {
  let next = 0
  let last = -Infinity
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function pump(): void {
    if (isStopped) return
    while (next < told.length) {
      const event = told[next]
      const early = last + DISTANCE_MS - performance.now()
      if (event?.races !== true && early > 0) {
        timer ??= setTimeout(() => {
          timer = undefined
          pump()
        }, early)
        return
      }
      next++
      stream.write(`data: ${event?.data}\n\n`)
      last = performance.now()
    }
    onCaughtUp()
    if (!isOver()) return
    stop()
    stream.end()
  }

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
  }

  return { pump, stop }
}
