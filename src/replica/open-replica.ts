import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ok, type Result } from '../base/result.ts'
import { withTimeout } from '../base/with-timeout.ts'
import { cannotListen } from '../runner/cannot-listen.ts'
import { DEFAULT_PATIENCE, type TrustedProxies } from '../server/context.ts'
import { readKnownHosts } from '../server/known-hosts.ts'
import type { Certificate } from '../server/read-certificate.ts'
import { openStreamPlaces, STREAM_LIMITS, type StreamLimits } from '../server/stream-places.ts'
import { openMatchFeeds, type MatchFeedsOptions } from './match-feeds.ts'
import { openNewsStreams } from './news-streams.ts'
import { createReplicaApp } from './replica-app.ts'
import { openReplicaMetrics } from './replica-metrics.ts'
import { openSharedAnswers } from './shared-answers.ts'
import { checkArena, openUpstream, readArenaUrl } from './upstream.ts'

export interface ReplicaOptions {
  /** The address of the arena. */
  readonly arena: string
  readonly host: string
  /** 0 takes any that is free. */
  readonly port: number
  readonly certificate?: Certificate
  readonly trustProxy?: TrustedProxies
  readonly publicHosts?: readonly string[]
  readonly streamLimits?: Partial<StreamLimits>
  readonly feedOptions?: MatchFeedsOptions
  /** The arena is lost, and why; or, with undefined, it is back. */
  readonly onArena?: (problem: string | undefined) => void
  readonly onFailure?: (error: unknown) => void
}

export interface Replica extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Open streams and sockets of spectators. */
  readonly watchers: () => number
  /** Open streams of the arena. */
  readonly upstreamStreams: () => number
}

/** Connections that wait to be accepted: when a replica dies, its spectators come to the others at once. */
const BACKLOG = 4096
/** How long requests that were passed on may take to end when the replica is closed. */
const GRACE_MS = 5_000

/** Serves the pages, records and streams of an arena from this process, which keeps nothing. */
export async function openReplica(options: ReplicaOptions): Promise<Result<Replica>> {
  const { host, port } = options
  const origin = readArenaUrl(options.arena)
  if (!origin.ok) return origin
  const hosts = readKnownHosts(host, options.publicHosts ?? [])
  if (!hosts.ok) return hosts
  const arena = await checkArena(origin.value)
  if (!arena.ok) return arena

  const shared = openSharedAnswers()
  const upstream = openUpstream(origin.value, (problem) => {
    // While it was away, a backup may have been restored.
    if (problem === undefined) {
      feeds.forget()
      shared.expire()
    }
    options.onArena?.(problem)
  })
  const feeds = openMatchFeeds(upstream, options.feedOptions)
  const news = openNewsStreams(upstream)
  const upstreamStreams = (): number => feeds.open + news.open
  const metrics = openReplicaMetrics(upstreamStreams)
  const app = await createReplicaApp({
    upstream,
    feeds,
    news,
    shared,
    streams: openStreamPlaces({ ...STREAM_LIMITS, ...options.streamLimits }),
    metrics,
    settings: {
      patience: DEFAULT_PATIENCE,
      trustProxy: options.trustProxy ?? false,
      hosts: hosts.value,
      ...(options.certificate && { certificate: options.certificate }),
    },
    ...(options.onFailure && { onFailure: options.onFailure }),
  })
  const close = async (): Promise<void> => {
    // No new connections; spectators go to another replica at once, and requests under way may end.
    const idle = new Promise<void>((resolve) => void app.server.close(() => resolve()))
    feeds[Symbol.dispose]()
    news[Symbol.dispose]()
    app.server.closeIdleConnections()
    await withTimeout(idle, (decided) => sleep(GRACE_MS, undefined, { signal: decided }).catch(() => {}))
    app.server.closeAllConnections()
    await app.close()
    upstream[Symbol.dispose]()
  }
  try {
    await app.listen({ host, port, backlog: BACKLOG })
  } catch (error) {
    await app.close()
    upstream[Symbol.dispose]()
    return cannotListen(error, host, port)
  }
  const taken = (app.server.address() as AddressInfo).port
  return ok({
    url: `${options.certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    port: taken,
    watchers: () => metrics.watchers,
    upstreamStreams,
    [Symbol.asyncDispose]: close,
  })
}
