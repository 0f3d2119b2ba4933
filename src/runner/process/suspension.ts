import type { Clock } from '../clock.ts'
import { sleepSync } from './sleep-sync.ts'
import type { ProcessTree } from './process-tree.ts'
import { RestWatch } from './rest-watch.ts'

/** After so many turns that a bot did not end blocked on its stdin, the check for that is skipped. */
const REST_MISSES = 5
/** How long to wait for a bot that has just answered to block on its stdin, before it is stopped. */
const SETTLING_MS = 0.015
/** A bot at rest is stopped after this time like any other, in case it finds a way to wake up. */
const REST_MS = 1
/** Polls for so long in a busy loop, then with `sleepSync`, then through the event loop. */
const SPIN_MS = 0.06
const NAP_MS = 0.02
const QUICK_MS = 0.5
const RETRY_MS = 1

/**
 * Suspends and resumes all processes of a bot. A simple program that is blocked on its stdin needs no signal, which
 * saves much of a short turn; its CPU time proves that it did not run.
 */
export class Suspension implements Disposable {
  /** CPU time that our signals cost the bot outside its turns, in milliseconds; it is not charged to the bot. */
  costMs = 0
  /** A signal was sent and its cost is not measured yet. */
  isCostOpen = false
  /** CPU time that the bot took after the last `suspend`, in milliseconds. */
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

  /** `tree` gives undefined until the bot runs. */
  constructor(tree: () => ProcessTree | undefined, clock: Clock, hasEnded: () => boolean) {
    this.#tree = tree
    this.#clock = clock
    this.#hasEnded = hasEnded
  }

  /** The CPU time of a bot at rest: it cannot change, so it need not be read again. */
  get restingMs(): number | undefined {
    return this.#isSuspended && !this.#isStopSent ? this.#rest?.spentMs : undefined
  }

  /** `onOverrun` is called repeatedly with the CPU time of a bot that has not stopped yet. */
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
      // If the stop cannot be checked, the bot is still at rest; the next turn checks again.
      this.#cancelStop = this.#clock.at(this.#clock.now() + REST_MS, () => this.#stopAtRest().catch(() => {}))
      return true
    }
    this.#sendStop()
    // Let the caller run while the signal is delivered.
    await Promise.resolve()
    return this.#waitUntilStopped(onOverrun)
  }

  /** `feed` writes the buffered input: after the last check that it rested, before SIGCONT. */
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
    // The bot was resumed meanwhile: its CPU time is its own again.
    if (turn !== this.#turns) return
    this.isCostOpen = false
    if (isStopped) this.costMs += (this.#tree()?.spentMs() ?? before) - before
  }

  #sendStop(): void {
    this.#isStopSent = true
    this.#tree()?.signal('SIGSTOP')
  }

  /** A system call that populates memory finishes before a signal stops it; that can take seconds. */
  async #waitUntilStopped(onOverrun: (ms: number) => void = () => {}): Promise<boolean> {
    const began = this.#clock.now()
    for (let passed = 0; passed < QUICK_MS; passed = this.#clock.now() - began) {
      if (this.#hasEnded() || this.#tree()?.isStopped()) return true
      // On a busy core the bot reaches its stop only while this thread sleeps.
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
