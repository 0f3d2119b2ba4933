import type { Clock } from '../clock.ts'
import { sleepSync } from './sleep-sync.ts'
import type { ProcessTree } from './process-tree.ts'
import { RestWatch } from './rest-watch.ts'

/** Turns that a bot may end otherwise than waiting for its stdin before nobody expects it any more. */
const REST_MISSES = 5
/** How long a bot that has just answered may take to come to rest before it is stopped. */
const SETTLING_MS = 0.015
/** A bot at rest is left alone for so long; then it is stopped like any other, lest it find a way to wake. */
const REST_MS = 1
/** Looks for so long without pause, then with naps, then gives the event loop its turn. */
const SPIN_MS = 0.06
const NAP_MS = 0.02
const QUICK_MS = 0.5
const RETRY_MS = 1

/**
 * Suspends and resumes all of a bot. A simple program that waits for its next line needs no signal for that,
 * which spares both sides a good part of a short turn; its CPU time proves that it kept still.
 */
export class Suspension implements Disposable {
  /** CPU time that signals of ours have cost the bot outside its turns, in milliseconds. */
  costMs = 0
  /** While such a signal is on its way its cost is not known. */
  isCostOpen = false
  /** CPU time that the bot took after it was last told to stand still, in milliseconds. */
  overrunMs = 0
  readonly #tree: () => ProcessTree | undefined
  readonly #clock: Clock
  readonly #hasEnded: () => boolean
  #isSuspended = false
  #isStopSent = false
  #rest: RestWatch | undefined
  #misses = 0
  #turns = 0
  #cancelStop = (): void => {}

  /** `tree` may have to be asked again until the bot is there. */
  constructor(tree: () => ProcessTree | undefined, clock: Clock, hasEnded: () => boolean) {
    this.#tree = tree
    this.#clock = clock
    this.#hasEnded = hasEnded
  }

  /** The CPU time of a bot that is at rest, and so need not be read again. */
  get restingMs(): number | undefined {
    return this.#isSuspended && !this.#isStopSent ? this.#rest?.spentMs : undefined
  }

  /** `onOverrun` hears, again and again, how long a bot that does not come to a stand has run on. */
  async suspend(onOverrun: (ms: number) => void = () => {}): Promise<boolean> {
    if (this.#isSuspended && this.#isStopSent) return this.#waitUntilStopped(onOverrun)
    this.#isSuspended = true
    this.overrunMs = 0
    if (process.platform !== 'linux') {
      this.#sendStop()
      return false
    }
    while (!this.#tree()) {
      if (this.#hasEnded() || !this.#isSuspended) return this.#isSuspended
      await this.#wait(RETRY_MS)
    }
    if (this.#comesToRest()) {
      // Where we cannot see whether it stopped, it is at rest all the same: its next turn looks again.
      this.#cancelStop = this.#clock.at(this.#clock.now() + REST_MS, () => this.#stopAtRest().catch(() => {}))
      return true
    }
    this.#sendStop()
    // The caller goes on while the signal travels.
    await Promise.resolve()
    return this.#waitUntilStopped(onOverrun)
  }

  /** `feed` sends what has been kept back for it: after the last look at its rest, before the signal. */
  resume(feed: () => void): void {
    this.#cancelStop()
    if (this.#isSuspended && !this.#isStopSent && this.#rest?.hasStirred()) this.#misses = Infinity
    feed()
    if (this.#isStopSent) this.#tree()?.signal('SIGCONT')
    this.#isSuspended = false
    this.#isStopSent = false
    this.isCostOpen = false
    this.#turns++
  }

  [Symbol.dispose](): void {
    this.#cancelStop()
    this.#rest?.[Symbol.dispose]()
    this.#rest = undefined
  }

  #comesToRest(): boolean {
    if (this.#misses > REST_MISSES || this.#hasEnded()) return false
    this.#rest ??= RestWatch.open(this.#tree()?.root ?? 0)
    if (!this.#rest) this.#misses = Infinity
    const until = this.#clock.now() + SETTLING_MS
    while (this.#rest) {
      if (this.#rest.isAtRest()) return true
      if (this.#clock.now() > until) break
    }
    this.#misses++
    return false
  }

  async #stopAtRest(): Promise<void> {
    const before = this.#tree()?.spentMs() ?? 0
    if (this.#rest?.hasStirred()) this.#misses = Infinity
    this.isCostOpen = true
    this.#sendStop()
    const turn = this.#turns
    const isStopped = await this.#waitUntilStopped()
    // Resumed in the meantime, it has begun to spend time of its own.
    if (turn !== this.#turns) return
    this.isCostOpen = false
    if (isStopped) this.costMs += (this.#tree()?.spentMs() ?? before) - before
  }

  #sendStop(): void {
    this.#isStopSent = true
    this.#tree()?.signal('SIGSTOP')
  }

  /** A call of the kernel that fills memory with pages is finished before a signal stops it: that can take seconds. */
  async #waitUntilStopped(onOverrun: (ms: number) => void = () => {}): Promise<boolean> {
    const began = this.#clock.now()
    for (let passed = 0; passed < QUICK_MS; passed = this.#clock.now() - began) {
      if (this.#hasEnded() || this.#tree()?.isStopped()) return true
      // On a busy core only sleeping lets the bot run on to its stop.
      if (passed > SPIN_MS) sleepSync(NAP_MS)
    }
    const before = this.#tree()?.spentMs() ?? 0
    const measure = (): void => {
      this.overrunMs = Math.max(this.overrunMs, (this.#tree()?.spentMs() ?? before) - before)
    }
    while (this.#isSuspended && !this.#hasEnded() && !this.#tree()?.isStopped()) {
      measure()
      onOverrun(this.overrunMs)
      await this.#wait(RETRY_MS)
    }
    if (this.#isSuspended) measure()
    return this.#isSuspended
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.at(this.#clock.now() + ms, resolve))
  }
}
