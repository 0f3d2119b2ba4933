import type { Clock } from './clock.ts'

/** A timer that fires later than this was delayed by a stall of the host: no player is late because of it. */
export const STALL_MS = 20
/** How long an answer that has arrived may take to be handed over. */
const HANDING_OVER_MS = 5

export interface DeadlineOptions {
  readonly clock: Clock
  /** The clock's time at which the match began. */
  readonly began: number
  /** When the next clock of the match runs out, in milliseconds since it began. */
  readonly wakeAt: () => number
  /** Whether an answer has arrived in time and is still being handed over. */
  readonly isHandingOver: () => boolean
  /** As in `PlayOptions`. */
  readonly settled: () => Promise<void> | undefined
  /** A clock of the match has run out. After a stall of the host, everything that arrived meanwhile has been heard. */
  readonly onLate: (isStalled: boolean) => void
}

/** Watches the clocks of a match with one timer, and tells a player that is late from a host that stalled. */
export class Deadline implements Disposable {
  readonly #options: DeadlineOptions
  #cancel = (): void => {}
  /** Since the match began. */
  #at = Infinity
  /** The time of the timer that is set. */
  #armedFor = Infinity
  /** The host stalled over the deadline: what arrives now counts as in time. */
  #isForgiving = false
  /** The deadline has passed, but the events that led to it may not be told yet. */
  #isUntold = false
  #isOver = false

  constructor(options: DeadlineOptions) {
    this.#options = options
  }

  /** Milliseconds since the match began. */
  elapsed(): number {
    const { clock, began } = this.#options
    return Math.floor(clock.now() - began)
  }

  /** The time of an arrival. If the deadline's own timer has not fired yet, the host stalled and the player is in time. */
  stamp(): number {
    const now = this.elapsed()
    const isStalled = this.#isForgiving || (!this.#isUntold && now - this.#at > STALL_MS)
    return now >= this.#at && isStalled ? this.#at - 1 : now
  }

  /**
   * Sets the timer for the match as it is now. An earlier timer stays and checks again when it fires: most turns are
   * far shorter.
   */
  rearm(): void {
    const { clock, began, wakeAt, isHandingOver } = this.#options
    this.#at = wakeAt()
    const earliest = isHandingOver() ? clock.now() + HANDING_OVER_MS : 0
    const time = Math.max(began + this.#at, earliest)
    if (this.#armedFor <= time) return
    this.#cancel()
    this.#armedFor = time
    this.#cancel = clock.at(time, () => this.#fire())
  }

  #fire(): void {
    this.#armedFor = Infinity
    if (this.elapsed() < this.#at) return this.rearm()
    if (this.#isUntold) return
    const isStalled = this.elapsed() - this.#at > STALL_MS
    const settled = this.#options.settled()
    if (settled === undefined) return this.#judge(isStalled)
    void this.#judgeAfter(settled, isStalled)
  }

  async #judgeAfter(settled: Promise<void>, isStalled: boolean): Promise<void> {
    this.#isUntold = true
    this.#isForgiving = isStalled
    await settled
    this.#isUntold = false
    this.#isForgiving = false
    if (!this.#isOver) this.#judge(isStalled)
  }

  #judge(isStalled: boolean): void {
    const { clock, onLate } = this.#options
    if (this.elapsed() < this.#at) return this.rearm()
    if (!isStalled) return onLate(false)
    this.#isForgiving = true
    clock.settle(() => {
      this.#isForgiving = false
      onLate(true)
    })
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#cancel()
  }
}
