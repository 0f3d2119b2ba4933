import type { Writable } from 'node:stream'
import { Redis } from 'ioredis'
import { messageOf } from '../base/message-of.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { PREFIX } from './queue-names.ts'
import type { RedisAddress } from './redis-address.ts'

/** The options of every connection. Commands wait while Redis is away, and are sent when it is back. */
export const redisOptions = ({ host, port, username, password, db, tls }: RedisAddress) => ({
  host,
  port,
  db,
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
  ...(tls && { tls: {} }),
  maxRetriesPerRequest: null,
  retryStrategy: (times: number) => Math.min(100 * times, 1000),
})

/** Watchdog: a connection that is asked something and hears nothing for so long is closed and opened again. */
const SILENCE_MS = 15_000

/** A connection that survives a restart of Redis. Its errors are ignored: `checkRedis` has reported them, and it connects again. */
export function connectRedis(address: RedisAddress): Redis {
  const redis = new Redis({ ...redisOptions(address), socketTimeout: SILENCE_MS })
  redis.on('error', () => {})
  return redis
}

export interface ConnectionWatch {
  readonly isAway: boolean
  /** How the last commands ended: says once why Redis refuses writes, and once that it takes them again. */
  note(error?: unknown): void
  /** It is about to be closed: that is no loss. */
  end(): void
}

/** Says when the connection is lost, or Redis refuses writes, and when it is well again. */
export function watchConnection(
  redis: Redis,
  { shown }: RedisAddress,
  say: (line: string) => void,
): ConnectionWatch {
  let isAway = false
  let isEnding = false
  let refusal: string | undefined
  const tell = (isLost: boolean): void => {
    if (isLost === isAway || isEnding) return
    isAway = isLost
    say(isLost ? `Lost Redis at ${shown}, trying again` : `Redis at ${shown} is back`)
  }
  redis.on('close', () => tell(true))
  redis.on('ready', () => tell(false))
  return {
    get isAway() {
      return isAway
    },
    note(error) {
      const why = error === undefined ? undefined : readRefusal(messageOf(error))
      if (why === refusal || isEnding || (error !== undefined && why === undefined)) return
      refusal = why
      say(
        why === undefined
          ? `Redis at ${shown} takes matches again`
          : `Redis at ${shown} takes no matches: ${why}, trying again`,
      )
    },
    end: () => void (isEnding = true),
  }
}

/** A connection for BullMQ, which sends each command by itself: here the commands of one turn share a packet. */
export function connectForJobs(address: RedisAddress): Redis {
  const redis = new Redis({ ...redisOptions(address), socketTimeout: SILENCE_MS })
  redis.on('error', () => {})
  redis.on('connect', () => shareWrites(redis.stream))
  return redis
}

function shareWrites(stream: Writable): void {
  const write = stream.write.bind(stream) as (...args: readonly unknown[]) => boolean
  stream.write = (...args: readonly unknown[]): boolean => {
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    return write(...args)
  }
}

/** How long Redis may take to answer at the start: one that stands still takes connections, and never answers. */
const ANSWER_MS = 10_000

/** Whether Redis is there, lets us in, and keeps what it is given. */
export async function checkRedis(address: RedisAddress): Promise<Result<void>> {
  const redis = new Redis({
    ...redisOptions(address),
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let first: unknown
  redis.on('error', (error: unknown) => (first ??= error))
  try {
    await redis.connect()
    const info = await redis.info()
    const checked = checkInfo(address, info)
    // A replica, and a Redis without memory or disk, answers everything but a write.
    if (checked.ok) await redis.set(`${PREFIX}:check`, '', 'PX', 1)
    return checked
  } catch (error) {
    return fail('cannot-connect', explain(address, messageOf(first ?? error), messageOf(error)))
  } finally {
    redis.disconnect()
  }
}

function checkInfo({ shown }: RedisAddress, info: string): Result<void> {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? '0'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 6 || (major === 6 && minor < 2))
    return fail(
      'cannot-connect',
      `Cannot use Redis at ${shown}: it is version ${version}, expected 6.2 or later`,
    )
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction'
  if (policy !== 'noeviction')
    return fail(
      'cannot-connect',
      `Cannot use Redis at ${shown}: it may throw matches away when its memory is full, set maxmemory-policy to noeviction`,
    )
  return ok(undefined)
}

function explain({ shown, password }: RedisAddress, ...messages: readonly string[]): string {
  const message = messages.join(' ')
  if (/NOAUTH|WRONGPASS|invalid (?:username|password)|without any password/i.test(message))
    return password === undefined
      ? `Cannot sign in to Redis at ${shown}: it wants a password, in the address or in GAMEGRID_QUEUE_PASSWORD`
      : `Cannot sign in to Redis at ${shown}: it refuses this user or password`
  if (/NOPERM/.test(message))
    return `Cannot use Redis at ${shown}: this user may not run the commands of a queue`
  const refusal = readRefusal(message)
  if (refusal !== undefined) return `Cannot use Redis at ${shown}: ${refusal}`
  const code = /Command timed out/.test(message) ? 'ETIMEDOUT' : /\bE[A-Z]{4,}/.exec(message)?.[0]
  return `Cannot reach Redis at ${shown}: ${code === undefined ? messages[0] : (REASONS[code] ?? code)}`
}

const readRefusal = (message: string): string | undefined =>
  Object.entries(REFUSALS).find(([word]) => message.includes(word))?.[1]

/** By the first word of what Redis says of a write. */
const REFUSALS: Readonly<Record<string, string>> = {
  READONLY: 'it is a replica that cannot be written, name its primary',
  OOM: 'its memory is full, give it more (maxmemory)',
  MISCONF: 'it cannot write to its disk, its log says why',
  NOREPLICAS: 'it takes no writes without more replicas (min-replicas-to-write)',
  CLUSTERDOWN: 'its cluster is not complete',
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to that host',
}
