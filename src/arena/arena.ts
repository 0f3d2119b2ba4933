import { availableParallelism } from 'node:os'
import { recentlyUsed } from '../base/recently-used.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { startMatch } from '../match/machine.ts'
import { makeSpec, type Match } from '../match/match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { openBrainPool } from '../runner/brain-pool.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import type { MatchQueue, SecondOpinion } from '../queue/match-queue.ts'
import type { MatchOrigin, MatchPlayer, MatchRow, PersonRow, Store } from '../store/store.ts'
import type { DiskSpace } from './disk-space.ts'
import { IDLE_LIMITS, type IdleLimits } from './idle-games.ts'
import { mayDecline, mayJoin } from './invitations.ts'
import { isCasual } from './is-casual.ts'
import { calledOff, pastMatch, playerOf, type LiveMatch, type MatchSight } from './live-match.ts'
import { openMatchQueues, type AwayLimits } from './match-queues.ts'
import { sitsFirst } from './rematch.ts'
import { ownerOf, readNewMatch, type NewMatch } from './new-match.ts'
import { isForWorkers, type VersionSource } from './order-of-row.ts'
import { callOffRow, playRow, type Away, type Hall } from './play-row.ts'
import { openPracticeGames } from './practice-games.ts'
import { readRow } from './read-row.ts'
import type { SeatingContext } from './seat-player.ts'

export interface ArenaOptions {
  readonly store: Store
  readonly clock?: Clock
  /** Matches with programs that run at once. */
  readonly maxProgramMatches?: number
  /** Matches against house brains that run at once. */
  readonly maxHouseMatches?: number
  /** Games a person may have open or running. */
  readonly maxGamesEach?: number
  /** When practice games end that their players have left. */
  readonly idleLimits?: IdleLimits
  readonly seating: SeatingContext
  /** What all standing ladders together may use of the places for matches of programs, in percent. */
  readonly ladderShare?: () => number
  /** What hands matches of versions and house brains to workers. Without it all are played here. */
  readonly workers?: ArenaWorkers
  /** How much room the disk has; without it there is always enough. */
  readonly space?: DiskSpace
  /** The host failed, so a match could not go on. */
  onFailure?(match: number, error: unknown): void
}

export interface ArenaWorkers {
  readonly queue: Pick<MatchQueue, 'attempt' | 'look' | 'compare' | 'places' | 'whyNone'>
  readonly versions: VersionSource
  /** Plays such matches here, too, while the workers have enough to do. */
  readonly playsHere: boolean
}

export interface MatchPreview {
  readonly challenge: Challenge
  readonly players: readonly [MatchPlayer, MatchPlayer?]
  readonly match: Match
}

/** Plays the matches of a store: new ones, those that wait, and those that were interrupted. */
export interface Arena extends AsyncDisposable {
  readonly store: Store
  readonly clock: Clock
  readonly playing: number
  /** Matches that wait for a free place. */
  readonly queued: number
  /** Whether a match of programs waits that no standing ladder has called. */
  readonly isProgramWanted: boolean
  /** Of the matches for workers: those that no worker has begun. */
  waitingForWorkers(): readonly MatchRow[]
  /** By match that a worker plays now: the id of the worker. */
  playingOnWorkers(): ReadonlyMap<number, string>
  /** A contest is decided in this match. If a worker plays it, another one plays it again before it counts. */
  markFinal(match: number): void
  /** Finals of bots that may depend on time or chance: what came of them when another worker played them again. */
  secondOpinions(): ReadonlyMap<number, SecondOpinion>
  /** Matches that no worker can play, and what is missing. */
  missingForWorkers(): ReadonlyMap<number, string>
  /** To be called when the share of the standing ladders or the number of workers has changed. */
  shareChanged(): void
  /** Matches with programs that may run at once. */
  readonly programPlaces: number
  /** Whether anything new may be begun: not while the disk is short of room. */
  room(): Result<void>
  create(match: NewMatch): Result<MatchRow>
  /**
   * Plays a match of players that are connected now and cannot be connected again. It has no result if a round would have to
   * be played twice.
   */
  host(match: NewMatch, contestants: Pair<Contestant>): Promise<Result<MatchRow>>
  /** Takes up an open challenge. */
  join(match: number, player: MatchPlayer): Result<MatchRow>
  /** Withdraws an open challenge. */
  withdraw(match: number): Result<MatchRow>
  /** Ends an open challenge that waits for this team. */
  decline(match: number, team: PersonRow): Result<MatchRow>
  /** Ends a match that waits or runs; it does not count. */
  callOff(match: number, why: string): void
  live(match: number): LiveMatch | undefined
  /** Whether a match runs, or was played or looked at lately: it is in memory, and costs nothing to look at. */
  isAtHand(match: number): boolean
  /** A match that runs or is over; undefined when there is none, or it has not begun. */
  sight(match: number): MatchSight | undefined
  /** How a match looks that never began: it is open, waits for a place, or was withdrawn. */
  preview(match: number): MatchPreview | undefined
  /** Calls back when a match is new or its row has changed, once that is on disk. */
  onMatch(listener: (row: MatchRow) => void): () => void
}

const UNFINISHED = ['open', 'waiting', 'playing'] as const
/** Matches of its bots that one team may have waiting or running, by their origin. */
const MOST_STARTED: Readonly<Partial<Record<MatchOrigin, number>>> = { trial: 5, ladder: 2 }
/** Matches that are over and kept in memory. */
const MOST_KEPT = 200

export function openArena(options: ArenaOptions): Arena {
  const { store, clock = realClock, maxGamesEach = 8, space } = options
  const stop = new AbortController()
  const live = new Map<number, LiveMatch>()
  const over = recentlyUsed<number, MatchSight>(MOST_KEPT)
  const listeners = new Set<(row: MatchRow) => void>()
  const pool = openBrainPool()
  const ordered = new Map<number, LiveMatch>()
  const workers = new Map<number, string>()
  const missing = new Map<number, string>()
  const away =
    options.workers &&
    openAway(options.workers, options, {
      store,
      ordered,
      workers,
      missing,
      placesChanged: () => queues.shareChanged(),
    })
  const queues = openMatchQueues({
    ...options,
    ...(away && { away }),
    until: () => space?.until('ample', stop.signal),
  })
  const practice = openPracticeGames({
    clock,
    limits: options.idleLimits ?? IDLE_LIMITS,
    isWanted: (row) => queues.isWanted(row),
    callOff: (match, why) => live.get(match)?.callOff(why),
  })
  const hall: Hall = {
    store,
    clock,
    space,
    seating: options.seating,
    pool,
    practice,
    away,
    live,
    stop: stop.signal,
    announce: (match) => announceRow(store, match, listeners),
    onOver: (match) => void over.set(match.id, match),
    onFailure: (match, error) => options.onFailure?.(match, error),
  }
  const room = (): Result<void> => space?.room() ?? ok(undefined)
  const enqueue = (row: MatchRow, owner = ownerOf(row)): void =>
    queues.add(row, owner, () => practice.watch(row, owner, () => playRow(hall, row)))

  for (const row of store.unfinishedMatches()) enqueue(row)

  return {
    store,
    clock,
    room,
    get playing() {
      return live.size
    },
    get queued() {
      return queues.waiting + ordered.size
    },
    get isProgramWanted() {
      return queues.isProgramWanted
    },
    shareChanged: () => queues.shareChanged(),
    get programPlaces() {
      return queues.programPlaces
    },
    waitingForWorkers: () => [
      ...queues.waitingAway(),
      ...[...ordered.keys()].flatMap((id) => store.match(id) ?? []),
    ],
    playingOnWorkers: () => workers,
    missingForWorkers: () => missing,
    secondOpinions: () => new Map(away?.opinions.entries()),
    markFinal: (match) => void away?.finals.add(match),
    create(wanted) {
      const allowed = isCasual(wanted.origin)
        ? mayBegin(store, room, wanted.players, maxGamesEach)
        : mayTry(store, room, wanted)
      if (!allowed.ok) return allowed
      const added = addMatch(hall, wanted)
      if (!added.ok || !added.value.players[1]) return added
      enqueue(added.value, wanted.owner)
      return ok(rowOf(store, added.value.id))
    },
    async host(wanted, [first, second]) {
      const free = room()
      if (!free.ok) return free
      const added = addMatch(hall, wanted)
      if (!added.ok) return added
      await playRow(hall, added.value, [{ contestant: first }, { contestant: second }])
      return ok(rowOf(store, added.value.id))
    },
    join(id, player) {
      const open = invitationFor(player, id, store)
      if (!open.ok) return open
      const allowed = mayBegin(store, room, [player], maxGamesEach)
      if (!allowed.ok) return allowed
      const first = sitsFirst(open.value, player, store)
      store.append({ kind: 'match-joined', match: id, player, ...(first && { first }) })
      hall.announce(id)
      enqueue(rowOf(store, id))
      return ok(rowOf(store, id))
    },
    withdraw(id) {
      const open = openInvitation(store, id, 'withdraw')
      return open.ok ? endInvitation(hall, open.value, 'the challenge was withdrawn') : open
    },
    decline(id, team) {
      const open = openInvitation(store, id, 'decline')
      if (!open.ok) return open
      const allowed = mayDecline(open.value, team)
      return allowed.ok ? endInvitation(hall, open.value, `${team.name} declined`) : allowed
    },
    callOff(id, why) {
      const running = live.get(id) ?? ordered.get(id)
      if (running) return running.callOff(why)
      const row = queues.cancel(id)
      if (row) callOffRow(hall, row, why)
    },
    live: (id) => live.get(id),
    isAtHand: (id) => live.has(id) || over.get(id) !== undefined,
    sight(id) {
      const known = live.get(id) ?? over.get(id)
      if (known) return known
      const past = readPast(store, id)
      if (past) over.set(id, past)
      return past
    },
    preview: (id) => previewOf(store, id),
    onMatch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      practice[Symbol.dispose]()
      queues.stop()
      const running = [...live.values(), ...ordered.values()]
      for (const one of running) one.interrupt()
      await Promise.allSettled(running.map(({ done }) => done))
      await pool[Symbol.asyncDispose]()
    },
  }
}

function announceRow(store: Store, match: number, listeners: ReadonlySet<(row: MatchRow) => void>): void {
  // The row is read now: once this entry is on disk, the row may already show later entries that are not.
  const row = store.match(match)
  if (!row) return
  store.afterCommit(() => {
    for (const listener of listeners) listener(row)
  })
}

/** Finals of which the organiser sees what another worker made of them. */
const MOST_OPINIONS = 20

/** Matches that are ordered and not begun keep each worker busy: as many as the workers play at once. */
function openAway(
  { queue, versions, playsHere }: ArenaWorkers,
  { maxProgramMatches = Math.max(2, availableParallelism()) }: Pick<ArenaOptions, 'maxProgramMatches'>,
  { store, ...state }: Pick<Away, 'ordered' | 'workers' | 'missing' | 'placesChanged'> & Pick<Hall, 'store'>,
): Away & AwayLimits {
  // Without workers a few matches are ordered all the same: a worker that comes finds them.
  const places = (): number => (playsHere ? 2 * queue.places() : Math.max(2, 2 * queue.places()))
  return {
    queue,
    versions,
    finals: new Set(),
    opinions: recentlyUsed(MOST_OPINIONS),
    ...state,
    isFor: (row) => isForWorkers(row, store),
    places: () => places() + state.missing.size + (playsHere ? maxProgramMatches : 0),
    isHereNext: () => playsHere && state.ordered.size + state.workers.size - state.missing.size >= places(),
  }
}

/** The open match that this player may join. */
function invitationFor(player: MatchPlayer, id: number, store: Store): Result<MatchRow> {
  const open = openInvitation(store, id, 'join')
  if (!open.ok) return open
  if ('person' in player && playerOf(open.value.players, player.person) !== undefined)
    return fail('own-match', `Cannot join match ${id}: it is your own challenge`)
  const allowed = mayJoin(open.value, player, store)
  return allowed.ok ? open : allowed
}

function endInvitation(hall: Hall, row: MatchRow, why: string): Result<MatchRow> {
  callOffRow(hall, row, why)
  return ok(rowOf(hall.store, row.id))
}

/** Whether these players may begin another game of their own choice. */
function mayBegin(
  store: Store,
  room: () => Result<void>,
  players: readonly (MatchPlayer | undefined)[],
  maxGamesEach: number,
): Result<void> {
  const hasTooMany = (player: MatchPlayer | undefined): boolean => {
    if (player?.kind !== 'http') return false
    const page = { limit: maxGamesEach }
    // What others play against this person's bots is not its own doing.
    const own = UNFINISHED.flatMap((status) => store.ownGames(player.person, status, page))
    return own.length >= maxGamesEach
  }
  const free = room()
  if (!free.ok) return free
  return players.some(hasTooMany)
    ? fail(
        'too-many-games',
        `Cannot begin another game: a team may have ${maxGamesEach} open at once, finish one first`,
      )
    : ok(undefined)
}

/** Whether the team may start another match of its bot. Matches that others start with its bots are not its own. */
function mayTry(store: Store, room: () => Result<void>, { origin, starter }: NewMatch): Result<void> {
  const most = MOST_STARTED[origin]
  if (most === undefined || starter === undefined) return ok(undefined)
  const free = room()
  if (!free.ok) return free
  const { length } = store.unfinishedBy(starter, origin)
  return length < most
    ? ok(undefined)
    : fail(
        'too-many-matches',
        `Cannot start another match: ${length} that your team started wait or run, wait until one is over`,
      )
}

function addMatch({ store, announce }: Hall, wanted: NewMatch): Result<MatchRow> {
  const made = readNewMatch(wanted)
  if (!made.ok) return made
  const { challenge, settings, rules, seed } = made.value
  const match = store.nextMatch()
  store.append({
    kind: 'match-created',
    match,
    challenge: challenge.id,
    gameVersion: challenge.game.version,
    settings,
    rules,
    seed,
    players: wanted.players,
    origin: wanted.origin,
    ...(wanted.starter !== undefined && { starter: wanted.starter }),
    ...(wanted.invited !== undefined && { invited: wanted.invited }),
    ...(wanted.rematchOf !== undefined && { rematchOf: wanted.rematchOf }),
  })
  announce(match)
  return ok(rowOf(store, match))
}

function rowOf(store: Store, id: number): MatchRow {
  const row = store.match(id)
  if (!row) throw new Error(`match ${id} is not in the store`)
  return row
}

function openInvitation(store: Store, id: number, verb: string): Result<MatchRow> {
  const row = store.match(id)
  if (!row) return fail('unknown-match', `There is no match ${id}`)
  return row.status === 'open' ? ok(row) : fail('not-open', `Cannot ${verb} match ${id}: it is ${row.status}`)
}

function readPast(store: Store, id: number): MatchSight | undefined {
  const row = store.match(id)
  if (row?.status !== 'over') return undefined
  const read = readRow(row)
  return read.ok ? pastMatch(row, read.value, store.eventsOf(id), store.last) : undefined
}

function previewOf(store: Store, id: number): MatchPreview | undefined {
  const row = store.match(id)
  const challenge = row && findChallenge(row.challenge)
  if (!challenge) return undefined
  const spec = makeSpec(challenge.game, row.settings, row.rules, row.seed)
  if (!spec.ok) return undefined
  const { match } = startMatch(spec.value)
  return { challenge, players: row.players, match: row.status === 'over' ? calledOff(match) : match }
}
