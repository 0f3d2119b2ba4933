import { randomUUID } from 'node:crypto'
import { availableParallelism, hostname, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { DelayedError, Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { deferred } from '../base/deferred.ts'
import { fail, ok, type Problem, type Result } from '../base/result.ts'
import { pause, realClock, within } from '../runner/clock.ts'
import { examineSandbox } from '../runner/sandbox/examine-sandbox.ts'
import { openBrainPool } from '../runner/brain-pool.ts'
import { stageFolder } from '../runner/sandbox/stage.ts'
import { LANGUAGES, offeredRuntimes, TOOLS } from '../runner/sandbox/runtimes.ts'
import { whyNoRoom } from '../workshop/why-no-room.ts'
import { batch } from './batch.ts'
import { buildJob } from './build-job.ts'
import { fetchFromRedis, openBotFolderCache } from './bot-folder-cache.ts'
import {
  checkRedis,
  connectForJobs,
  connectRedis,
  watchConnection,
  type ConnectionWatch,
} from './connect-redis.ts'
import type { JobHost } from './job-host.ts'
import { isBuild, readJob, type QueueJob } from './queue-job.ts'
import { mayPlay } from './may-play.ts'
import { measureSpeed } from './measure-speed.ts'
import { playJob } from './play-job.ts'
import {
  asideKey,
  PREFIX,
  queueName,
  rulesVersion,
  runKey,
  stopKey,
  streamKey,
  workerKey,
  WORKERS_KEY,
} from './queue-names.ts'
import type { RedisAddress } from './redis-address.ts'
import { formatCard, type WorkerCard } from './worker-card.ts'
import { checkArena, type WorkersArena } from './version-archives.ts'
import { openVersionFolders } from './version-folders.ts'
import { formatMessages, type WorkerMessage } from './worker-message.ts'

export interface WorkerOptions {
  readonly address: RedisAddress
  /** The release of gamegrid: part of the version of the rules. */
  readonly release: string
  readonly matchesAtOnce: number
  /** A worker that is silent for so long loses its matches to others. */
  readonly lostAfterMs: number
  /** Whose versions of bots it can play, too. */
  readonly arena?: WorkersArena
  /** Its speed, instead of measuring it. */
  readonly speed?: number
  say?(line: string): void
  /** Replaces what plays a match; for tests of workers that lie. */
  readonly play?: typeof playJob
}

/** A process that plays matches of the queue, and builds versions. */
export interface QueueWorker {
  readonly card: WorkerCard
  /** Resolves if a run has set the worker aside, or the arena refuses its key, with the reason. */
  readonly setAside: Promise<Problem>
  /** Takes no more matches, and waits for those that it plays; after `graceMs` it gives them back. */
  leave(graceMs: number): Promise<void>
}

const HEARTBEAT_MS = 1000
/** How long the card of a silent worker is shown. */
const CARD_MS = 15_000
/** A stream that nothing reads is forgotten after this. */
const STREAM_MS = 3_600_000
/** `close()` of BullMQ may wait for ever. */
const CLOSE_MS = 5000
/** Under load, messages to Redis share a round trip. Spectators do not see a millisecond. */
const SEND_PACE_MS = 1
/** A job that this worker may not play is offered again after this, and the worker takes no other job for a moment. */
const OFFER_AGAIN_MS = 250
const AFTER_OFFER_MS = 50

export async function openQueueWorker(options: WorkerOptions): Promise<Result<QueueWorker>> {
  const checked = await checkRedis(options.address)
  if (!checked.ok) return checked
  const known = options.arena ? await checkArena(options.arena) : ok(undefined)
  if (!known.ok) return known
  const redis = connectRedis(options.address)
  const host = await jobHost(redis, options)
  const worker = new RunningWorker(options, redis, host, await whatItHas(options, host))
  await worker.beat()
  return ok(worker)
}

/** What the card of a worker says about versions of bots. */
async function whatItHas({ arena }: WorkerOptions, host: JobHost): Promise<Pick<WorkerCard, 'versions'>> {
  if (arena === undefined) return {}
  const { byName } = await offeredRuntimes()
  const sandboxProblem = await host.sandboxProblem()
  return {
    versions: {
      runtimes: LANGUAGES.filter((name) => byName.has(name)),
      tools: TOOLS.filter((name) => byName.has(name)),
      ...(sandboxProblem !== undefined && { sandboxProblem }),
    },
  }
}

async function jobHost(redis: Redis, { matchesAtOnce, arena }: WorkerOptions): Promise<JobHost> {
  let sandbox: Promise<string | undefined> | undefined
  return {
    folders: await openBotFolderCache(fetchFromRedis(redis)),
    versions: arena && (await openVersionFolders(arena)),
    arena,
    keyRefused: deferred<Problem>(),
    pool: openBrainPool(),
    matchesAtOnce,
    sandboxProblem: async () =>
      (await (sandbox ??= examineSandbox().then(({ problem }) => problem))) ??
      (await whyNoRoom(dirname(stageFolder()), tmpdir())),
  }
}

const nameOfRun = (run: string, epoch: number): string => `${run}:${epoch}`

interface StreamMessage {
  readonly job: QueueJob
  readonly message: WorkerMessage
}

interface Playing {
  readonly job: QueueJob
  readonly stop: AbortController
  /** When the lock on it was known to be held last. */
  heldAt: number
}

class RunningWorker implements QueueWorker {
  card: WorkerCard
  readonly #options: WorkerOptions
  readonly #redis: Redis
  readonly #host: JobHost
  readonly #jobs: Redis
  readonly #worker: Worker
  readonly #playing = new Map<string, Playing>()
  readonly #setAside = deferred<Problem>()
  /** Those that it wrote to since the last heartbeat. */
  readonly #streams = new Set<string>()
  /** When each run was seen to wait for its jobs, by its name and epoch. */
  readonly #seenRuns = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  readonly #connection: ConnectionWatch
  /** The speed that a contest needs, as said last. */
  #told = 0

  constructor(options: WorkerOptions, redis: Redis, host: JobHost, has: Pick<WorkerCard, 'versions'>) {
    const { address, release, matchesAtOnce, lostAfterMs } = options
    this.#options = options
    this.#redis = redis
    this.#host = host
    this.card = {
      id: randomUUID(),
      name: `${hostname()}:${process.pid}`,
      rules: rulesVersion(release),
      cores: availableParallelism(),
      speed: options.speed ?? measureSpeed(),
      matchesAtOnce,
      ...has,
    }
    this.#jobs = connectForJobs(address)
    this.#worker = new Worker(
      queueName(this.card.rules),
      (job: Job, token?: string) => this.#play(job, token),
      {
        connection: this.#jobs,
        prefix: PREFIX,
        name: this.card.name,
        concurrency: matchesAtOnce,
        lockDuration: lostAfterMs,
        stalledInterval: lostAfterMs,
        // The run counts attempts: an attempt that lost its lock is never given out again.
        maxStalledCount: 0,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
        runRetryDelay: HEARTBEAT_MS,
      },
    )
    this.#worker.on('lockRenewalFailed', (ids: readonly string[]) => {
      for (const id of ids) this.#playing.get(id)?.stop.abort()
    })
    this.#worker.on('locksRenewed', ({ jobIds }: { readonly jobIds: readonly string[] }) => {
      for (const id of jobIds) {
        const playing = this.#playing.get(id)
        if (playing) playing.heldAt = realClock.now()
      }
    })
    // BullMQ reports each lost lock and each broken connection here; the heartbeat tells the user what matters.
    this.#worker.on('error', () => {})
    void host.keyRefused.promise.then((problem) => this.#stopTaking(problem))
    this.#connection = watchConnection(redis, address, (line) => options.say?.(line))
    this.#timer = setInterval(
      () => void this.beat().catch((error: unknown) => this.#connection.note(error)),
      HEARTBEAT_MS,
    )
  }

  get setAside(): Promise<Problem> {
    return this.#setAside.promise
  }

  /** Shows that this worker is there, stops matches that have no use any more, and looks whether it is set aside. */
  async beat(): Promise<void> {
    const { id } = this.card
    const now = realClock.now()
    for (const [run, seen] of this.#seenRuns) if (now - seen > HEARTBEAT_MS) this.#seenRuns.delete(run)
    for (const { stop, heldAt } of this.#playing.values())
      if (now - heldAt > this.#options.lostAfterMs) stop.abort()
    if (this.#redis.status !== 'ready' && this.#connection.isAway) return
    if (this.#hearAside(await this.#redis.get(asideKey(id)))) return
    await this.#lookAtDisk()
    await this.#redis.set(workerKey(id), formatCard(this.card), 'PX', CARD_MS)
    await this.#redis.sadd(WORKERS_KEY, id)
    this.#connection.note()
    const streams = [...this.#streams]
    this.#streams.clear()
    for (const stream of streams) await this.#redis.pexpire(stream, STREAM_MS)
    await Promise.all(
      [...this.#playing.values()].map(async ({ job, stop }) => {
        if (!(await this.#isWanted(job))) stop.abort()
      }),
    )
  }

  /** Says on the card whether programs can run here: not while the disk is full. */
  async #lookAtDisk(): Promise<void> {
    const { versions } = this.card
    if (versions === undefined) return
    const { sandboxProblem: before, ...has } = versions
    const problem = await this.#host.sandboxProblem()
    if (problem === before) return
    this.card = {
      ...this.card,
      versions: { ...has, ...(problem !== undefined && { sandboxProblem: problem }) },
    }
    if (problem === undefined) this.#options.say?.('Takes uploaded bots again')
    else if (before === undefined) this.#options.say?.(`Takes no uploaded bots now: ${problem}`)
  }

  /** Whether a run has set this worker aside: then it takes no more matches. */
  #hearAside(why: string | null): boolean {
    if (why === null) return false
    this.#stopTaking(fail('server-refused', `Set aside: ${why}`).problem)
    return true
  }

  #stopTaking(problem: Problem): void {
    this.#setAside.resolve(problem)
    void this.#worker.pause(true).catch(() => {})
  }

  /** Whether the run of a job still waits for it, from this worker. */
  readonly #isWanted = batch<QueueJob, boolean>(async (jobs) => {
    const keys = jobs.flatMap(({ run, id }) => [runKey(run), stopKey(id)])
    const [aside = null, ...found] = await this.#redis.mget(asideKey(this.card.id), ...keys)
    const isAside = this.#hearAside(aside)
    const now = realClock.now()
    return jobs.map(({ run, epoch }, at) => {
      const isThere = !isAside && found[2 * at] === String(epoch)
      if (isThere) this.#seenRuns.set(nameOfRun(run, epoch), now)
      return isThere && found[2 * at + 1] === null
    })
  })

  /** The same before a job is begun, without a question if the run was there at the last heartbeat: the next one asks for each job. */
  async #isWelcome(job: QueueJob): Promise<boolean> {
    const seen = this.#seenRuns.get(nameOfRun(job.run, job.epoch)) ?? -Infinity
    return realClock.now() - seen < HEARTBEAT_MS || this.#isWanted(job)
  }

  async #play(taken: Job, token: string | undefined): Promise<void> {
    const { data, id = '' } = taken
    const job = readJob(data)
    if (job === undefined || job.id !== id || !(await this.#isWelcome(job))) return
    if (!mayPlay(job, this.card)) return this.#putBack(taken, job, token)
    const playing: Playing = { job, stop: new AbortController(), heldAt: realClock.now() }
    this.#playing.set(id, playing)
    const sent: Promise<unknown>[] = []
    let logs = 0
    const send = (message: WorkerMessage): void => {
      const counted = message.kind === 'log' ? { ...message, n: logs++ } : message
      const one = this.#send({ job, message: counted })
      one.catch(() => playing.stop.abort())
      sent.push(one)
    }
    const { signal } = playing.stop
    try {
      if (isBuild(job)) await buildJob(this.#host, job, send, signal)
      else await (this.#options.play ?? playJob)(this.#host, job, send, signal)
      if (signal.aborted) send({ kind: 'released', why: 'its worker had to stop' })
      // The lock is held until Redis has the whole account.
      await Promise.all(sent)
    } finally {
      this.#playing.delete(id)
    }
  }

  /** Leaves the job to another worker. */
  async #putBack(taken: Job, { leastSpeed = 0 }: QueueJob, token: string | undefined): Promise<never> {
    const { speed } = this.card
    if (speed < leastSpeed && this.#told !== leastSpeed) {
      this.#told = leastSpeed
      this.#options.say?.(
        `Takes no timed matches of this contest: it needs speed ${leastSpeed}, and this worker has ${speed}`,
      )
    }
    // A job with this field and without a lock is gone for its run.
    await this.#redis.hdel(this.#worker.toKey(taken.id ?? ''), 'processedOn')
    await taken.moveToDelayed(realClock.date().getTime() + OFFER_AGAIN_MS, token)
    await pause(realClock, AFTER_OFFER_MS, new AbortController().signal)
    throw new DelayedError()
  }

  /** The messages of one turn of the event loop go in one entry of their stream, one field for each match. */
  readonly #send = batch<StreamMessage>(async (sent) => {
    const streams = new Map<string, string[]>()
    for (const [job, messages] of Map.groupBy(sent, (one) => one.job)) {
      const stream = streamKey(job.run, job.epoch)
      const fields = streams.get(stream) ?? []
      streams.set(stream, fields)
      const text = formatMessages(
        job.id,
        this.card.id,
        messages.map(({ message }) => message),
      )
      fields.push('m', text)
    }
    // Plain commands: those are sent again if the connection breaks, and a transaction is not.
    await Promise.all([...streams].map(([stream, fields]) => this.#redis.xadd(stream, '*', ...fields)))
    for (const stream of streams.keys()) this.#streams.add(stream)
    return []
  }, SEND_PACE_MS)

  async leave(graceMs: number): Promise<void> {
    const closed = this.#worker.close().catch(() => {})
    if ((await within(realClock, graceMs, closed)) === undefined) {
      for (const { stop } of this.#playing.values()) stop.abort()
      await within(realClock, CLOSE_MS, closed)
    }
    clearInterval(this.#timer)
    this.#connection.end()
    const { id } = this.card
    const signedOff = Promise.all([this.#redis.del(workerKey(id)), this.#redis.srem(WORKERS_KEY, id)])
    await within(
      realClock,
      CLOSE_MS,
      signedOff.catch(() => {}),
    )
    this.#redis.disconnect()
    this.#jobs.disconnect()
    await this.#host.pool[Symbol.asyncDispose]()
    await this.#host.folders[Symbol.asyncDispose]()
    await this.#host.versions?.[Symbol.asyncDispose]()
  }
}
