import { randomInt } from 'node:crypto'
import { cpus } from 'node:os'
import { LRUCache } from 'lru-cache'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { findBrain } from '../brains/index.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { makeSpec, type Match, type MatchRules, type MatchSpec, type Player } from '../match/match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { openBrainPool } from '../runner/brain-pool.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import type { MatchOrigin, MatchPlayer, MatchRow, Store } from '../store/store.ts'
import { isCasual } from './is-casual.ts'
import {
  calledOff,
  calledOffEntry,
  pastMatch,
  playerOf,
  playLive,
  replay,
  takeUp,
  type LiveMatch,
  type MatchSight,
  type Past,
  type Seated,
} from './live-match.ts'
import type { DiskSpace } from './disk-space.ts'
import { openFairQueue, type FairQueue, type FairQueueOptions, type Work } from './fair-queue.ts'
import { IDLE_LIMITS, idleGames, type IdleLimits, type PracticeGame } from './idle-games.ts'
import type { BotDiary } from './logged-program.ts'
import { readRow } from './read-row.ts'
import { seatPlayer, type Chair, type SeatingContext } from './seat-player.ts'
import { withStartUp } from './start-up.ts'

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
  /** How much room the disk has; without it there is always enough. */
  readonly space?: DiskSpace
  /** A match could not go on because of us. */
  onFailure?(match: number, error: unknown): void
}

export interface MatchPreview {
  readonly challenge: Challenge
  readonly players: readonly [MatchPlayer, MatchPlayer?]
  readonly match: Match
}

export interface NewMatch {
  readonly challenge: string
  readonly players: readonly [MatchPlayer, MatchPlayer?]
  readonly origin: MatchOrigin
  readonly settings?: Readonly<Record<string, unknown>>
  readonly rules?: Partial<MatchRules>
  readonly seed?: number
  /** Whom its place counts for, if not the team that plays: an address, for one without a key. */
  readonly owner?: string
}

/** Plays the matches of a store: new ones, those that wait, and those that were interrupted. */
export interface Arena extends AsyncDisposable {
  readonly store: Store
  readonly clock: Clock
  readonly playing: number
  /** Matches that wait for a free place. */
  readonly queued: number
  /** Whether anything new may be begun: not while the disk is short of room. */
  room(): Result<void>
  create(match: NewMatch): Result<MatchRow>
  /**
   * Plays a match of players that are here now and cannot be fetched again: a connection each. Without a result if they
   * would have to be asked twice.
   */
  host(match: NewMatch, contestants: Pair<Contestant>): Promise<Result<MatchRow>>
  /** Takes up an open challenge. */
  join(match: number, player: MatchPlayer): Result<MatchRow>
  /** Withdraws an open challenge. */
  withdraw(match: number): Result<MatchRow>
  /** Ends a match that waits or runs, if it does: it counts for nobody. */
  callOff(match: number, why: string): void
  live(match: number): LiveMatch | undefined
  /** Whether a match runs, or was played or looked at lately: it is in memory, and costs nothing to look at. */
  isAtHand(match: number): boolean
  /** A match that runs or is over; undefined when there is none, or it has not begun. */
  sight(match: number): MatchSight | undefined
  /** How a match looks that never began: one that is open, waits for a place, or was withdrawn. */
  preview(match: number): MatchPreview | undefined
  /** Calls back when a match is new or its row has changed, once that is on disk. */
  onMatch(listener: (row: MatchRow) => void): () => void
}

const UNFINISHED = ['open', 'waiting', 'playing'] as const
/** More than anybody has at once, bots and all. */
const MOST_RUNNING = 500
/** A match that we failed this often is given up. */
const MAX_FAILURES = 3
/** So often it is looked for idle practice games. */
const LOOK_MS = 5_000

export function openArena(options: ArenaOptions): Arena {
  const { store, clock = realClock, maxHouseMatches = 32, maxGamesEach = 8, space } = options
  const { maxProgramMatches = Math.max(2, cpus().length), idleLimits = IDLE_LIMITS } = options
  const stop = new AbortController()
  const live = new Map<number, LiveMatch>()
  const over = new LRUCache<number, MatchSight>({ max: 200 })
  const listeners = new Set<(row: MatchRow) => void>()
  const pool = openBrainPool()
  /** Nothing is begun while the disk is short of room. */
  const until = (): Promise<void> | undefined => space?.until('ample', stop.signal)
  const queues: Readonly<Record<Weight, FairQueue>> = {
    light: openFairQueue({ places: Infinity, until }),
    house: openFairQueue({ ...sharesOf(maxHouseMatches), until }),
    program: openFairQueue({ ...sharesOf(maxProgramMatches), until }),
  }
  /** Matches that wait for a place. */
  const waiting = new Map<
    number,
    { readonly row: MatchRow; readonly queue: FairQueue; readonly work: Work }
  >()
  /** Practice games that run, whom they count for, and when their players last asked for anything. */
  const practice = new Map<number, { readonly row: MatchRow; readonly owner: string; seen: number }>()

  function announce(id: number): void {
    store.afterCommit(() => {
      const row = store.match(id)
      if (row) for (const listener of listeners) listener(row)
    })
  }

  function enqueue(row: MatchRow, owner = ownerOf(row)): void {
    const queue = queues[weightOf(row)]
    const work: Work = {
      owner,
      hasPriority: row.origin === 'tournament' || row.origin === 'organiser',
      async run() {
        waiting.delete(row.id)
        if (row.origin === 'practice') practice.set(row.id, { row, owner, seen: clock.now() })
        await play(row).finally(() => practice.delete(row.id))
      },
    }
    waiting.set(row.id, { row, queue, work })
    queue.add(work)
  }

  const room = (): Result<void> => space?.room() ?? ok(undefined)

  let stopLooking = (): void => {}
  /** Ends practice games that their players have left. */
  function endIdle(): void {
    const games = [...practice.values()].map(({ row, owner, seen }): PracticeGame => ({
      match: row.id,
      owner,
      // A team that hears of its battle by a stream is there from its first event on, and its clock runs.
      idleMs: row.players.some((_, player) => live.get(row.id)?.battle(player === 0 ? 0 : 1)?.hasStarted)
        ? 0
        : clock.now() - seen,
      isWanted: queues[weightOf(row)].waiting > 0,
    }))
    for (const { match, idleMs } of idleGames(games, idleLimits))
      live.get(match)?.callOff(`its player did not ask for anything for ${Math.floor(idleMs / 1000)} s`)
    stopLooking = clock.at(clock.now() + LOOK_MS, endIdle)
  }

  async function play(row: MatchRow, chairs?: Pair<Seated>): Promise<void> {
    for (let failures = 0; failures < MAX_FAILURES; failures++) {
      try {
        const running = chairs && failures > 0 ? undefined : begin(row, chairs)
        if (!running) break
        live.set(row.id, running)
        announce(row.id)
        await running.done
        if (stop.signal.aborted) return
        if (running.match.phase !== 'over') break
        over.set(row.id, running)
        return announce(row.id)
      } catch (error) {
        options.onFailure?.(row.id, error)
        if (stop.signal.aborted) return
      } finally {
        live.delete(row.id)
      }
    }
    const latest = found(row.id)
    if (latest.status !== 'over') callOff(latest, 'the server failed to play it')
  }

  function begin(row: MatchRow, chairs?: Pair<Seated>): LiveMatch | undefined {
    const read = readRow(row)
    if (!read.ok) return callOff(row, read.problem.message)
    const { challenge, players, spec } = read.value
    const past = takeUp(spec, store.eventsOf(row.id))
    const seated = chairs ? ok(chairs) : seatBoth(row.id, players, challenge, spec, past)
    if (!seated.ok) return callOff(row, seated.problem.message)
    if (row.status !== 'playing') store.append({ kind: 'match-started', match: row.id })
    return playLive({
      row,
      players,
      challenge,
      spec,
      seated: seated.value,
      store,
      clock,
      past,
      ...(space && { space }),
      isOnce: chairs !== undefined,
      signal: stop.signal,
    })
  }

  function seatBoth(
    match: number,
    players: Pair<MatchPlayer>,
    challenge: Challenge,
    spec: MatchSpec,
    { events: past, match: { round } }: Past,
  ): Result<Pair<Seated>> {
    const chairOf = (player: Player): Chair => {
      const seat = round.seats[0] === player ? 0 : 1
      const arrived = round.index > 0 || round.ready[seat]
      const afterCommit = (act: () => void): void => store.afterCommit(act)
      const onSeen = (): void => {
        const game = practice.get(match)
        if (game) game.seen = clock.now()
      }
      return { seat, spec, past, arrived, pool, diary: diaryOf(match, player), onSeen, afterCommit }
    }
    const first = seatPlayer(players[0], challenge, options.seating, chairOf(0))
    if (!first.ok) return first
    const second = seatPlayer(players[1], challenge, options.seating, chairOf(1))
    return second.ok ? ok([first.value, second.value]) : second
  }

  const diaryOf = (match: number, player: Player): BotDiary => ({
    earlier: () => store.botLogs(match).flatMap((row) => (row.player === player ? [row.log] : [])),
    keep: (log) => void store.append({ kind: 'bot-logged', match, player, log }),
  })

  function callOff(row: MatchRow, why: string): undefined {
    store.append(calledOffEntry(row.id, row.score, why))
    announce(row.id)
  }

  function tooMany(player: MatchPlayer | undefined): boolean {
    if (player?.kind !== 'http') return false
    const { person } = player
    const running = UNFINISHED.flatMap((status) => store.matches({ person, status }, { limit: MOST_RUNNING }))
    // What others play against this person's bots is not its own doing.
    return running.filter((row) => playerOf(row.players, person) !== undefined).length >= maxGamesEach
  }

  function add(wanted: NewMatch): Result<MatchRow> {
    const made = readNew(wanted)
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
    })
    announce(match)
    return ok(found(match))
  }

  const crowded = () =>
    fail(
      'too-many-games',
      `Cannot begin another game: at most ${maxGamesEach} may be open at once, finish one first`,
    )

  const found = (id: number): MatchRow => {
    const row = store.match(id)
    if (!row) throw new Error(`match ${id} is not in the store`)
    return row
  }

  for (const row of store.unfinishedMatches()) enqueue(row)
  endIdle()

  return {
    store,
    clock,
    room,
    get playing() {
      return live.size
    },
    get queued() {
      return waiting.size
    },
    create(wanted) {
      if (isCasual(wanted.origin)) {
        const free = room()
        if (!free.ok) return free
        if (wanted.players.some(tooMany)) return crowded()
      }
      const added = add(wanted)
      if (!added.ok || !added.value.players[1]) return added
      enqueue(added.value, wanted.owner)
      return ok(found(added.value.id))
    },
    async host(wanted, [first, second]) {
      const free = room()
      if (!free.ok) return free
      const added = add(wanted)
      if (!added.ok) return added
      const { id } = added.value
      await play(added.value, [{ contestant: first }, { contestant: second }])
      return ok(found(id))
    },
    join(id, player) {
      const row = store.match(id)
      if (!row) return fail('unknown-match', `There is no match ${id}`)
      if (row.status !== 'open') return fail('not-open', `Cannot join match ${id}: it is ${row.status}`)
      if ('person' in player && playerOf(row.players, player.person) !== undefined)
        return fail('own-match', `Cannot join match ${id}: it is your own challenge`)
      if (tooMany(player)) return crowded()
      const free = room()
      if (!free.ok) return free
      store.append({ kind: 'match-joined', match: id, player })
      announce(id)
      enqueue(found(id))
      return ok(found(id))
    },
    withdraw(id) {
      const row = store.match(id)
      if (!row) return fail('unknown-match', `There is no match ${id}`)
      if (row.status !== 'open') return fail('not-open', `Cannot withdraw match ${id}: it is ${row.status}`)
      callOff(row, 'the challenge was withdrawn')
      return ok(found(id))
    },
    callOff(id, why) {
      const running = live.get(id)
      if (running) return running.callOff(why)
      const place = waiting.get(id)
      if (!place?.queue.cancel(place.work)) return
      waiting.delete(id)
      callOff(place.row, why)
    },
    live: (id) => live.get(id),
    isAtHand: (id) => live.has(id) || over.get(id) !== undefined,
    sight(id) {
      const running = live.get(id) ?? over.get(id)
      if (running) return running
      const row = store.match(id)
      if (row?.status !== 'over') return undefined
      const read = readRow(row)
      if (!read.ok) return undefined
      const { challenge, players, spec } = read.value
      const sight = pastMatch(row, players, challenge, spec, store.eventsOf(id), store.last)
      over.set(id, sight)
      return sight
    },
    preview(id) {
      const row = store.match(id)
      const challenge = row && findChallenge(row.challenge)
      if (!challenge) return undefined
      const spec = makeSpec(challenge.game, row.settings, row.rules, row.seed)
      if (!spec.ok) return undefined
      const match = replay(spec.value, [])
      return { challenge, players: row.players, match: row.status === 'over' ? calledOff(match) : match }
    },
    onMatch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      stopLooking()
      for (const queue of Object.values(queues)) queue.stop()
      for (const running of live.values()) running.interrupt()
      await Promise.allSettled([...live.values()].map(({ done }) => done))
      await pool[Symbol.asyncDispose]()
    },
  }
}

/** What a match needs of this machine while it runs. */
type Weight = 'light' | 'house' | 'program'

/** A quarter of the places is kept for contests, and no team practises in more than a quarter of the rest. */
function sharesOf(places: number): FairQueueOptions {
  const reserved = places < 2 ? 0 : Math.max(1, Math.floor(places / 4))
  return { places, reserved, each: Math.max(1, Math.floor((places - reserved) / 4)) }
}

/** The team that asked for a match, as far as the match tells: one that plays in it itself, not by a bot. */
function ownerOf({ players, origin }: MatchRow): string {
  for (const player of players)
    if ((player?.kind === 'http' || player?.kind === 'sse') && player.person !== undefined)
      return `player ${player.person}`
  return origin
}

function weightOf({ players, challenge }: MatchRow): Weight {
  if (players.some((player) => player?.kind === 'bot')) return 'program'
  const game = findChallenge(challenge)?.game.id ?? ''
  const isHeavy = (player: MatchPlayer | undefined): boolean =>
    player?.kind === 'house' && findBrain(player.brain, game)?.thinks === 'long'
  return players.some(isHeavy) ? 'house' : 'light'
}

interface NewSpec {
  readonly challenge: Challenge
  readonly settings: Readonly<Record<string, unknown>>
  readonly rules: MatchRules
  readonly seed: number
}

function readNew(wanted: NewMatch): Result<NewSpec> {
  const challenge = findChallenge(wanted.challenge)
  if (!challenge) return fail('unknown-challenge', `There is no challenge ${show(wanted.challenge)}`)
  for (const player of wanted.players)
    if (player?.kind === 'house' && !findBrain(player.brain, challenge.game.id))
      return fail('unknown-brain', `There is no house brain ${show(player.brain)} for ${challenge.title}`)
  const byHttp = wanted.players.some((player) => player === undefined || player.kind === 'http')
  const rules: MatchRules = { ...withStartUp(challenge.rules, byHttp), ...wanted.rules }
  const settings = { ...challenge.game.presets[challenge.preset], ...wanted.settings }
  const seed = wanted.seed ?? randomInt(2 ** 47)
  const spec = makeSpec(challenge.game, settings, rules, seed)
  return spec.ok ? ok({ challenge, settings, rules: spec.value.rules, seed }) : spec
}
