import type { LRUCache } from 'lru-cache'
import { messageOf } from '../base/message-of.ts'
import { OVER } from '../base/over.ts'
import { ok, type Result } from '../base/result.ts'
import type { Pair } from '../game/game.ts'
import type { Player } from '../match/match.ts'
import type { RemoteSeat } from '../protocols/hosted-match.ts'
import type { MatchQueue, SecondOpinion } from '../queue/match-queue.ts'
import type { BrainPool } from '../runner/brain-pool.ts'
import type { Clock } from '../runner/clock.ts'
import type { MatchRow, Store } from '../store/store.ts'
import { personOf } from '../store/subjects/matches.ts'
import type { DiskSpace } from './disk-space.ts'
import {
  calledOffEntry,
  playHere,
  playLive,
  takeUp,
  type LiveMatch,
  type Past,
  type Seated,
} from './live-match.ts'
import { loggedGuest } from './logged-guest.ts'
import type { BotDiary } from '../runner/logged-program.ts'
import { usedByLogs } from './used-by-logs.ts'
import { isForWorkers, type VersionSource } from './order-of-row.ts'
import { playAway } from './play-away.ts'
import type { PracticeGames } from './practice-games.ts'
import { readRow, type ReadMatch } from './read-row.ts'
import { seatPlayer, type SeatingContext } from './seat-player.ts'

/** What matches are played with. */
export interface Hall {
  readonly store: Store
  readonly clock: Clock
  readonly space: DiskSpace | undefined
  readonly seating: SeatingContext
  readonly pool: BrainPool
  readonly practice: Pick<PracticeGames, 'see' | 'stay'>
  /** Undefined without workers. */
  readonly away: Away | undefined
  /** The matches that run. */
  readonly live: Map<number, LiveMatch>
  /** The arena is closed. */
  readonly stop: AbortSignal
  /** The row of a match is new or has changed. */
  readonly announce: (match: number) => void
  onOver(match: LiveMatch): void
  onFailure(match: number, error: unknown): void
}

/** What hands matches to workers. */
export interface Away {
  readonly queue: Pick<MatchQueue, 'attempt' | 'look' | 'compare' | 'whyNone'>
  readonly versions: VersionSource
  /** Matches in which a contest is decided. */
  readonly finals: Set<number>
  /** By final that another worker played again: what came of it. */
  readonly opinions: LRUCache<number, SecondOpinion>
  /** Whether the next such match is played in this process instead. */
  isHereNext(): boolean
  /** Matches that no worker has begun yet, by their id. */
  readonly ordered: Map<number, LiveMatch>
  /** By match: the id of the worker that plays it now. */
  readonly workers: Map<number, string>
  /** By match that no worker can play: what is missing. */
  readonly missing: Map<number, string>
  /** There are more places, or fewer. */
  placesChanged(): void
}

/** A match that the server failed to play this often is given up. */
const MAX_FAILURES = 3

/** Plays a match of the store to its end; `guests` are players that are here now and cannot be fetched again. */
export async function playRow(hall: Hall, row: MatchRow, guests?: Pair<Seated>): Promise<void> {
  const { store, live, stop } = hall
  if (!guests && hall.away && isForWorkers(row, store) && !hall.away.isHereNext())
    return playRowAway(hall, hall.away, row)
  for (let failures = 0; failures < MAX_FAILURES; failures++) {
    const over = new AbortController()
    try {
      const running = guests && failures > 0 ? undefined : begin(hall, row, over.signal, guests)
      if (!running) break
      live.set(row.id, running)
      hall.announce(row.id)
      await running.done
      if (stop.aborted) return
      over.abort(OVER)
      if (running.match.phase !== 'over') break
      hall.onOver(running)
      return hall.announce(row.id)
    } catch (error) {
      hall.onFailure(row.id, error)
      if (stop.aborted) return
    } finally {
      live.delete(row.id)
    }
  }
  const latest = store.match(row.id)
  if (latest && latest.status !== 'over') callOffRow(hall, latest, 'the server failed to play it')
}

/** Lets workers play a match of the store to its end. It is live from the moment at which a worker has it. */
async function playRowAway(hall: Hall, away: Away, row: MatchRow): Promise<void> {
  const { store, live, stop, clock, space } = hall
  const { queue, versions, ordered, workers, missing } = away
  const read = readRow(row)
  if (!read.ok) return callOffRow(hall, row, read.problem.message)
  const goLive = (): void => {
    if (live.has(row.id)) return
    ordered.delete(row.id)
    if (store.match(row.id)?.status === 'waiting') store.append({ kind: 'match-started', match: row.id })
    live.set(row.id, running)
    hall.announce(row.id)
  }
  const play = playAway({
    row,
    read: read.value,
    store,
    space,
    queue,
    versions,
    isFinal: () => away.finals.has(row.id),
    onFinal: (opinion) =>
      void opinion.then(
        (one) => one && away.opinions.set(row.id, one),
        (error: unknown) => hall.onFailure(row.id, error),
      ),
    onBegan(worker) {
      workers.set(row.id, worker)
      goLive()
    },
    onLost: () => workers.delete(row.id),
    onMissing(why) {
      if (why === missing.get(row.id)) return
      if (why === undefined) missing.delete(row.id)
      else missing.set(row.id, why)
      // Such a match takes no place from those that can be played.
      away.placesChanged()
    },
  })
  const past = takeUp(read.value.spec, store.eventsOf(row.id))
  const running = playLive({ row, ...read.value, play, store, clock, past, signal: stop, isFar: true })
  ordered.set(row.id, running)
  // A match that an earlier process began can be seen at once.
  if (row.status === 'playing') goLive()
  try {
    await running.done
    if (stop.aborted) return
    if (running.match.phase === 'over') hall.onOver(running)
  } catch (error) {
    hall.onFailure(row.id, error)
    const latest = store.match(row.id)
    if (stop.aborted || latest?.status === 'over') return
    if (latest) callOffRow(hall, latest, messageOf(error))
  } finally {
    ordered.delete(row.id)
    workers.delete(row.id)
    missing.delete(row.id)
    away.finals.delete(row.id)
    live.delete(row.id)
  }
  hall.announce(row.id)
}

/** Ends a match that does not run; it does not count. */
export function callOffRow({ store, announce }: Hall, row: MatchRow, why: string): undefined {
  store.append(calledOffEntry(row.id, row.score, why))
  announce(row.id)
}

function begin(hall: Hall, row: MatchRow, over: AbortSignal, guests?: Pair<Seated>): LiveMatch | undefined {
  const { store, clock, space, stop } = hall
  const read = readRow(row)
  if (!read.ok) return callOffRow(hall, row, read.problem.message)
  const past = takeUp(read.value.spec, store.eventsOf(row.id))
  const seated = guests
    ? ok(seatGuests(hall, row.id, read.value, guests))
    : seatBoth(hall, row.id, read.value, past, over)
  if (!seated.ok) return callOffRow(hall, row, seated.problem.message)
  if (row.status !== 'playing') store.append({ kind: 'match-started', match: row.id })
  return playLive({
    row,
    ...read.value,
    play: playHere({ row, ...read.value, seated: seated.value, store, clock, space }),
    store,
    clock,
    past,
    isOnce: guests !== undefined,
    signal: stop,
  })
}

function seatBoth(
  hall: Hall,
  match: number,
  { challenge, players, spec }: ReadMatch,
  { events: past, match: { round } }: Past,
  over: AbortSignal,
): Result<Pair<Seated>> {
  const { store, practice, pool, seating } = hall
  const seatOf = (player: Player): RemoteSeat => {
    const seat = round.seats[0] === player ? 0 : 1
    return {
      match,
      player,
      seat,
      spec,
      past,
      arrived: round.index > 0 || round.ready[seat],
      over,
      afterCommit: (act) => store.afterCommit(act),
      onSeen: () => practice.see(match),
      onStay: () => practice.stay(match),
    }
  }
  const sit = (player: Player): Result<Seated> =>
    seatPlayer(players[player], challenge, seating, {
      seat: seatOf(player),
      pool,
      diary: diaryOf(store, match, player),
    })
  const first = sit(0)
  if (!first.ok) return first
  const second = sit(1)
  return second.ok ? ok([first.value, second.value]) : second
}

/** What a guest says is logged if it has shown the key of a team: no one else could read it. */
function seatGuests(
  { store, clock }: Hall,
  match: number,
  { players }: ReadMatch,
  guests: Pair<Seated>,
): Pair<Seated> {
  const sit = (player: Player): Seated =>
    personOf(players[player]) === undefined
      ? guests[player]
      : {
          ...guests[player],
          contestant: loggedGuest(guests[player].contestant, diaryOf(store, match, player), clock),
        }
  return [sit(0), sit(1)]
}

const diaryOf = (store: Store, match: number, player: Player): BotDiary => ({
  used: () => usedByLogs(store, match, player),
  keep: (log) => void store.append({ kind: 'bot-logged', match, player, log }),
})
