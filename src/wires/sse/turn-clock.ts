import type { Timing } from '../../protocols/protocol.ts'
import { openEventPump, type EventPump, type EventStream } from './event-pump.ts'
import type { Told } from './tell-battle.ts'

/**
 * When the clock of a team starts: when the event that gives it the turn is written to a reference stream. That stream has no
 * reader and is open from the moment the team comes, so a team gains no time if it leaves its own streams, opens new ones, or does
 * not read them.
 */
export interface TurnClock {
  /** The team has come, or come back. */
  open(): void
  /** The arena itself has closed the streams of the team: its clock starts no more until it comes back. */
  close(): void
  /** There may be more events. */
  pump(): void
  /** The team has the turn. */
  ask(timing: Timing | undefined): void
  /** It has the turn no more. */
  end(): void
}

export interface TurnClockOptions {
  readonly told: readonly Told[]
  readonly isOver: () => boolean
  readonly afterCommit: (act: () => void) => void
}

interface Turn {
  readonly timing: Timing | undefined
  /** When it was asked, by the clock of this process. */
  readonly since: number
  /** The events that led to it are on disk, and so may be written. */
  isTold: boolean
}

/** A later start is an entry in the log; a delay below this is left out. */
const WORTH_NOTING_MS = 2

export function openTurnClock({ told, isOver, afterCommit }: TurnClockOptions): TurnClock {
  let reference: EventPump | undefined
  /** The turn whose clock has not started yet. */
  let waiting: Turn | undefined

  const stream: EventStream = {
    write(_, onWritten) {
      onWritten()
      start()
    },
    end() {},
  }

  function start(): void {
    if (!waiting?.isTold || !reference?.isCaughtUp) return
    const { timing, since } = waiting
    waiting = undefined
    if (performance.now() - since >= WORTH_NOTING_MS) timing?.reached()
  }

  return {
    open() {
      reference ??= openEventPump(stream, told, isOver)
    },
    close() {
      reference?.stop()
      reference = undefined
    },
    pump() {
      reference?.pump()
    },
    ask(timing) {
      const turn = { timing, since: performance.now(), isTold: false }
      waiting = turn
      // The events that led to the question were told before it.
      afterCommit(() => {
        turn.isTold = true
        start()
      })
    },
    end() {
      waiting = undefined
    },
  }
}
