import type { Challenge } from '../challenges/challenge.ts'
import { SEATS, type Pair, type Seat } from '../game/game.ts'
import { timeLeft } from '../match/clock.ts'
import { describeEnd } from '../match/describe.ts'
import { awaitedSeats } from '../match/machine.ts'
import type { Match, MatchEvent, MatchSpec, Player } from '../match/match.ts'
import { replayEvents } from '../match/replay-events.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { Clock } from '../runner/clock.ts'
import { playMatch } from '../runner/play-match.ts'
import type { LogEntry, MatchOrigin, MatchPlayer, MatchRow, Store } from '../store/store.ts'
import { openAccounts, type Accounts } from './accounts.ts'
import type { DiskSpace } from './disk-space.ts'
import { durableContestant } from './durable-contestant.ts'
import { openFeed, type Feed, type LiveFeed } from './feed.ts'
import { isCasual } from './is-casual.ts'
import { headerOf, type ReadMatch } from './read-row.ts'

/** What can be seen of a match, whether it runs or is over. */
export interface MatchSight {
  readonly id: number
  readonly challenge: Challenge
  readonly players: Pair<MatchPlayer>
  readonly origin: MatchOrigin
  /** Its players asked for it themselves. */
  readonly isCasual: boolean
  /** As it stands now. */
  readonly match: Match
  readonly feed: Feed
  /** The number of the last entry that says how it stands: what it shows may be told to others once that is on disk. */
  readonly lastEntry: number
  /** The time of the match, in milliseconds since it began. */
  now(): number
  /** What the seat's clock shows now, in milliseconds; undefined when the match does not wait for it. */
  timeLeft(seat: Seat): number | undefined
  /** Calls back after every change that is safely on disk. */
  onChange(listener: () => void): () => void
}

/** A player in its seat. */
export interface Seated {
  readonly contestant: Contestant
  /** It comes over the network. */
  readonly isRemote?: boolean
}

export interface LiveMatch extends MatchSight {
  /** Stops it without a result; it goes on after a restart. */
  interrupt(): void
  /** Ends it for good; it does not count. */
  callOff(why: string): void
  /** Over, or stopped without a result. */
  readonly done: Promise<void>
}

export interface LiveOptions {
  readonly row: MatchRow
  readonly players: Pair<MatchPlayer>
  readonly challenge: Challenge
  readonly spec: MatchSpec
  /** Plays the rest of the match, here or on a worker. */
  readonly play: (rest: RestOfMatch) => Promise<unknown>
  readonly store: Store
  readonly clock: Clock
  readonly past: Past
  /** The players cannot be asked to play a round again: then the match ends without a result. */
  readonly isOnce?: boolean
  /** Another machine keeps its time: it stands still until the first event. */
  readonly isFar?: boolean
  /** The arena is closed. It is only read: a listener would stay for as long as the arena is open. */
  readonly signal: AbortSignal
}

/** What is left to play of a match. */
export interface RestOfMatch {
  /** As of its last event. */
  readonly match: Match
  /** Undefined if it begins. */
  readonly resume: Match | undefined
  /** The clock's time at which the match began. */
  readonly began: number
  readonly signal: AbortSignal
  readonly onEvent: (event: MatchEvent, next: Match) => void
  /**
   * Another machine keeps the time of the match: it is that of its newest event, plus what has passed here since. Between
   * `stood` and the next event the time stands still.
   */
  readonly far: { heard(at: number): void; stood(): void }
}

/** What has happened in a match already, when it is taken up again, and where that has led. */
export interface Past {
  readonly events: readonly MatchEvent[]
  readonly match: Match
  readonly accounts: Accounts
}

/** Goes through what has happened, once. */
export function takeUp(spec: MatchSpec, events: readonly MatchEvent[]): Past {
  const accounts = openAccounts()
  const match = replayEvents(spec, events, (before, event) => accounts.see(before, event))
  return { events, match, accounts }
}

/** Plays a match of the store: every event is in the log before any listener gets it. */
export function playLive(options: LiveOptions): LiveMatch {
  const { row, players, challenge, spec, store, clock } = options
  const { events: past, accounts } = options.past
  const { id } = row
  const listeners = new Set<() => void>()
  const feed: LiveFeed = openFeed(headerOf(row, players, spec), past)
  const giveUp = new AbortController()
  if (options.signal.aborted) giveUp.abort()
  let lastAt = past.at(-1)?.at ?? 0
  /** Undefined while the time stands still. */
  let began: number | undefined = options.isFar ? undefined : clock.now() - lastAt
  const now = (): number => (began === undefined ? lastAt : Math.floor(clock.now() - began))
  let { match } = options.past
  let whyOff: string | undefined
  let lastEntry = store.last

  function onEvent(event: MatchEvent, next: Match): void {
    const before = match
    match = next
    lastAt = event.at
    accounts.see(before, event)
    store.append({ kind: 'match-event', match: id, event })
    if (next.phase === 'over') endMatch(next)
    else if (next.ended.length > before.ended.length)
      store.append({ kind: 'round-over', match: id, score: next.score })
    if (event.kind === 'voided' && options.isOnce) giveUp.abort()
    // `asked` starts a clock anew, and changes no position.
    if (event.kind !== 'asked') lastEntry = store.last
    store.afterCommit(() => {
      feed.add(event)
      if (next.phase === 'over') feed.end()
      for (const listener of listeners) listener()
    })
  }

  function endMatch({ result, score, ended }: Match): void {
    const names: Pair<string> = [players[0].name, players[1].name]
    const last = ended.at(-1)
    store.append({
      kind: 'match-over',
      match: id,
      score,
      winner: result?.winner,
      void: result?.void ?? true,
      end: last ? describeEnd(last, spec, names) : 'not played',
      accounts: accounts.close(ended),
      fingerprints: ended.flatMap(({ end, fingerprint }) => (end.kind === 'void' ? [] : [fingerprint])),
    })
  }

  const far: RestOfMatch['far'] = {
    heard(at) {
      // Every event is delayed on its way. The one with the shortest delay tells the time best.
      began = Math.min(began ?? Infinity, clock.now() - at)
    },
    stood() {
      began = undefined
    },
  }

  async function play(): Promise<void> {
    await options.play({
      get match() {
        return match
      },
      resume: past.length > 0 ? match : undefined,
      began: clock.now() - lastAt,
      signal: giveUp.signal,
      onEvent,
      far,
    })
    // The feed of a match that was given up ends here; a match that was interrupted goes on after a restart.
    if (match.phase === 'over' || options.signal.aborted) return
    if (whyOff !== undefined) {
      store.append(calledOffEntry(id, match.score, whyOff))
      match = calledOff(match)
      lastEntry = store.last
    }
    store.afterCommit(() => {
      feed.end()
      for (const listener of listeners) listener()
    })
  }
  const done = play().catch((error: unknown) => {
    feed.cut()
    for (const listener of listeners) listener()
    throw error
  })

  return {
    id,
    challenge,
    players,
    origin: row.origin,
    isCasual: isCasual(row.origin),
    get match() {
      return match
    },
    feed,
    get lastEntry() {
      return lastEntry
    },
    now,
    timeLeft: (seat) =>
      match.phase === 'playing' && awaitedSeats(match).includes(seat)
        ? Math.max(0, timeLeft(match.round.clocks[seat], now()))
        : undefined,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    interrupt: () => giveUp.abort(),
    callOff(why) {
      whyOff = why
      giveUp.abort()
    },
    done,
  }
}

/** Plays the rest of a match in this process. */
export function playHere(options: HereOptions): LiveOptions['play'] {
  const { row, challenge, spec, seated, store, clock, space } = options
  const contestantOf = (player: Player): Contestant => {
    const { contestant, isRemote = false } = seated[player]
    return durableContestant(contestant, { store, clock, space, isRemote })
  }
  return ({ resume, began, signal, onEvent }) =>
    playMatch({
      challenge: challenge.id,
      spec,
      contestants: [contestantOf(0), contestantOf(1)],
      clock,
      settled: () => store.settled(),
      began,
      ...(resume && { resume }),
      onEvent,
      ...(row.origin === 'demo' && { paceMs: paceOf(spec) }),
      signal,
    })
}

export interface HereOptions extends Pick<LiveOptions, 'row' | 'challenge' | 'spec' | 'store' | 'clock'> {
  readonly seated: Pair<Seated>
  readonly space: DiskSpace | undefined
}

/** What is only there to be watched is played so that it can be: many quick turns, or few slow ones. */
const paceOf = ({ rules }: MatchSpec): number => (rules.turnLimit > 1000 ? 120 : 700)

/** A match that is over, as it stood at its end: when it was called off that is in the middle. */
export function pastMatch(
  row: MatchRow,
  { players, challenge, spec }: ReadMatch,
  events: readonly MatchEvent[],
  lastEntry: number,
): MatchSight {
  const feed = openFeed(headerOf(row, players, spec), events)
  feed.end()
  let match: Match | undefined
  return {
    id: row.id,
    challenge,
    players,
    origin: row.origin,
    isCasual: isCasual(row.origin),
    /** Replayed on first use: many callers only need to know that the match exists. */
    get match() {
      return (match ??= calledOff(replayEvents(spec, events)))
    },
    feed,
    lastEntry,
    now: () => events.at(-1)?.at ?? 0,
    timeLeft: () => undefined,
    onChange: () => () => {},
  }
}

/** The match without a result, unless it has one. */
export const calledOff = (match: Match): Match =>
  match.phase === 'over'
    ? match
    : { ...match, phase: 'over', result: { score: match.score, winner: undefined, void: true } }

/** The entry of a match that ends and does not count. */
export const calledOffEntry = (match: number, score: Pair<number>, why: string): LogEntry => ({
  kind: 'match-over',
  match,
  score,
  winner: undefined,
  void: true,
  end: `not counted: ${why}`,
})

/** Which of the two players of a match this person is, by HTTP; a bot of the same person is another player. */
export const playerOf = (
  players: readonly (MatchPlayer | undefined)[],
  person: number,
): Player | undefined => {
  const index = players.findIndex((player) => player?.kind === 'http' && player.person === person)
  return SEATS.find((seat) => seat === index)
}
