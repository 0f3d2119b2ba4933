import { recentlyUsed } from '../base/recently-used.ts'
import { ok, type Result } from '../base/result.ts'
import { checkRedis, watchConnection, type ConnectionWatch } from './connect-redis.ts'
import { DEFAULT_LEAST_SPEED, speedNeeded, type LeastSpeed } from './least-speed.ts'
import type { BuildOrder } from './build-order.ts'
import { isTimed, type MatchOrder } from './match-order.ts'
import type { JobTerms, QueueOrder } from './queue-job.ts'
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
import { askIfUncertain, lookIfChosen, playOrder, type OrderHost } from './play-order.ts'
import { rulesVersion } from './queue-names.ts'
import type { RedisAddress } from './redis-address.ts'
import { RunInRedis } from './run-in-redis.ts'
import type { SecondOpinion } from './second-opinion.ts'
import { watchRun } from './watch-run.ts'
import { whyNoneCanPlay } from './why-none-can-play.ts'
import { WorkerRoster, type KnownWorker } from './worker-roster.ts'

export type { AttemptEnd, BuildEnd, BuildListeners, OrderEnd, ToldEvent } from './open-attempts.ts'
export type { SecondOpinion } from './second-opinion.ts'
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
  /**
   * Lets another worker play a match again that counts already, and compares the moves: advice for the organiser, for players that
   * may depend on time or chance. Undefined for a match that `look` can look at.
   */
  compare(order: MatchOrder, first: PlayedOrder): Promise<SecondOpinion | undefined>
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
  readonly #connection: ConnectionWatch
  readonly #roster: WorkerRoster
  readonly #attempts = new OpenAttempts()
  /** By the key of a match. */
  readonly #numbers = recentlyUsed<string, number>(MOST_KEYS)
  readonly #closing = new AbortController()
  #watch: ReturnType<typeof watchRun> | undefined

  constructor(options: QueueOptions) {
    const { address, release, programs = [] } = options
    const rules = rulesVersion(release)
    this.#options = options
    this.#leastSpeed = options.leastSpeed ?? DEFAULT_LEAST_SPEED
    this.#far = new RunInRedis(address, rules, programs, options.owner)
    this.#connection = watchConnection(this.#far.redis, address, (line) => options.say?.(line))
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
    this.#watch = watchRun(
      {
        far: this.#far,
        connection: this.#connection,
        roster: this.#roster,
        attempts: this.#attempts,
        leastSpeed: this.#leastSpeed,
      },
      this.#closing.signal,
    )
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

  compare(order: MatchOrder, first: PlayedOrder): Promise<SecondOpinion | undefined> {
    return askIfUncertain(this.#orderHost(), order, first, this.#closing.signal)
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

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#closing.abort()
    this.#connection.end()
    await this.#far.close(this.#attempts.all().map(({ job }) => job.id))
    await this.#watch?.ended()
    await this.#far[Symbol.asyncDispose]()
  }
}
