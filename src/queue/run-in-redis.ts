import { randomBytes } from 'node:crypto'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { pause, realClock, within } from '../runner/clock.ts'
import { connectForJobs, connectRedis } from './connect-redis.ts'
import type { QueueJob } from './queue-job.ts'
import type { PackedProgram } from './pack-program.ts'
import {
  filesKey,
  ownerKey,
  PREFIX,
  queueName,
  rulesKey,
  runKey,
  stopKey,
  streamKey,
  type RulesVersion,
} from './queue-names.ts'
import type { RedisAddress } from './redis-address.ts'
import { readMessages, type SentMessage } from './worker-message.ts'

/** A run that is silent for so long is over for workers. */
const RUN_MS = 30_000
const FILES_MS = 3_600_000
/** Workers look each second for what they should stop. */
const STOP_MS = 600_000
const CLOSE_MS = 3000
/** Under load, messages that are read share a round trip. */
const PACE_MS = 1
/** Jobs that one script looks at: Redis does nothing else meanwhile. */
const MOST_AT_ONCE = 100

/** Of the jobs with these keys, the indexes of those that neither wait nor are locked. A job that a worker took has `processedOn`. */
const FIND_GONE = `
local gone = {}
for at, key in ipairs(KEYS) do
  local isTaken = redis.call('HEXISTS', key, 'processedOn') == 1
  if redis.call('EXISTS', key) == 0 or (isTaken and redis.call('EXISTS', key .. ':lock') == 0) then
    gone[#gone + 1] = at - 1
  end
end
return gone`

/** What a run has in Redis: its jobs, the stream on which workers answer, the files of its programs, a sign that it is there. */
export class RunInRedis implements AsyncDisposable {
  readonly run = randomBytes(6).toString('hex')
  readonly redis: Redis
  /** Waits for messages: a blocking read needs a connection of its own. */
  readonly #reader: Redis
  readonly #jobs: Redis
  readonly #queue: Queue
  readonly #programs: readonly PackedProgram[]
  readonly #owner: string | undefined
  readonly #rulesKey: string
  #epoch = 0
  #lastId = '0'
  /** When messages were read last. */
  #readAt = 0

  constructor(
    address: RedisAddress,
    rules: RulesVersion,
    programs: readonly PackedProgram[],
    owner?: string,
  ) {
    this.#programs = programs
    this.#owner = owner
    this.#rulesKey = rulesKey(rules)
    this.redis = connectRedis(address)
    this.#reader = connectRedis(address)
    this.#jobs = connectForJobs(address)
    this.#queue = new Queue(queueName(rules), {
      connection: this.#jobs,
      prefix: PREFIX,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
    })
    this.#queue.on('error', () => {})
  }

  /** Counts how often Redis had lost its data. */
  get epoch(): number {
    return this.#epoch
  }

  /** Begins with an empty stream, at the start and after Redis has lost its data. */
  async openEpoch(): Promise<void> {
    this.#epoch++
    this.#lastId = '0'
    for (const { sha, archive } of this.#programs)
      if (sha !== '') await this.redis.set(filesKey(sha), archive, 'PX', FILES_MS)
    await this.redis.set(runKey(this.run), this.#epoch, 'PX', RUN_MS)
    await this.redis.set(this.#rulesKey, '', 'PX', RUN_MS)
    if (this.#owner === undefined) return
    // The earlier process of this owner may have been killed, and so could not say that its run is over.
    const before = await this.redis.set(ownerKey(this.#owner), this.run, 'GET')
    if (before !== null && before !== this.run) await this.redis.del(runKey(before))
  }

  /** Shows that the run is there; false if Redis has lost its data. */
  async renew(): Promise<boolean> {
    if ((await this.redis.set(runKey(this.run), this.#epoch, 'PX', RUN_MS, 'XX')) === null) return false
    await this.redis.set(this.#rulesKey, '', 'PX', RUN_MS)
    await this.redis.xtrim(streamKey(this.run, this.#epoch), 'MINID', this.#lastId)
    for (const { sha } of this.#programs) await this.redis.pexpire(filesKey(sha), FILES_MS)
    return true
  }

  /** Resolves once Redis has the job. The jobs of one turn share a packet; `addBulk` would put them in a transaction, which costs more. */
  async add(job: QueueJob): Promise<void> {
    await this.#queue.add(job.key, job, { jobId: job.id })
  }

  /** Takes a job back that waits, and tells a worker that plays it to stop. */
  async stop(id: string): Promise<void> {
    await this.redis.set(stopKey(id), 1, 'PX', STOP_MS).catch(() => {})
    await this.#queue.remove(id).catch(() => {})
  }

  /** Offers all jobs again that workers put back. A worker whose clock is wrong would leave them for hours, or see them hours later. */
  async offerAgain(): Promise<void> {
    await this.#queue.promoteJobs()
  }

  /** The next messages of workers. `blockMs`: how long it waits for them; 0 does not wait. */
  async read(blockMs: number): Promise<readonly SentMessage[]> {
    const stream = streamKey(this.run, this.#epoch)
    await pause(realClock, this.#readAt + PACE_MS - realClock.now(), new AbortController().signal)
    const found =
      blockMs > 0
        ? await this.#reader.xread('COUNT', 500, 'BLOCK', blockMs, 'STREAMS', stream, this.#lastId)
        : await this.#reader.xread('COUNT', 500, 'STREAMS', stream, this.#lastId)
    const entries = found?.[0]?.[1] ?? []
    this.#readAt = realClock.now()
    this.#lastId = entries.at(-1)?.[0] ?? this.#lastId
    return entries.flatMap(([, fields]) =>
      fields.filter((_, at) => at % 2 === 1).flatMap((text) => readMessages(text)),
    )
  }

  /** Those of the jobs that neither wait nor are locked by a worker. */
  async findGone(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const gone = new Set<string>()
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const some = ids.slice(from, from + MOST_AT_ONCE)
      const keys = some.map((id) => this.#queue.toKey(id))
      const found = (await this.redis.eval(FIND_GONE, keys.length, ...keys)) as readonly number[]
      for (const at of found) gone.add(some[at] ?? '')
    }
    return gone
  }

  /** Ends the reads that wait, takes the jobs back and forgets the run. */
  async close(ids: readonly string[]): Promise<void> {
    const tidied = Promise.all([
      this.redis.del(runKey(this.run), streamKey(this.run, this.#epoch)),
      ...ids.map((id) => this.#queue.remove(id).catch(() => {})),
    ])
    await within(
      realClock,
      CLOSE_MS,
      tidied.catch(() => {}),
    )
    this.#reader.disconnect()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#reader.disconnect()
    this.redis.disconnect()
    await within(
      realClock,
      CLOSE_MS,
      this.#queue.close().catch(() => {}),
    )
    this.#jobs.disconnect()
  }
}
