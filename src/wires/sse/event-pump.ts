import type { Told } from './tell-battle.ts'

/** A stream of events that a team holds open. */
export interface EventStream {
  /** Sends one event in a piece of its own, and calls back when the operating system has taken it. */
  write(chunk: string, onWritten: () => void): void
  /** All has been sent. */
  end(): void
}

export interface EventPump {
  /** All that is told so far has been written. */
  readonly isCaughtUp: boolean
  /** There may be more to send. */
  pump(): void
  stop(): void
}

/**
 * The gap between two writes. Many clients take what one read gives them for one event. A write of its own is a TCP segment
 * of its own, but the reader gets two segments in one read unless it has read the first before the second arrives.
 */
export const GAP_MS = 20

/** Sends what has been told, from the beginning, one event at a time with a gap between, and ends the stream after the last. */
export function openEventPump(stream: EventStream, told: readonly Told[], isOver: () => boolean): EventPump {
  let next = 0
  /** An event is being written, or the gap after it is not over. */
  let isBusy = true
  let isStopped = false
  // The head of the answer has just been written.
  let timer = setTimeout(goOn, GAP_MS)

  function goOn(): void {
    isBusy = false
    pump()
  }

  function pump(): void {
    if (isStopped || isBusy) return
    const event = told[next]
    if (event !== undefined) {
      next++
      isBusy = true
      return stream.write(`data: ${event.data}\n\n`, onWritten)
    }
    if (!isOver()) return
    stop()
    stream.end()
  }

  function onWritten(): void {
    if (isStopped) return
    timer = setTimeout(goOn, GAP_MS)
  }

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
  }

  return {
    get isCaughtUp() {
      return next === told.length
    },
    pump,
    stop,
  }
}
