import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openArena, type Arena } from '../arena/arena.ts'
import { openBattleSeats } from '../wires/sse/battle-host.ts'
import { openBattles } from '../wires/sse/battles.ts'
import { openBots } from '../arena/bots.ts'
import { openDiskSpace, type DiskLevel, type DiskSpace } from '../arena/disk-space.ts'
import { openEvaluations } from '../arena/evaluations.ts'
import { openFinishedRecords } from '../arena/finished-records.ts'
import type { IdleLimits } from '../arena/idle-games.ts'
import { openTournaments, type Tournaments } from '../arena/tournaments.ts'
import { inviteOrganiser } from '../arena/people.ts'
import { deferred } from '../base/deferred.ts'
import { isFullDisk } from '../base/is-full-disk.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { cannotListen } from '../runner/cannot-listen.ts'
import { openDesks, type Desks } from '../protocols/desk.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import { stageFolder } from '../runner/sandbox/stage.ts'
import { openStore } from '../store/open-store.ts'
import { GATE_LIMITS, openAdmissionGate, type GateLimits } from './admission-gate.ts'
import { createApp } from './app.ts'
import {
  DEFAULT_LIMITS,
  DEFAULT_PATIENCE,
  type RequestLimits,
  type RequestPatience,
  type ServerSettings,
  type TrustedProxies,
} from './context.ts'
import { drainAcceptQueues } from './drain-accept-queue.ts'
import { heldClock } from './held-clock.ts'
import { isLoopback, readKnownHosts } from './known-hosts.ts'
import { openMetrics } from './metrics.ts'
import { readAddressRules } from './outgoing/address-rules.ts'
import { openCallbacks } from './outgoing/open-callbacks.ts'
import { openOutgoing, type Connect, type Lookup } from './outgoing/post-json.ts'
import { openStreamPlaces, STREAM_LIMITS, type StreamLimits } from './stream-places.ts'

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
  readonly trustProxy?: TrustedProxies
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
  /** Teams may wait on this machine; so it is where nobody else can reach the server. */
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
  readonly maxBattles?: number
  /** Something failed because of us; all else goes on. */
  readonly onFailure?: (what: string, error: unknown) => void
  /** Free bytes on the disk below which nothing new is begun. */
  readonly reserveBytes?: number
  /** Bytes that one team may store: its archives, and what was built of them. */
  readonly teamQuota?: number
  /** The disk has little room left, is full, or has room again. */
  onDiskSpace?(level: DiskLevel): void
  /** The disk fails: nothing can be acknowledged any more, and the process must end. What was acknowledged is safe. */
  onDiskFailure?(error: unknown): void
}

export interface ArenaServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly arena: Arena
  readonly desks: Desks
  readonly tournaments: Tournaments
  /** How many event streams are open. */
  readonly spectators: () => number
  /** The one-time link for the organiser, while there is none. */
  readonly invitation: string | undefined
}

/** Opens the arena in a folder and serves it over HTTP; what was interrupted goes on. */
export async function openServer(options: ServerOptions): Promise<Result<ArenaServer>> {
  const { folder, host, port, onFailure = () => {} } = options
  const addresses = {
    allowed: options.allowedTeamHosts ?? [],
    isLocal: options.hasLocalTeams ?? isLoopback(host),
  }
  const rules = readAddressRules(addresses)
  if (!rules.ok) return rules
  const hosts = readKnownHosts(host, options.publicHosts ?? [])
  if (!hosts.ok) return hosts
  const { lookup, connect } = options
  const dialing = { ...(lookup && { lookup }), ...(connect && { connect }) }
  const post = openOutgoing({ rules: rules.value, ...dialing })
  const callBack = openCallbacks({
    callbackHosts: options.callbackHosts ?? [],
    token: options.arenaToken,
    addresses,
    dialing,
    post,
  })
  if (!callBack.ok) return callBack
  let space: DiskSpace | undefined
  const isHeldUp = deferred()
  const opened = openStore(folder, {
    onFailure(error) {
      isHeldUp.resolve()
      options.onDiskFailure?.(error)
    },
    onFull(isFull) {
      if (isFull) isHeldUp.resolve()
      space?.noteFull(isFull)
    },
  })
  if (!opened.ok) return opened
  const store = opened.value
  let listening: readonly AddressInfo[] = []
  const clock = heldClock(options.clock ?? realClock, () => drainAcceptQueues(listening))
  let isListening = false
  const holdWhileFull = (): void => {
    if (space?.level === 'full') clock.hold()
    else if (isListening) clock.letGo()
  }
  space = await openDiskSpace({
    // Programs are built and run beside the arena's own folder.
    folders: [folder, stageFolder()],
    ...(options.reserveBytes !== undefined && { reserveBytes: options.reserveBytes }),
    onChange(level) {
      holdWhileFull()
      options.onDiskSpace?.(level)
    },
  })
  const { teamQuota } = options
  const opening = openBots(store, join(folder, 'bots'), {
    onFailure,
    space,
    ...(teamQuota !== undefined && { teamQuota }),
  })
  const bots = await opening.catch((error: unknown) => {
    if (!isFullDisk(error)) throw error
    return undefined
  })
  if (bots === undefined) {
    space[Symbol.dispose]()
    store[Symbol.dispose]()
    return fail(
      'store-full',
      `Cannot open the arena in ${folder}: its disk is full: make room and start again`,
    )
  }
  const desks = openDesks()
  const battleSeats = openBattleSeats()
  const arena = openArena({
    store,
    seating: {
      locateBot: (bot, version) => bots.locate(bot, version),
      seatRemote: (player, seat) =>
        player.kind === 'sse' ? battleSeats.seat(player, seat) : desks.seat(player, seat),
    },
    clock,
    space,
    ...(options.maxGamesEach !== undefined && { maxGamesEach: options.maxGamesEach }),
    ...(options.maxHouseMatches !== undefined && { maxHouseMatches: options.maxHouseMatches }),
    ...(options.idleLimits && { idleLimits: options.idleLimits }),
    onFailure: (match, error) => onFailure(`match ${match}`, error),
  })
  const battles = openBattles({
    store,
    arena,
    seats: battleSeats,
    post,
    ...(options.maxBattles !== undefined && { maxBattles: options.maxBattles }),
  })
  const evaluations = openEvaluations({
    store,
    arena,
    battles,
    post: callBack.value,
    clock,
    ...(options.callbackBackOff && { backOff: options.callbackBackOff }),
    onFailure: (run, error) => onFailure(`evaluation ${run}`, error),
  })
  const tournaments = openTournaments(arena, (tournament, error) =>
    onFailure(`tournament ${tournament}`, error),
  )
  const records = openFinishedRecords(store)
  const close = async (): Promise<void> => {
    await tournaments[Symbol.asyncDispose]()
    await evaluations[Symbol.asyncDispose]()
    await battles[Symbol.asyncDispose]()
    await arena[Symbol.asyncDispose]()
    await records[Symbol.asyncDispose]()
    await bots[Symbol.asyncDispose]()
    space[Symbol.dispose]()
    // Requests that wait for the disk go on while the store can still be read.
    await Promise.race([store.settled(), isHeldUp.promise])
    // Twice: a connection that was cut says so after the first, and requests that waited on it then look into the store.
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    store[Symbol.dispose]()
  }
  const metrics = openMetrics(arena)
  const app = await createApp({
    arena,
    store,
    bots,
    desks,
    space,
    tournaments,
    battles,
    evaluations,
    records,
    gate: openAdmissionGate({ ...GATE_LIMITS, ...options.gateLimits }),
    streams: openStreamPlaces({ ...STREAM_LIMITS, ...options.streamLimits }),
    metrics,
    settings: {
      registration: options.registration ?? (isLoopback(host) ? 'open' : 'organiser'),
      patience: options.patience ?? DEFAULT_PATIENCE,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      trustProxy: options.trustProxy ?? false,
      hosts: hosts.value,
      ...(options.webFolder !== undefined && { webFolder: options.webFolder }),
    },
    onFailure: (error) => onFailure('a request', error),
  })
  try {
    await app.listen({ host, port, backlog: BACKLOG })
    isListening = true
    listening = app.addresses()
    holdWhileFull()
  } catch (error) {
    await app.close()
    await close()
    return cannotListen(error, host, port)
  }
  const taken = (app.server.address() as AddressInfo).port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  battles.callAgain()
  evaluations.callAgain()
  const token = inviteOrganiser(store)
  // On a full disk the link works as soon as there is room; the server is up before that.
  await Promise.race([store.settled(), isHeldUp.promise])
  return ok({
    url,
    port: taken,
    arena,
    desks,
    tournaments,
    spectators: () => metrics.spectators,
    invitation: token === undefined ? undefined : `${url}/organiser?token=${token}`,
    async [Symbol.asyncDispose]() {
      await app.close()
      await close()
    },
  })
}

/** When a server comes back, everybody comes back at once. */
const BACKLOG = 4096
