import { LRUCache } from 'lru-cache'
import { ok, type Result } from '../base/result.ts'
import { pause, realClock, within } from '../runner/clock.ts'
import { checkRedis } from './connect-redis.ts'
import { DEFAULT_LEAST_SPEED, fastest, speedNeeded, type LeastSpeed } from './least-speed.ts'
import type { BuildOrder } from './build-order.ts'
import { isTimed, type MatchOrder } from './match-order.ts'
import { isBuild, type JobTerms, type QueueOrder } from './queue-job.ts'
import { mayPlay } from './may-play.ts'
import {
  lose,
  OpenAttempts,
  type AttemptEnd,
  type AttemptListeners,
  type BuildEnd,
  type BuildListeners,
  type OpenAttempt,
  type PlayedOrder,
  type OrderEnd,
  type ToldEvent,
} from './open-attempts.ts'
import type { PackedProgram } from './pack-program.ts'
import { lookIfChosen, playOrder, type OrderHost } from './play-order.ts'
import { rulesVersion } from './queue-names.ts'
import type { RedisAddress } from './redis-address.ts'
import { RunInRedis } from './run-in-redis.ts'
import { whyNoneCanPlay } from './why-none-can-play.ts'
import { WorkerRoster, type KnownWorker } from './worker-roster.ts'

export type { AttemptEnd, BuildEnd, BuildListeners, OrderEnd, ToldEvent } from './open-attempts.ts'
export type { KnownWorker } from './worker-roster.ts'

export interface QueueOptions {
  readonly address: RedisAddress
  /** The release of gamegrid: part of the version of the rules. */
  readonly release: string
  /** The programs of the run; workers fetch their files. */
  readonly programs?: readonly PackedProgram[]
  /** Names what orders. When it begins again, workers drop what it ordered before. */
  readonly owner?: string
  /** Which workers may play timed matches; without it `DEFAULT_LEAST_SPEED`. */
  readonly leastSpeed?: LeastSpeed
  /** The share of matches of deterministic players that a second worker plays again; without it `DEFAULT_SECOND_LOOK`. */
  readonly secondLook?: number
  /** Gets a sentence that an organiser should read. */
  say?(line: string): void
  /** Called when the number of places has changed. */
  onPlaces?(): void
  /** Called for each event of each attempt, once it was simulated here. An attempt may still be lost. */
  onEvent?(told: ToldEvent): void
}

/**
 * The matches of one run, handed to workers and checked when they come back. The queue holds no truth: the run does. A fault of a
 * worker, of Redis or of the network is never a result.
 *
 * A tournament calls `play` and gets a result. An arena shows the match live, so it calls `attempt`: it gets each event as it
 * happens, already simulated again. If the attempt ends as `lost`, the arena voids the round and calls `attempt` with the same
 * order again. The signal cancels both: a job that waits is taken back, and a worker that plays it is told to stop.
 */
export interface MatchQueue extends AsyncDisposable {
  /**
   * Orders a match, and orders it again as often as an attempt is lost. If its players are deterministic, a second worker may
   * play it again before it counts; in a final it always does.
   */
  play(order: MatchOrder, signal: AbortSignal, terms?: { readonly isFinal?: boolean }): Promise<OrderEnd>
  /**
   * Lets a second worker play a match again that `attempt` gave, under the terms of `play`. Gives the match that counts: another one
   * than `first` if the worker of the first is set aside for it.
   */
  look(order: MatchOrder, first: PlayedOrder, terms: LookTerms): Promise<OrderEnd>
  /** Orders a match once. */
  attempt(order: MatchOrder, watch: AttemptWatch): Promise<AttemptEnd>
  /** Orders a build with its trial once. */
  build(order: BuildOrder, watch: BuildWatch): Promise<BuildEnd>
  /** How many matches the workers play at once now. */
  places(): number
  /** The workers that are there now, and those that were set aside lately. */
  workers(): readonly KnownWorker[]
  /** What is missing if no worker can play or build this order. */
  whyNone(order: QueueOrder): string | undefined
}

export interface LookTerms {
  readonly isFinal: boolean
  readonly signal: AbortSignal
}

export interface AttemptWatch extends AttemptListeners {
  readonly signal: AbortSignal
  /** The ids of workers that may not play it: for a second look. */
  readonly notBy?: readonly string[]
}

export interface BuildWatch extends BuildListeners {
  readonly signal: AbortSignal
}

const DEFAULT_SECOND_LOOK = 0.02

/** Matches whose attempts are counted: an arena runs for months. */
const MOST_KEYS = 100_000

/** How often the run compares what it waits for with what Redis has. */
const LOOK_MS = 500
const CLOSE_MS = 3000

export async function openMatchQueue(options: QueueOptions): Promise<Result<MatchQueue>> {
  const checked = await checkRedis(options.address)
  if (!checked.ok) return checked
  const queue = new OpenQueue(options)
  await queue.begin()
  return ok(queue)
}

class OpenQueue implements MatchQueue {
  readonly #options: QueueOptions
  readonly #leastSpeed: LeastSpeed
  readonly #far: RunInRedis
  readonly #roster: WorkerRoster
  readonly #attempts = new OpenAttempts()
  /** By the key of a match. */
  readonly #numbers = new LRUCache<string, number>({ max: MOST_KEYS })
  #isClosed = false
  #listening: Promise<void> = Promise.resolve()

  constructor(options: QueueOptions) {
    const { address, release, programs = [] } = options
    const rules = rulesVersion(release)
    this.#options = options
    this.#leastSpeed = options.leastSpeed ?? DEFAULT_LEAST_SPEED
    this.#far = new RunInRedis(address, rules, programs, options.owner)
    this.#roster = new WorkerRoster({
      redis: this.#far.redis,
      rules,
      shown: address.shown,
      say: (line) => options.say?.(line),
      onPlaces: () => options.onPlaces?.(),
      onAside: (worker) => {
        for (const attempt of this.#attempts.all())
          if (attempt.worker === worker) lose(attempt, 'its worker is set aside')
      },
    })
  }

  async begin(): Promise<void> {
    await this.#far.openEpoch()
    await this.#roster.meet()
    this.#listening = this.#listen()
  }

  places(): number {
    return this.#roster.places
  }

  workers(): readonly KnownWorker[] {
    return this.#roster.known()
  }

  whyNone(order: QueueOrder): string | undefined {
    return whyNoneCanPlay(order, this.#roster.usable)
  }

  play(order: MatchOrder, signal: AbortSignal, { isFinal = false } = {}): Promise<OrderEnd> {
    return playOrder(this.#orderHost(), order, isFinal, signal)
  }

  look(order: MatchOrder, first: PlayedOrder, { isFinal, signal }: LookTerms): Promise<OrderEnd> {
    return lookIfChosen(this.#orderHost(), order, first, isFinal, signal)
  }

  #orderHost(): OrderHost {
    const options = this.#options
    const { secondLook = DEFAULT_SECOND_LOOK } = options
    return {
      secondLook,
      roster: this.#roster,
      attempt: (one, notBy, until) => this.attempt(one, { signal: until, notBy }),
      say: (line) => options.say?.(line),
    }
  }

  async attempt(order: MatchOrder, { signal, notBy = [], ...listeners }: AttemptWatch): Promise<AttemptEnd> {
    if (signal.aborted) return { kind: 'aborted' }
    const leastSpeed = isTimed(order) ? speedNeeded(this.#leastSpeed, this.#roster.usable) : 0
    const job = {
      ...order,
      ...this.#nextTerms(order.key),
      ...(leastSpeed > 0 && { leastSpeed }),
      ...(notBy.length > 0 && { notBy }),
    }
    const attempt = this.#attempts.open(job, {
      ...listeners,
      onEvent: (told) => {
        this.#options.onEvent?.(told)
        listeners.onEvent?.(told)
      },
    })
    this.#add(attempt, signal)
    return this.#untilEnded(attempt, attempt.ended.promise)
  }

  async build(order: BuildOrder, { signal, ...listeners }: BuildWatch): Promise<BuildEnd> {
    if (signal.aborted) return { kind: 'aborted' }
    const attempt = this.#attempts.openBuild({ ...order, ...this.#nextTerms(order.key) }, listeners)
    this.#add(attempt, signal)
    return this.#untilEnded(attempt, attempt.ended.promise)
  }

  /** Hands the job of an attempt to Redis. The signal ends the attempt. */
  #add(attempt: OpenAttempt, signal: AbortSignal): void {
    const { job, ended } = attempt
    const abort = (): void => ended.resolve({ kind: 'aborted' })
    signal.addEventListener('abort', abort, { once: true })
    void ended.promise.then(() => signal.removeEventListener('abort', abort))
    this.#far.add(job).then(
      () => (attempt.isAdded = true),
      (error: unknown) => lose(attempt, String(error)),
    )
  }

  async #untilEnded<End extends { readonly kind: string }>(
    attempt: OpenAttempt,
    ended: Promise<End>,
  ): Promise<End> {
    try {
      const end = await ended
      if (end.kind !== 'played' && end.kind !== 'judged') void this.#far.stop(attempt.job.id)
      return end
    } finally {
      this.#attempts.close(attempt)
    }
  }

  #nextTerms(key: string): JobTerms {
    const { run, epoch } = this.#far
    const attempt = (this.#numbers.get(key) ?? 0) + 1
    this.#numbers.set(key, attempt)
    return { run, epoch, attempt, id: `${run}-${key}-${attempt}` }
  }

  /** The one loop that reads messages and compares with Redis, so an attempt is given up only after all its messages are read. */
  async #listen(): Promise<void> {
    let looked = 0
    while (!this.#isClosed)
      try {
        await this.#read(LOOK_MS)
        if (realClock.now() - looked < LOOK_MS) continue
        looked = realClock.now()
        await this.#look()
      } catch {
        // Redis is away, or restarts: the connection comes back by itself.
        if (!this.#isClosed) await pause(realClock, LOOK_MS, new AbortController().signal)
      }
  }

  /** Handles the next messages; false if there were none. */
  async #read(blockMs: number): Promise<boolean> {
    const messages = await this.#far.read(blockMs)
    for (const message of messages) this.#attempts.hear(this.#roster, message)
    return messages.length > 0
  }

  /** Compares what this run waits for with what Redis has, and ends the attempts that are missing there. */
  async #look(): Promise<void> {
    if (!(await this.#far.renew())) {
      const lost = this.#attempts.all()
      await this.#far.openEpoch()
      for (const attempt of lost) lose(attempt, 'Redis lost its data')
      return
    }
    const added = this.#attempts.all().filter(({ isAdded }) => isAdded)
    const gone = await this.#far.findGone(added.map(({ job }) => job.id))
    if (gone.size > 0) {
      // A worker sends its account before its job ends. So an account that exists can be read now.
      while (await this.#read(0));
      for (const { job, worker } of added)
        if (worker !== undefined && gone.has(job.id)) this.#roster.count(worker)
      for (const { job, ended } of added)
        if (gone.has(job.id)) ended.resolve({ kind: 'lost', why: 'its worker is gone', isSuspect: true })
    }
    await this.#roster.meet()
    this.#lookForSpeed()
    this.#lookForOthers()
  }

  /** A match that must not be played by some workers, or that needs a runtime, waits for ever if there are no others. */
  #lookForOthers(): void {
    for (const { job, worker, ended } of this.#attempts.all()) {
      const isForArena = isBuild(job) || job.arena !== undefined
      const missing = isForArena && worker === undefined ? this.whyNone(job) : undefined
      if (missing !== undefined) ended.resolve({ kind: 'lost', why: missing })
    }
    for (const { job, worker, ended } of this.#attempts.all())
      if (
        job.notBy !== undefined &&
        worker === undefined &&
        !this.#roster.usable.some((card) => mayPlay(job, card))
      )
        ended.resolve({ kind: 'lost', why: 'there is no other worker', isNowhere: true })
  }

  /** The fastest worker may have left. Then a share of the speed is less now, and a fixed speed has to wait. */
  #lookForSpeed(): void {
    const speed = fastest(this.#roster.usable)
    const tooFast = this.#attempts
      .all()
      .filter(({ job, worker }) => worker === undefined && (job.leastSpeed ?? 0) > speed)
    if ('speed' in this.#leastSpeed) this.#roster.tellTooSlow(tooFast[0]?.job.leastSpeed)
    else if (speed > 0) for (const attempt of tooFast) lose(attempt, 'no worker is fast enough for it')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#far.close(this.#attempts.all().map(({ job }) => job.id))
    await within(realClock, CLOSE_MS, this.#listening)
    await this.#far[Symbol.asyncDispose]()
  }
}
