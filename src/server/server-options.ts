import type { ArenaModelsOptions } from '../arena/arena-models.ts'
import type { DiskLevel } from '../arena/disk-space.ts'
import type { IdleLimits } from '../arena/idle-games.ts'
import type { Result } from '../base/result.ts'
import type { MatchQueue, QueueOptions } from '../queue/match-queue.ts'
import type { Clock } from '../runner/clock.ts'
import type { GateLimits } from './admission-gate.ts'
import type { RequestLimits, RequestPatience, ServerSettings, TrustedProxies } from './context.ts'
import type { Certificate } from './read-certificate.ts'
import type { Connect, Lookup } from './outgoing/post-json.ts'
import type { StreamLimits } from './stream-places.ts'

/** What the queue is told of the arena that opens it. */
export type QueueOwner = Pick<QueueOptions, 'owner' | 'onPlaces'>

export interface ServerOptions {
  /** Where everything is kept. */
  readonly folder: string
  readonly host: string
  /** 0 takes any that is free. */
  readonly port: number
  /** Open on this machine alone, unless told otherwise. */
  readonly registration?: ServerSettings['registration']
  readonly limits?: Partial<RequestLimits>
  readonly webFolder?: string
  /** Speaks HTTPS with it, and HTTP without it. */
  readonly certificate?: Certificate
  readonly trustProxy?: TrustedProxies
  /** The organiser's pictures for the projector. */
  readonly slides?: ServerSettings['slides']
  /** Names by which it is called beside its own address. */
  readonly publicHosts?: readonly string[]
  readonly maxGamesEach?: number
  /** What requests other than players' own may use of the event loop. */
  readonly gateLimits?: Partial<GateLimits>
  readonly streamLimits?: Partial<StreamLimits>
  /** Matches against house brains that think in threads of their own, at once. */
  readonly maxHouseMatches?: number
  /** When practice games end that their players have left. */
  readonly idleLimits?: IdleLimits
  readonly patience?: RequestPatience
  readonly clock?: Clock
  /** Where teams may wait to be called: names of hosts and networks. */
  readonly allowedTeamHosts?: readonly string[]
  /** Teams may wait on this machine. Left out: only if no other machine can reach the server, also not through a proxy. */
  readonly hasLocalTeams?: boolean
  /** Goes out, as `Authorization`, with every call to an outside coordinator whose host is listed. */
  readonly arenaToken?: string
  /** Outside coordinators that get the token: `HOST` or `HOST:PORT`. They may be called, though no team may wait there. */
  readonly callbackHosts?: readonly string[]
  /** How names of teams' hosts are resolved. */
  readonly lookup?: Lookup
  /** How connections to them are opened. */
  readonly connect?: Connect
  /** How long to wait before an outside coordinator is called again, after so many failures; undefined to give up. */
  readonly callbackBackOff?: (failures: number) => number | undefined
  /** The same for a delivery to a webhook. */
  readonly webhookBackOff?: (failures: number) => number | undefined
  readonly maxBattles?: number
  /** The server failed at something; all else goes on. */
  readonly onFailure?: (what: string, error: unknown) => void
  /** What all ladders together may use of the places for matches of programs, in percent, until the organiser sets it. */
  readonly ladderShare?: number
  /** Lets workers play the matches of uploaded versions and house brains. */
  readonly workers?: {
    readonly open: (arena: QueueOwner) => Promise<Result<MatchQueue>>
    /** Plays such matches here, too, while the workers have enough to do. */
    readonly playsHere: boolean
  }
  /** Where language models are called, and what their calls may use in all. Without it no endpoint is known. */
  readonly models?: ArenaModelsOptions
  /** Free bytes on the disk below which nothing new is begun. */
  readonly reserveBytes?: number
  /** Bytes that one team may store: its archives, and what was built of them. */
  readonly teamQuota?: number
  /** The disk has little room left, is full, or has room again. */
  onDiskSpace?(level: DiskLevel): void
  /** The disk fails: nothing can be acknowledged any more, and the process must end. What was acknowledged is safe. */
  onDiskFailure?(error: unknown): void
}
