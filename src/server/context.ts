import type { Arena } from '../arena/arena.ts'
import type { ArenaModels } from '../arena/arena-models.ts'
import type { Battles } from '../wires/sse/battles.ts'
import type { Bots } from '../arena/bots.ts'
import type { DiskSpace } from '../arena/disk-space.ts'
import type { Evaluations } from '../arena/evaluations.ts'
import type { FinishedRecords } from '../arena/finished-records.ts'
import type { Ladders } from '../arena/ladder.ts'
import type { LadderTerms } from '../arena/ladder-terms.ts'
import type { Presence } from '../arena/presence.ts'
import type { ArenaRequestLogs } from '../arena/request-logs.ts'
import type { Tournaments } from '../arena/tournaments.ts'
import type { Webhooks } from '../arena/webhooks.ts'
import type { Desks } from '../protocols/desk.ts'
import type { MatchQueue } from '../queue/match-queue.ts'
import type { Store } from '../store/store.ts'
import type { AdmissionGate } from './admission-gate.ts'
import type { KnownHosts } from './known-hosts.ts'
import type { Metrics } from './metrics.ts'
import type { Certificate } from './read-certificate.ts'
import type { StreamPlaces } from './stream-places.ts'

export type { App } from '../protocols/wire-server.ts'

/** What every route may use. */
export interface ServerContext {
  readonly arena: Arena
  readonly store: Store
  readonly bots: Bots
  /** Where players that come by HTTP sit. */
  readonly desks: Desks
  /** What players ask by HTTP and are answered. */
  readonly requestLogs: ArenaRequestLogs
  readonly space: DiskSpace
  readonly tournaments: Tournaments
  readonly presence: Presence
  readonly battles: Battles
  readonly evaluations: Evaluations
  readonly records: FinishedRecords
  readonly ladders: Ladders
  readonly ladderTerms: LadderTerms
  readonly webhooks: Webhooks
  /** The language models that play here. */
  readonly models: ArenaModels
  /** Where matches wait for workers; undefined if the arena plays all of them itself. */
  readonly queue: MatchQueue | undefined
  /** For all requests but those of players. */
  readonly gate: AdmissionGate
  readonly streams: StreamPlaces
  readonly metrics: Metrics
  readonly settings: ServerSettings
  /** A request failed by a fault of the server. */
  readonly onFailure?: (error: unknown) => void
}

export interface ServerSettings {
  /** Whether every client may register a team, or the organiser alone. */
  readonly registration: 'open' | 'organiser'
  readonly limits: RequestLimits
  /** The built web application; without it there is only the API. */
  readonly webFolder?: string
  /** The organiser's pictures for the projector; `warn` is told of files that are none. */
  readonly slides?: { readonly folder: string; readonly warn: (message: string) => void }
  /** How long a request may take to arrive, in milliseconds: a slow client holds no connection for long. */
  readonly patience: RequestPatience
  readonly trustProxy: TrustedProxies
  readonly hosts: KnownHosts
  /** Speaks HTTPS with it, and HTTP without it. */
  readonly certificate?: Certificate
}

/**
 * The proxies whose `X-Forwarded-For` is trusted for the address of the client: a number of proxies in front, counted from
 * the server, or proxies at these addresses and networks.
 */
export type TrustedProxies = false | number | readonly string[]

export interface RequestPatience {
  readonly headersMs: number
  /** How long a body may go on without enough progress. */
  readonly bodyMs: number
}

export const DEFAULT_PATIENCE: RequestPatience = { headersMs: 10_000, bodyMs: 20_000 }

/** Requests of players are limited by their number; all others by their cost, at the gate. */
export interface RequestLimits {
  /** Players' requests of one team, or from one address without a key, in ten seconds. */
  readonly perAddress: number
  /** Requests for a position of boost tron in ten seconds: of one team, or for one player from one address without a key. */
  readonly perPlayer: number
  /** Teams that one address may register at once; the same number again over each hour. */
  readonly registrations: number
}

export const DEFAULT_LIMITS: RequestLimits = { perAddress: 20_000, perPlayer: 1_000, registrations: 200 }
