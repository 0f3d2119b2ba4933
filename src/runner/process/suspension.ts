import { deferred, type Deferred } from '../../base/deferred.ts'
import type { Clock } from '../clock.ts'
import { sleepSync } from './sleep-sync.ts'
import type { ProcessTree } from './process-tree.ts'
import { SoleThread, type Look } from './sole-thread.ts'

/** If a bot did not end so many turns more than others blocked on its stdin, the check for that is skipped. */
const REST_MISSES = 5
/** How long to wait for a bot that has just answered to block on its stdin, before it is stopped. */
const SETTLING_MS = 0.015
/** A bot at rest is stopped after this time like any other, in case it finds a way to wake up. */
const REST_MS = 4
/** A bot that stood still at once so often in a row need not be seen stopped before its opponent is asked. */
const PROMPT_STOPS = 3
/** How often to look whether a bot has left the processor; each look takes some ten microseconds. */
const LOOKS = 3
/** CPU time after a stop that counts as none: the kernel needs some for the stop itself. */
const UNCOUNTED_MS = 1
/** Polls for so long in a busy loop, then with `sleepSync`, then through the event loop. */
const SPIN_MS = 0.06
const NAP_MS = 0.02
const QUICK_MS = 0.5
const RETRY_MS = 1

/** Called repeatedly with the CPU time of a bot that has not stopped yet. */
export type OnOverrun = (ms: number) => void

/** Gets a promise of the CPU time that a bot takes until it is seen stopped; 0 if that is next to nothing. */
export type OnHeld = (overrun: Promise<number>) => void

/**
 * Suspends and resumes all processes of a bot. A simple program that is blocked on its stdin needs no signal, which
 * saves much of a short turn; its CPU time proves that it did not run. docs/lab/suspension.md has the measurements.
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
  /** It was seen with one thread and no children when it was suspended. */
  #isAlone = false
  #sole: SoleThread | undefined
  #misses = 0
  #promptStops = 0
  #turns = 0
  /** SIGSTOP is pending, and the bot was not seen stopped yet. */
  #held: Deferred<number> | undefined
  #onHeldOverrun: OnOverrun = () => {}
  #suspendedAt = 0
  #isTimerSet = false
  #cancelTimer = (): void => {}

  /** `tree` gives undefined until the bot runs. */
  constructor(tree: () => ProcessTree | undefined, clock: Clock, hasEnded: () => boolean) {
    this.#tree = tree
    this.#clock = clock
    this.#hasEnded = hasEnded
  }

  get isSuspended(): boolean {
    return this.#isSuspended
  }

  /** The CPU time of a suspended bot of one thread: cheaper to read than that of a tree. */
  spentAlone(): number | undefined {
    if (!this.#isSuspended || !this.#isAlone) return undefined
    return this.#isStopSent ? this.#sole?.spentMs() : this.#sole?.spentAtRestMs()
  }

  /** How many bytes a bot at rest has written, wherever to; undefined for any other, and where the kernel does not tell. */
  writtenAtRest(): number | undefined {
    if (!this.#isSuspended || !this.#isAlone || this.#isStopSent) return undefined
    const written = this.#sole?.writtenBytes() ?? -1
    return written < 0 ? undefined : written
  }

  /**
   * Gives true, at once or by a promise, when the bot is seen to stand still. With `onHeld` it may do so before that, for a bot of
   * one thread with SIGSTOP pending: such a bot runs no more code of its own. Only what the kernel does for it goes on.
   */
  suspend(onOverrun: OnOverrun = () => {}, onHeld?: OnHeld): boolean | Promise<boolean> {
    if (this.#isSuspended && this.#isStopSent) return this.#waitUntilStopped(onOverrun)
    this.#isSuspended = true
    this.overrunMs = 0
    if (process.platform !== 'linux') {
      this.#sendStop()
      return false
    }
    return this.#tree() ? this.#suspendNow(onOverrun, onHeld) : this.#suspendOnceItRuns(onOverrun, onHeld)
  }

  async #suspendOnceItRuns(onOverrun: OnOverrun, onHeld?: OnHeld): Promise<boolean> {
    while (!this.#tree()) {
      if (this.#hasEnded() || !this.#isSuspended) return this.#isSuspended
      await this.#wait(RETRY_MS)
    }
    return this.#suspendNow(onOverrun, onHeld)
  }

  #suspendNow(onOverrun: OnOverrun, onHeld?: OnHeld): boolean | Promise<boolean> {
    this.#suspendedAt = this.#clock.now()
    if (this.#comesToRest()) {
      this.#promptStops++
      this.#setTimer()
      return true
    }
    this.#sendStop()
    if (onHeld && this.#promptStops >= PROMPT_STOPS) {
      const seen = this.#lookAfterStop()
      if (seen === 'stopped') return true
      if (seen === 'held') {
        this.#onHeldOverrun = onOverrun
        this.#held = deferred()
        onHeld(this.#held.promise)
        this.#setTimer()
        return true
      }
    }
    // Let the caller run while the signal is delivered.
    return Promise.resolve().then(() => this.#waitUntilStopped(onOverrun))
  }

  /** `feed` writes the buffered input: after the last check that it rested, before SIGCONT. */
  resume(feed: () => void): void {
    if (this.#isSuspended && !this.#isStopSent && this.#sole?.hasStirred()) this.#distrust()
    this.#settleHeld()
    feed()
    if (this.#isStopSent) this.#tree()?.signal('SIGCONT')
    this.#isSuspended = false
    this.#isStopSent = false
    this.#isAlone = false
    this.isCostOpen = false
    this.#turns++
  }

  [Symbol.dispose](): void {
    this.#cancelTimer()
    this.#held?.resolve(0)
    this.#held = undefined
    this.#sole?.[Symbol.dispose]()
    this.#sole = undefined
  }

  #comesToRest(): boolean {
    if (this.#misses > REST_MISSES || this.#hasEnded()) return false
    this.#sole ??= SoleThread.open(this.#tree()?.root ?? 0)
    if (!this.#sole) this.#distrust()
    while (this.#sole) {
      if (this.#sole.isAtRest() && !this.#hasRunMeanwhile(this.#sole)) {
        this.#misses = Math.max(0, this.#misses - 1)
        return (this.#isAlone = true)
      }
      if (this.#clock.now() > this.#suspendedAt + SETTLING_MS) break
    }
    this.#misses++
    return false
  }

  /** While this thread lost its core in the middle of a check, the bot may have run: its CPU time was read before that. */
  #hasRunMeanwhile(sole: SoleThread): boolean {
    return this.#clock.now() > this.#suspendedAt + UNCOUNTED_MS && sole.hasStirred()
  }

  /** A bot that runs on another core takes the signal within some microseconds: it is looked at again. */
  #lookAfterStop(): Look {
    let seen: Look = 'others'
    for (let looks = 0; looks < LOOKS; looks++) {
      seen = this.#sole?.look() ?? 'others'
      if (seen !== 'running') break
    }
    this.#isAlone = seen === 'stopped' || seen === 'held'
    if (seen === 'others') this.#promptStops = 0
    return seen
  }

  /** It ran when it should have stood still: from now on it is suspended by signals, and must be seen stopped. */
  #distrust(): void {
    this.#misses = Infinity
    this.#promptStops = -Infinity
  }

  /** One timer for all turns: most are far shorter, so it fires seldom and looks what there is to do. */
  #setTimer(): void {
    if (this.#isTimerSet) return
    this.#isTimerSet = true
    this.#cancelTimer = this.#clock.at(this.#suspendedAt + REST_MS, () => {
      this.#isTimerSet = false
      // If the stop cannot be checked, the bot is still at rest or held; the next turn checks again.
      this.#onTimer().catch(() => this.#settleHeld())
    })
  }

  async #onTimer(): Promise<void> {
    if (!this.#isSuspended || this.#hasEnded()) return
    if (this.#held) await this.#proveHeld(this.#held)
    else if (this.#isStopSent) return
    else if (this.#clock.now() < this.#suspendedAt + REST_MS) this.#setTimer()
    else await this.#stopAtRest()
  }

  /** Waits until a bot with SIGSTOP pending is seen stopped. */
  async #proveHeld(held: Deferred<number>): Promise<void> {
    while (this.#held === held && !this.#isStoppedNow()) {
      this.#onHeldOverrun(this.#sole?.ranForMs() ?? 0)
      await this.#wait(RETRY_MS)
    }
    if (this.#held === held) this.#settleHeld()
  }

  #settleHeld(): void {
    if (!this.#held) return
    const overrun = this.#hasEnded() ? 0 : (this.#sole?.ranForMs() ?? 0)
    const isSole = this.#hasEnded() || this.#sole?.isSole() === true
    if (overrun > UNCOUNTED_MS || !isSole) this.#distrust()
    this.#held.resolve(overrun > UNCOUNTED_MS ? overrun : 0)
    this.#held = undefined
  }

  async #stopAtRest(): Promise<void> {
    const before = this.#tree()?.spentMs() ?? 0
    if (this.#sole?.hasStirred()) this.#distrust()
    this.isCostOpen = true
    this.#sendStop()
    const turn = this.#turns
    const isStopped = await this.#waitUntilStopped(() => {}, 0)
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
  async #waitUntilStopped(onOverrun: OnOverrun, quickMs = QUICK_MS): Promise<boolean> {
    const began = this.#clock.now()
    for (let passed = 0; passed < quickMs; passed = this.#clock.now() - began) {
      if (this.#hasEnded() || this.#tree()?.isStopped()) {
        this.#promptStops++
        return true
      }
      // On a busy core the bot reaches its stop only while this thread sleeps.
      if (passed > SPIN_MS) sleepSync(NAP_MS)
    }
    const before = this.#tree()?.spentMs() ?? 0
    const measure = (): void => {
      this.overrunMs = Math.max(this.overrunMs, (this.#tree()?.spentMs() ?? before) - before)
    }
    while (this.#isSuspended && !this.#isStoppedNow()) {
      measure()
      onOverrun(this.overrunMs)
      await this.#wait(RETRY_MS)
    }
    if (this.#isSuspended) measure()
    this.#promptStops = this.overrunMs > UNCOUNTED_MS ? -Infinity : this.#promptStops + 1
    return this.#isSuspended
  }

  /** Sends the signal once more: without the filter of the sandbox, a program can have the kernel continue it. */
  #isStoppedNow(): boolean {
    if (this.#hasEnded() || this.#tree()?.isStopped()) return true
    this.#sendStop()
    sleepSync(NAP_MS)
    return this.#tree()?.isStopped() === true
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.at(this.#clock.now() + ms, resolve))
  }
}
