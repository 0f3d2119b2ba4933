import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { openArena } from '../arena/arena.ts'
import { openArenaModels } from '../arena/arena-models.ts'
import { openBots, type Bots } from '../arena/bots.ts'
import { openDiskSpace, type DiskSpace } from '../arena/disk-space.ts'
import { openEvaluations } from '../arena/evaluations.ts'
import { openFinishedRecords } from '../arena/finished-records.ts'
import { openLadders } from '../arena/ladder.ts'
import { openLadderTerms } from '../arena/ladder-terms.ts'
import { openMatchmaker } from '../arena/matchmaker.ts'
import { openPresence } from '../arena/presence.ts'
import { openRequestLogs } from '../arena/request-logs.ts'
import { openTournaments } from '../arena/tournaments.ts'
import { openWebhooks } from '../arena/webhooks.ts'
import { deferred } from '../base/deferred.ts'
import { isFullDisk } from '../base/is-full-disk.ts'
import { ok, type Result } from '../base/result.ts'
import { openDesks } from '../protocols/desk.ts'
import type { MatchQueue } from '../queue/match-queue.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import { nodeDigest } from '../runner/digest.ts'
import { openOpenings } from '../runner/openings.ts'
import { stageFolder } from '../runner/sandbox/stage.ts'
import { failureIn } from '../store/data-folder.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { openBattleSeats } from '../wires/sse/battle-host.ts'
import { openBattles } from '../wires/sse/battles.ts'
import type { ServerContext } from './context.ts'
import { drainAcceptQueues } from './drain-accept-queue.ts'
import { heldClock } from './held-clock.ts'
import type { OutgoingCalls } from './outgoing/open-outgoing-calls.ts'
import type { ServerOptions } from './server-options.ts'

/** The arena in a folder and all that plays in it, without HTTP. */
export interface ArenaParts
  extends
    AsyncDisposable,
    Pick<
      ServerContext,
      | 'arena'
      | 'store'
      | 'bots'
      | 'desks'
      | 'requestLogs'
      | 'space'
      | 'tournaments'
      | 'presence'
      | 'battles'
      | 'evaluations'
      | 'records'
      | 'ladders'
      | 'ladderTerms'
      | 'webhooks'
      | 'models'
      | 'queue'
    > {
  /** Clients can reach the server at these addresses: clocks run from now on, unless the disk is full. */
  startClocks(addresses: readonly AddressInfo[]): void
  /** Resolves when everything is on disk, or when the disk takes nothing more. */
  settled(): Promise<void>
}

/** Opens the store and what is built on it, from the bottom up; disposing closes it in the other direction. */
export async function openArenaParts(
  options: ServerOptions,
  { post, callBack, postToWebhook }: OutgoingCalls,
): Promise<Result<ArenaParts>> {
  const { folder, onFailure = () => {} } = options
  const models = openArenaModels(join(folder, 'calls'), options.models ?? { environment: {} })
  if (!models.ok) return models
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
  const placed = new Set<() => void>()
  const farOpened = await options.workers?.open({
    owner: nodeDigest(`${hostname()} ${resolve(folder)}`).slice(0, 12),
    onPlaces: () => {
      for (const listener of placed) listener()
    },
  })
  if (farOpened?.ok === false) {
    store[Symbol.dispose]()
    return farOpened
  }
  const queue = farOpened?.value
  const { clock, startClocks, ...held } = await holdClockWhileFull(options)
  space = held.space
  const openedBots = await openBotsBeside(options, store, space, queue)
  if (!openedBots.ok) {
    space[Symbol.dispose]()
    await queue?.[Symbol.asyncDispose]()
    store[Symbol.dispose]()
    return openedBots
  }
  const bots = openedBots.value
  const desks = openDesks()
  const battleSeats = openBattleSeats()
  const ladderTerms = openLadderTerms(store, options.ladderShare)
  const arena = openArena({
    store,
    ladderShare: () => ladderTerms.share,
    seating: {
      locateBot: (bot, version) => bots.locate(bot, version),
      seatRemote: (player, seat) =>
        player.kind === 'sse' ? battleSeats.seat(player, seat) : desks.seat(player, seat),
      models: models.value,
    },
    clock,
    space,
    ...(queue && { workers: { queue, versions: bots, playsHere: options.workers?.playsHere ?? false } }),
    ...(options.maxGamesEach !== undefined && { maxGamesEach: options.maxGamesEach }),
    ...(options.maxHouseMatches !== undefined && { maxHouseMatches: options.maxHouseMatches }),
    ...(options.idleLimits && { idleLimits: options.idleLimits }),
    onFailure: (match, error) => onFailure(`match ${match}`, error),
  })
  placed.add(() => arena.shareChanged()).add(() => bots.workersChanged())
  const requestLogs = openRequestLogs({ store, arena })
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
    post: callBack,
    clock,
    ...(options.callbackBackOff && { backOff: options.callbackBackOff }),
    onFailure: (run, error) => onFailure(`evaluation ${run}`, error),
  })
  const presence = openPresence()
  const tournaments = openTournaments(
    arena,
    (tournament, error) => onFailure(`tournament ${tournament}`, error),
    presence,
  )
  const webhooks = openWebhooks({
    store,
    post: postToWebhook,
    ...(options.webhookBackOff && { backOff: options.webhookBackOff }),
    onFailure: (error) => onFailure('webhooks', error),
  })
  const records = openFinishedRecords(store)
  const ladders = openLadders(arena, (challenge, error) => onFailure(`ladder of ${challenge}`, error))
  const openings = openOpenings()
  const matchmaker = openMatchmaker({
    arena,
    ladders,
    terms: ladderTerms,
    openings,
    onFailure: (error) => onFailure('matchmaker', error),
  })
  const settled = (): Promise<void> => Promise.race([store.settled(), isHeldUp.promise])
  return ok({
    arena,
    store,
    bots,
    desks,
    requestLogs,
    space,
    tournaments,
    presence,
    battles,
    evaluations,
    records,
    ladders,
    ladderTerms,
    webhooks,
    models: models.value,
    queue,
    startClocks,
    settled,
    async [Symbol.asyncDispose]() {
      const stopped = matchmaker[Symbol.asyncDispose]()
      await openings[Symbol.asyncDispose]()
      await stopped
      await tournaments[Symbol.asyncDispose]()
      await webhooks[Symbol.asyncDispose]()
      await evaluations[Symbol.asyncDispose]()
      await battles[Symbol.asyncDispose]()
      await arena[Symbol.asyncDispose]()
      await bots[Symbol.asyncDispose]()
      await queue?.[Symbol.asyncDispose]()
      await ladders[Symbol.asyncDispose]()
      requestLogs[Symbol.dispose]()
      await records[Symbol.asyncDispose]()
      space[Symbol.dispose]()
      // Requests that wait for the disk go on while the store can still be read.
      await settled()
      // Twice: a cut connection emits its event after the first, and the requests that waited on it then read the store.
      await new Promise(setImmediate)
      await new Promise(setImmediate)
      store[Symbol.dispose]()
    },
  })
}

/** The space of the disk, and a clock that stands still while it is full and until `startClocks`. */
async function holdClockWhileFull(
  options: ServerOptions,
): Promise<Pick<ArenaParts, 'startClocks'> & { clock: Clock; space: DiskSpace }> {
  const { folder, clock: outer = realClock, certificate, reserveBytes } = options
  let listening: readonly AddressInfo[] | undefined
  let space: DiskSpace | undefined
  const clock = heldClock(outer, () => drainAcceptQueues(listening ?? [], certificate !== undefined))
  const holdWhileFull = (): void => {
    if (space?.level === 'full') clock.hold()
    else if (listening) clock.letGo()
  }
  space = await openDiskSpace({
    // Programs are built and run beside the arena's own folder.
    folders: [folder, stageFolder()],
    ...(reserveBytes !== undefined && { reserveBytes }),
    onChange(level) {
      holdWhileFull()
      options.onDiskSpace?.(level)
    },
  })
  return {
    clock,
    space,
    startClocks(addresses) {
      listening = addresses
      holdWhileFull()
    },
  }
}

/** The bots of the arena, in a folder beside its store. */
async function openBotsBeside(
  { folder, onFailure = () => {}, teamQuota, workers }: ServerOptions,
  store: Store,
  space: DiskSpace,
  queue: MatchQueue | undefined,
): Promise<Result<Bots>> {
  const own = join(folder, 'bots')
  try {
    const bots = await openBots(store, own, {
      onFailure,
      space,
      ...(teamQuota !== undefined && { teamQuota }),
      ...(queue && !workers?.playsHere && { queue }),
    })
    return ok(bots)
  } catch (error) {
    return failureIn(isFullDisk(error) ? folder : own, error)
  }
}
