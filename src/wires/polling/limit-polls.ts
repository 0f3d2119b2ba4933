import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../base/network-of.ts'
import { teamOf, type RequestLogHost } from '../../protocols/log-requests.ts'
import { tooFast } from '../../protocols/request-error.ts'
import { openTokenBuckets, type TokenBuckets } from '../../protocols/token-buckets.ts'
import { readId } from './words.ts'

/** What the limit needs of the server. */
export interface LimitHost extends RequestLogHost {
  readonly settings: { readonly limits: { readonly perAddress: number; readonly perPlayer: number } }
}

/** Limits are so many requests in this time. */
const LIMIT_SECONDS = 10

/** An answer held for longer than this is refused instead: that many requests at once are no loop that waits for its answers. */
const LONGEST_HOLD_MS = 1000

/**
 * A hook of a route that holds the requests of a client that asks too often. With a key they count for its team alone. Without one
 * they count for the address, and there for the player that they name: ids are easily made up. A refused request counts for nothing.
 */
export function limitPolls(host: LimitHost) {
  const { perAddress, perPlayer } = host.settings.limits
  const addresses = openTokenBuckets(perAddress, perAddress / LIMIT_SECONDS)
  const players = openTokenBuckets(perPlayer, perPlayer / LIMIT_SECONDS)

  function bucketsOf(request: FastifyRequest): readonly (readonly [TokenBuckets, string])[] {
    const team = teamOf(host, request)
    if (team !== undefined) return [[players, `team ${team}`]]
    const address = networkOf(request.ip)
    const id = readId('player', (request.params as { readonly player: string }).player)
    return [
      [addresses, address],
      [players, `${address} ${id.ok ? id.value : 'nobody'}`],
    ]
  }

  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const now = performance.now()
    const buckets = bucketsOf(request)
    const ms = Math.max(...buckets.map(([bucket, name]) => bucket.debtMs(name, 1, now)))
    if (ms > LONGEST_HOLD_MS) return done(tooFast(Math.ceil(ms / 1000)))
    for (const [bucket, name] of buckets) bucket.charge(name, 1, now)
    if (ms === 0) return done()
    const timer = setTimeout(() => {
      reply.raw.off('close', leave)
      done()
    }, ms)
    const leave = (): void => {
      clearTimeout(timer)
      reply.hijack()
    }
    reply.raw.once('close', leave)
  }
}
