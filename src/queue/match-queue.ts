import { randomBytes } from 'node:crypto'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { deferred, type Deferred } from '../base/deferred.ts'
import { must, ok, type Result } from '../base/result.ts'
import type { Match, MatchEvent } from '../match/match.ts'
import { whyVoid } from '../match/why-void.ts'
import { pause, realClock, within } from '../runner/clock.ts'
import { checkRedis, connectRedis, redisOptions } from './connect-redis.ts'
import { beginAttempt, followAttempt, type FollowedAttempt } from './followed-attempt.ts'
import { specOfOrder, type MatchJob, type MatchOrder } from './match-order.ts'
import type { PackedProgram } from './pack-program.ts'
import {
  asideKey,
  describeDifference,
  filesKey,
  isSameRules,
  PREFIX,
  queueName,
  rulesVersion,
  runKey,
  streamKey,
  workerKey,
  WORKERS_KEY,
  type RulesVersion,
} from './queue-names.ts'
import type { RedisAddress } from './redis-address.ts'
import { readCard, type WorkerCard } from './worker-card.ts'
import { readMessage, type MatchAccount, type SentMessage } from './worker-message.ts'

export interface QueueOptions {
  readonly address: RedisAddress
  /** The release of gamegrid: part of the version of the rules. */
  readonly release: string
  /** The programs of the run; workers fetch their files. */
  readonly programs?: readonly PackedProgram[]
  /** Gets a sentence that an organiser should read. */
  say?(line: string): void
  /** Called when the number of places has changed. */
  onPlaces?(): void
  /** Called for each event of each attempt, once it was simulated here. An attempt may still be lost. */
  onEvent?(told: ToldEvent): void
}

export interface ToldEvent {
  readonly job: MatchJob
  /** The name on the card of the worker. */
  readonly worker: string
  readonly event: MatchEvent
  readonly match: Match
}

/** The matches of one run, handed to workers and checked when they come back. The queue holds no truth: the run does. */
export interface MatchQueue extends AsyncDisposable {
  /**
   * Orders a match, and orders it again as often as an attempt is lost. A fault of a worker, of Redis or of the network is
   * never a result.
   */
  play(order: MatchOrder, signal: AbortSignal): Promise<OrderEnd>
  /** How many matches the workers play at once now. */
  places(): number
}

export type OrderEnd =
  | {
      readonly kind: 'played'
      /** As it was simulated here. */
      readonly match: Match
      readonly events: readonly MatchEvent[]
      readonly account: MatchAccount
    }
  /** The hosts of the match failed, as a host here may fail. */
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'aborted' }

type AttemptEnd =
  | OrderEnd
  /** `isSuspect`: the match itself may have ended its worker. */
  | { readonly kind: 'lost'; readonly why: string; readonly isSuspect?: true }

/** After so many workers that went away while they played it, a match is given up. */
const MOST_SUSPECT = 20

/** A lost attempt is ordered again after this, and later each time: a worker that is set aside may still take it. */
const AGAIN_MS = 50
const LONGEST_AGAIN_MS = 1000

/** A worker that fails so many matches in a row is set aside. */
const MOST_FAILURES = 3

/** How often the run compares what it waits for with what Redis has. */
const LOOK_MS = 500
/** A run that is silent for so long is over for workers. */
const RUN_MS = 30_000
const FILES_MS = 3_600_000
const CLOSE_MS = 3000

export async function openMatchQueue(options: QueueOptions): Promise<Result<MatchQueue>> {
  const checked = await checkRedis(options.address)
  if (!checked.ok) return checked
  const queue = new OpenQueue(options)
  await queue.begin()
  return ok(queue)
}

interface OpenAttempt {
  readonly job: MatchJob
  readonly ended: Deferred<AttemptEnd>
  readonly events: MatchEvent[]
  followed: FollowedAttempt
  /** The worker that plays it, once it has begun. */
  worker?: string
  /** Redis has confirmed the job. */
  isAdded: boolean
}

class OpenQueue implements MatchQueue {
  readonly #options: QueueOptions
  readonly #rules: RulesVersion
  readonly #run = randomBytes(6).toString('hex')
  readonly #queue: Queue
  readonly #redis: Redis
  /** Waits for messages: a blocking read needs a connection of its own. */
  readonly #reader: Redis
  readonly #open = new Map<string, OpenAttempt>()
  /** Attempts that were accepted, with their workers: such a worker has nothing more to say. */
  readonly #accepted = new Map<string, string>()
  readonly #attempts = new Map<string, number>()
  readonly #aside = new Map<string, string>()
  readonly #names = new Map<string, string>()
  /** By the key of a match: the workers that failed to play it. */
  readonly #failedBy = new Map<string, Set<string>>()
  /** By worker: how many matches in a row it failed to play. */
  readonly #failures = new Map<string, number>()
  #workers = 0
  #epoch = 0
  #lastId = '0'
  #places = 0
  #told = ''
  #began = 0
  #isClosed = false
  #listening: Promise<void> = Promise.resolve()

  constructor(options: QueueOptions) {
    this.#options = options
    this.#rules = rulesVersion(options.release)
    this.#redis = connectRedis(options.address)
    this.#reader = connectRedis(options.address)
    this.#queue = new Queue(queueName(this.#rules), {
      connection: redisOptions(options.address),
      prefix: PREFIX,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
    })
    this.#queue.on('error', () => {})
  }

  async begin(): Promise<void> {
    this.#began = realClock.now()
    await this.#openEpoch()
    await this.#meetWorkers()
    this.#listening = this.#listen()
  }

  places(): number {
    return this.#places
  }

  async play(order: MatchOrder, signal: AbortSignal): Promise<OrderEnd> {
    for (let lost = 1, suspect = 0; ; lost++) {
      const end = await this.#attempt(order, signal)
      if (end.kind !== 'lost') return end
      if (end.isSuspect && ++suspect >= MOST_SUSPECT)
        return { kind: 'failed', why: `${suspect} workers went away while they played it` }
      await pause(realClock, Math.min(lost * AGAIN_MS, LONGEST_AGAIN_MS), signal)
    }
  }

  async #attempt(order: MatchOrder, signal: AbortSignal): Promise<AttemptEnd> {
    if (signal.aborted) return { kind: 'aborted' }
    const number = (this.#attempts.get(order.key) ?? 0) + 1
    this.#attempts.set(order.key, number)
    const id = `${this.#run}-${order.key}-${number}`
    const job: MatchJob = { ...order, run: this.#run, epoch: this.#epoch, attempt: number, id }
    const { spec } = must(specOfOrder(order))
    const attempt: OpenAttempt = {
      job,
      ended: deferred<AttemptEnd>(),
      events: [],
      followed: beginAttempt(job, spec),
      isAdded: false,
    }
    this.#open.set(id, attempt)
    const abort = (): void => attempt.ended.resolve({ kind: 'aborted' })
    signal.addEventListener('abort', abort, { once: true })
    this.#queue.add(order.key, job, { jobId: id }).then(
      () => (attempt.isAdded = true),
      (error: unknown) => attempt.ended.resolve({ kind: 'lost', why: String(error) }),
    )
    try {
      const end = await attempt.ended.promise
      // A job that waits is taken back. One that a worker holds ends with its lock.
      if (end.kind !== 'played') void this.#queue.remove(id).catch(() => {})
      return end
    } finally {
      signal.removeEventListener('abort', abort)
      this.#open.delete(id)
    }
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

  /** Handles the next messages; false if there were none. `blockMs` 0 does not wait. */
  async #read(blockMs: number): Promise<boolean> {
    const stream = streamKey(this.#run, this.#epoch)
    const found =
      blockMs > 0
        ? await this.#reader.xread('COUNT', 500, 'BLOCK', blockMs, 'STREAMS', stream, this.#lastId)
        : await this.#reader.xread('COUNT', 500, 'STREAMS', stream, this.#lastId)
    const entries = found?.[0]?.[1] ?? []
    for (const [id, [, text = '']] of entries) {
      this.#lastId = id
      const sent = readMessage(text)
      if (sent !== undefined) this.#hear(sent)
    }
    return entries.length > 0
  }

  #hear({ job: id, worker, message }: SentMessage): void {
    const attempt = this.#open.get(id)
    if (attempt === undefined) {
      if (this.#accepted.get(id) === worker && message.kind === 'event')
        this.#setAside(worker, 'it sent an event after the end of the match')
      return
    }
    if (this.#aside.has(worker)) {
      if (attempt.worker === undefined || attempt.worker === worker) lose(attempt, 'its worker is set aside')
      return
    }
    if (attempt.worker !== undefined && attempt.worker !== worker)
      return this.#setAside(worker, 'it sent messages about the match of another worker')
    attempt.worker = worker
    const next = followAttempt(attempt.followed, message)
    switch (next.kind) {
      case 'goes-on':
        attempt.followed = next.attempt
        if (next.event) this.#tell(attempt, worker, next.event)
        break
      case 'over':
        this.#accepted.set(id, worker)
        this.#accept(attempt, worker, next.account)
        break
      case 'lost':
        if (message.kind === 'unable') this.#setAside(worker, next.why)
        if (message.kind === 'failed') this.#fail(attempt, worker, next.why)
        else lose(attempt, next.why)
        break
      case 'refused':
        this.#setAside(worker, `it ${next.why}`)
        lose(attempt, `its worker ${next.why}`)
        break
    }
  }

  #tell(attempt: OpenAttempt, worker: string, event: MatchEvent): void {
    attempt.events.push(event)
    const { job, followed } = attempt
    this.#options.onEvent?.({ job, worker: this.#nameOf(worker), event, match: followed.match })
  }

  #nameOf(worker: string): string {
    return this.#names.get(worker) ?? worker
  }

  #accept(attempt: OpenAttempt, worker: string, account: MatchAccount): void {
    const { match } = attempt.followed
    if (match.result?.void) return this.#fail(attempt, worker, whyVoid(match))
    this.#failures.delete(worker)
    attempt.ended.resolve({ kind: 'played', match, events: attempt.events, account })
  }

  /** A match that one worker fails to play is tried on another one before it counts as failed again. */
  #fail(attempt: OpenAttempt, worker: string, why: string): void {
    const { key } = attempt.job
    const failedBy = this.#failedBy.get(key) ?? new Set()
    this.#failedBy.set(key, failedBy)
    const failures = (this.#failures.get(worker) ?? 0) + 1
    this.#failures.set(worker, failures)
    attempt.ended.resolve({ kind: failedBy.has(worker) && this.#workers > 1 ? 'lost' : 'failed', why })
    failedBy.add(worker)
    if (failures >= MOST_FAILURES)
      this.#setAside(worker, `it failed to play ${failures} matches in a row: ${why}`)
  }

  /** Compares what this run waits for with what Redis has, and orders again what is missing. */
  async #look(): Promise<void> {
    const isKnown = await this.#redis.set(runKey(this.#run), this.#epoch, 'PX', RUN_MS, 'XX')
    if (isKnown === null) {
      const lost = [...this.#open.values()]
      await this.#openEpoch()
      for (const attempt of lost) lose(attempt, 'Redis lost its data')
      return
    }
    const gone = await this.#findGone()
    if (gone.length > 0) {
      // A worker sends its account before its job ends. So an account that exists can be read now.
      while (await this.#read(0));
      for (const { ended } of gone)
        ended.resolve({ kind: 'lost', why: 'its worker is gone', isSuspect: true })
    }
    await this.#redis.xtrim(streamKey(this.#run, this.#epoch), 'MINID', this.#lastId)
    for (const { sha } of this.#options.programs ?? []) await this.#redis.pexpire(filesKey(sha), FILES_MS)
    await this.#meetWorkers()
  }

  /** Attempts whose job is neither waiting nor locked by a worker. */
  async #findGone(): Promise<readonly OpenAttempt[]> {
    const added = [...this.#open.values()].filter(({ isAdded }) => isAdded)
    const states = await Promise.all(
      added.map(async ({ job }) => {
        const key = this.#queue.toKey(job.id)
        const read = await this.#redis
          .multi()
          .exists(key)
          .hexists(key, 'processedOn')
          .exists(`${key}:lock`)
          .exec()
        const [isThere, isTaken, isLocked] = (read ?? []).map(([, value]) => value === 1)
        return isThere === undefined || (isThere && (!isTaken || isLocked === true))
      }),
    )
    return added.filter((_, at) => states[at] === false)
  }

  /** Begins with an empty stream, at the start and after Redis has lost its data. */
  async #openEpoch(): Promise<void> {
    this.#epoch++
    this.#lastId = '0'
    for (const { sha, archive } of this.#options.programs ?? [])
      if (sha !== '') await this.#redis.set(filesKey(sha), archive, 'PX', FILES_MS)
    await this.#redis.set(runKey(this.#run), this.#epoch, 'PX', RUN_MS)
  }

  async #meetWorkers(): Promise<void> {
    const ids = await this.#redis.smembers(WORKERS_KEY)
    const cards = ids.length === 0 ? [] : await this.#redis.mget(ids.map(workerKey))
    const workers = new Map<string, WorkerCard>()
    for (const [at, text] of cards.entries()) {
      const card = text === null ? undefined : readCard(text)
      if (card !== undefined) workers.set(card.id, card)
      else await this.#redis.srem(WORKERS_KEY, ids[at] ?? '')
    }
    for (const { id, name, rules } of workers.values()) {
      this.#names.set(id, name)
      if (!isSameRules(rules, this.#rules))
        this.#setAside(id, `it has ${describeDifference(rules, this.#rules)}`)
    }
    const usable = [...workers.values()].filter(({ id }) => !this.#aside.has(id))
    const places = usable.reduce((sum, { matchesAtOnce }) => sum + matchesAtOnce, 0)
    this.#workers = usable.length
    if (places === 0) this.#tellWaiting()
    else this.#told = ''
    if (places === this.#places) return
    this.#places = places
    this.#options.onPlaces?.()
  }

  #tellWaiting(): void {
    const { shown } = this.#options.address
    // A worker that starts together with the run needs a moment.
    if (this.#told !== '' || realClock.now() - this.#began < 4 * LOOK_MS) return
    this.#told = `Waiting for workers: none is at ${shown} that can play (gamegrid worker --queue ${shown} starts one)`
    this.#options.say?.(this.#told)
  }

  #setAside(worker: string, why: string): void {
    if (this.#aside.has(worker)) return
    this.#aside.set(worker, why)
    this.#options.say?.(`Worker ${this.#nameOf(worker)} is set aside: ${why}`)
    void this.#redis.set(asideKey(worker), why, 'PX', FILES_MS).catch(() => {})
    for (const attempt of this.#open.values())
      if (attempt.worker === worker) lose(attempt, 'its worker is set aside')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const tidied = Promise.all([
      this.#redis.del(runKey(this.#run), streamKey(this.#run, this.#epoch)),
      ...[...this.#open.keys()].map((id) => this.#queue.remove(id).catch(() => 0)),
    ])
    await within(
      realClock,
      CLOSE_MS,
      tidied.catch(() => {}),
    )
    this.#reader.disconnect()
    await within(realClock, CLOSE_MS, this.#listening)
    this.#redis.disconnect()
    await within(
      realClock,
      CLOSE_MS,
      this.#queue.close().catch(() => {}),
    )
  }
}

const lose = ({ ended }: OpenAttempt, why: string): void => ended.resolve({ kind: 'lost', why })
