import { messageOf } from '../base/message-of.ts'
import { deferred } from '../base/deferred.ts'
import { OVER } from '../base/over.ts'
import { deriveSeed } from '../base/rng.ts'
import { SEATS, type Pair, type Seat } from '../game/game.ts'
import { endedRound } from '../match/changes.ts'
import { fallsAt } from '../match/clock.ts'
import {
  advance,
  awaitedSeats,
  lateSeats,
  playerIn,
  roundSeed,
  startMatch,
  wakeAt,
} from '../match/machine.ts'
import type { Match, MatchEvent, MatchSpec, Effect, Step } from '../match/match.ts'
import type { Answer, Callbacks, Connection, Contestant, Gone } from '../protocols/protocol.ts'
import { pause, realClock, type Clock } from './clock.ts'
import { Deadline, STALL_MS } from './deadline.ts'
import { hasFreeDescriptor } from './is-shortage.ts'
import { RoundQuestion } from './round-question.ts'

export interface PlayOptions {
  readonly challenge: string
  readonly spec: MatchSpec
  /** By player; the match decides in which seat each of them sits in a round. */
  readonly contestants: Pair<Contestant>
  readonly clock?: Clock
  /** A pause before every turn, so that spectators can follow. It is not charged to any clock. */
  readonly paceMs?: number
  /** Called for every event that changed the match, in order, before its effects are performed. */
  onEvent?(event: MatchEvent, match: Match): void
  /** Called with each exception of the host that makes a round void. */
  onHostFault?(error: unknown): void
  /** The clock's time at which the match began; the times of its events count from here. Now, unless it is given. */
  readonly began?: number
  /** An interrupted match to go on with, as of its last event. */
  readonly resume?: Match
  /**
   * Resolves when all events so far are committed and may be told; undefined if they are already. A player is not late
   * while its question waits for that.
   */
  settled?(): Promise<void> | undefined
  /** Ends the match without a result and stops the players. */
  readonly signal?: AbortSignal
}

/** A house brain that is not ready by then is given up, and the round is void. */
const LONGEST_START_MS = 120_000
const MOST_RENEWALS = 20

/** Plays a match with real players and a real clock. Gives its last value: over, unless `signal` ended it. */
export async function playMatch(options: PlayOptions): Promise<Match> {
  return new RunningMatch(options).play()
}

class RunningMatch {
  readonly #options: PlayOptions
  readonly #contestants: Pair<Contestant>
  readonly #clock: Clock
  readonly #deadline: Deadline
  readonly #done = deferred()
  readonly #first: Step
  #match: Match
  #round: OpenRound
  /** Resolves when all connections of earlier rounds are closed. */
  #closing: Promise<unknown> = Promise.resolve()

  constructor(options: PlayOptions) {
    const { clock = realClock } = options
    this.#options = options
    this.#contestants = options.contestants
    this.#clock = clock
    this.#first = startMatch(options.spec)
    this.#match = options.resume ?? this.#first.match
    this.#deadline = new Deadline({
      clock,
      began: options.began ?? clock.now(),
      wakeAt: () => wakeAt(this.#match),
      isHandingOver: () => this.#round.heard.includes(true) || this.#round.stopping > 0,
      settled: () => options.settled?.(),
      onLate: (isStalled) => this.#onLate(isStalled),
    })
    this.#round = this.#openRound()
  }

  async play(): Promise<Match> {
    const { signal, resume } = this.#options
    const stop = (): void => this.#done.resolve()
    signal?.addEventListener('abort', stop, { once: true })
    if (resume) this.#goOn()
    else this.#perform(this.#first.effects)
    this.#deadline.rearm()
    if (signal?.aborted) stop()
    try {
      await this.#done.promise
    } finally {
      signal?.removeEventListener('abort', stop)
      this.#deadline[Symbol.dispose]()
      this.#closeRound()
      await this.#closing
    }
    return this.#match
  }

  #dispatch(event: MatchEvent): void {
    const before = this.#match
    const step = advance(before, event)
    if (step.match === before) return this.#deadline.rearm()
    this.#match = step.match
    this.#options.onEvent?.(event, this.#match)
    if (!this.#round.controller.signal.aborted)
      for (const connection of this.#round.connections) connection?.tell(before, event, this.#match)
    if (endedRound(before, this.#match)) this.#closeRound()
    this.#perform(step.effects)
    this.#deadline.rearm()
    if (this.#match.phase === 'over') this.#done.resolve()
  }

  #perform(effects: readonly Effect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'open':
          this.#reopen()
          break
        case 'ask':
          void this.#ask(effect.seat)
          break
        case 'refuse':
          void this.#ask(effect.seat, effect.why)
          break
      }
    }
  }

  #onLate(isStalled: boolean): void {
    if (isStalled) this.#forgiveStall()
    this.#tick()
  }

  /** The host stalled, and its house brains with it: their time for the move starts again, a limited number of times. */
  #forgiveStall(): void {
    for (const seat of SEATS) {
      if (!this.#contestants[playerIn(this.#match, seat)].isHouse) continue
      for (let times = 0; this.#isPlayingLate(seat) && times < MOST_RENEWALS; times++)
        this.#dispatch({ kind: 'asked', seat, at: fallsAt(this.#match.round.clocks[seat]) - 1 })
      if (this.#isPlayingLate(seat)) this.#voidRound(this.#round, new Error('it stood still'))
    }
  }

  #isLate(seat: Seat): boolean {
    return lateSeats(this.#match, this.#deadline.elapsed()).includes(seat)
  }

  #isPlayingLate(seat: Seat): boolean {
    return this.#match.phase === 'playing' && !this.#round.heard[seat] && this.#isLate(seat)
  }

  /**
   * A slow start is the host's fault if the player is a house brain or a program that the host still sets up. Its start-up
   * time starts again at the moment it ran out.
   */
  #forgiveSlowStart(): void {
    // With a start-up time of 0 the loop below would never end.
    if (this.#options.spec.rules.startUpMs === 0) return
    for (const seat of SEATS) {
      if (!this.#contestants[playerIn(this.#match, seat)].isHouse && !this.#round.preparing[seat]) continue
      while (
        this.#match.phase === 'starting' &&
        this.#isLate(seat) &&
        this.#deadline.elapsed() - this.#round.openedAt < LONGEST_START_MS
      )
        this.#dispatch({ kind: 'asked', seat, at: fallsAt(this.#match.round.clocks[seat]) - 1 })
      if (this.#match.phase === 'starting' && this.#isLate(seat))
        return this.#voidRound(
          this.#round,
          new Error(`a player could not be set up within ${LONGEST_START_MS / 1000} s`),
        )
    }
  }

  /** A question has reached its player only now, so its time starts now, even if it had run out before. */
  #startAnew(seat: Seat): void {
    for (
      let clock = this.#match.round.clocks[seat];
      clock.left > 0 && fallsAt(clock) <= this.#deadline.elapsed();
    ) {
      this.#dispatch({ kind: 'asked', seat, at: fallsAt(clock) - 1 })
      if (this.#match.round.clocks[seat] === clock) return
      clock = this.#match.round.clocks[seat]
    }
    const at = this.#deadline.stamp()
    // Most questions reach a program in the millisecond in which its clock was started.
    if (at !== this.#match.round.clocks[seat].since) this.#dispatch({ kind: 'asked', seat, at })
  }

  /**
   * Ends the turn of the players that are late. The event cites where the time went and what was unreadable, if that is
   * known.
   */
  #tick(): void {
    if (this.#round.stopping > 0) return this.#deadline.rearm()
    this.#forgiveSlowStart()
    if (lateSeats(this.#match, this.#deadline.elapsed()).length > 0 && !hasFreeDescriptor())
      this.#voidRound(
        this.#round,
        new Error('it has no file descriptors left, so no new player can reach it'),
      )
    const at = this.#deadline.elapsed()
    for (const seat of lateSeats(this.#match, at)) {
      if (this.#round.heard[seat]) continue
      const spent = this.#match.phase === 'playing' ? this.#round.connections[seat]?.spent?.() : undefined
      const cause = this.#match.phase === 'starting' ? 'slow-start' : 'timeout'
      const detail = this.#round.unreadable[seat]
      this.#dispatch(
        spent || detail !== undefined || this.#round.heard.includes(true)
          ? {
              kind: 'left',
              seat,
              cause,
              ...(detail !== undefined && { detail }),
              at,
              ...(spent && { spent }),
            }
          : { kind: 'ticked', at },
      )
    }
    this.#deadline.rearm()
  }

  #openRound(): OpenRound {
    return {
      controller: new AbortController(),
      openedAt: this.#deadline.elapsed(),
      connections: [undefined, undefined],
      heard: [false, false],
      asking: [false, false],
      unreached: [false, false],
      unasked: [undefined, undefined],
      unreadable: [undefined, undefined],
      preparing: [false, false],
      stopping: 0,
    }
  }

  /** Starts the players of a new round once those of the last one are closed. */
  #reopen(): void {
    const opened = (this.#round = this.#openRound())
    this.#closing
      .then(() => Promise.all(SEATS.map((seat) => this.#connect(opened, seat))))
      .catch((error: unknown) => this.#voidRound(opened, error))
  }

  #closeRound(): void {
    const { controller, connections } = this.#round
    if (controller.signal.aborted) return
    controller.abort(OVER)
    this.#closing = Promise.all([
      this.#closing,
      ...connections.map((connection) => connection?.[Symbol.asyncDispose]()),
    ])
    this.#closing.catch(this.#done.reject)
  }

  async #connect(opened: OpenRound, seat: Seat, isResumed = false): Promise<void> {
    if (opened.controller.signal.aborted) return
    this.#dispatch({ kind: 'asked', seat, at: this.#deadline.elapsed() })
    const { round: now, spec } = this.#match
    const connection = await this.#contestants[playerIn(this.#match, seat)].connect(
      {
        challenge: this.#options.challenge,
        game: spec.game.id,
        settings: spec.settings,
        seat,
        names: [this.#contestants[now.seats[0]].name, this.#contestants[now.seats[1]].name],
        round: now.index,
        seed: deriveSeed(roundSeed(spec, now.index), 'seat', seat),
        clock: spec.rules.clock,
        startUpMs: spec.rules.startUpMs,
        turnLimit: spec.rules.turnLimit,
        // A player that rejoins has no earlier position to start from than this one.
        view: spec.game.view(now.state, seat),
        ...(isResumed && { isResumed }),
      },
      opened.controller.signal,
      this.#callbacksFor(opened, seat),
    )
    if (isGone(connection)) {
      if (opened === this.#round && !opened.controller.signal.aborted)
        this.#dispatch(leftEvent(seat, connection, this.#deadline.stamp()))
    } else if (opened.controller.signal.aborted) await connection[Symbol.asyncDispose]()
    else {
      opened.connections[seat] = connection
      this.#forgiveSlowStart()
      this.#dispatch({ kind: 'ready', seat, at: this.#deadline.stamp() })
      for (const each of SEATS) this.#hearUnasked(opened, each)
    }
  }

  #callbacksFor(opened: OpenRound, seat: Seat): Callbacks {
    return {
      unasked: (answer) => {
        // Only the first counts: after a word out of turn the round is decided.
        opened.unasked[seat] ??= answer
        this.#hearUnasked(opened, seat)
      },
      unreadable(sentence) {
        opened.unreadable[seat] = sentence
      },
      startUp: {
        restart: () => {
          if (opened === this.#round && this.#match.phase === 'starting')
            this.#dispatch({ kind: 'asked', seat, at: this.#deadline.elapsed() })
        },
        beginAfter: (begun) => {
          opened.preparing[seat] = true
          void begun.then(() => this.#startClockNow(opened, seat))
        },
      },
    }
  }

  /** The host has set a player up: its own start-up time starts now. */
  #startClockNow(opened: OpenRound, seat: Seat): void {
    if (opened !== this.#round || opened.controller.signal.aborted) return
    this.#forgiveSlowStart()
    opened.preparing[seat] = false
    if (this.#match.phase === 'starting')
      this.#dispatch({ kind: 'asked', seat, at: this.#deadline.elapsed() })
  }

  /** Handles words out of turn, but not before the round has begun and the open question is answered. */
  #hearUnasked(opened: OpenRound, seat: Seat): void {
    const answer = opened.unasked[seat]
    if (answer === undefined || opened !== this.#round || opened.controller.signal.aborted) return
    if (this.#match.phase !== 'playing' || opened.asking[seat]) return
    opened.unasked[seat] = undefined
    this.#dispatch(answerEvent(seat, answer, this.#deadline.stamp()))
  }

  /** Goes on with an interrupted round if both players can rejoin; otherwise the round is void and played again. */
  #goOn(): void {
    if (this.#match.phase === 'over') return this.#done.resolve()
    if (this.#match.phase === 'playing' && !this.#contestants.every(({ rejoins }) => rejoins))
      return this.#dispatch({
        kind: 'voided',
        why: 'the host was restarted',
        at: Math.max(this.#deadline.elapsed(), this.#match.round.latest),
        restart: true,
      })
    const opened = this.#round
    const hadBegun = this.#match.phase === 'playing'
    const askAgain = (): void => {
      if (opened !== this.#round || this.#match.phase !== 'playing') return
      // If the round had not begun, the last `ready` has asked already all that were connected by then.
      for (const seat of awaitedSeats(this.#match))
        if (hadBegun || opened.unreached[seat]) void this.#ask(seat)
    }
    Promise.all(SEATS.map((seat) => this.#connect(opened, seat, true))).then(askAgain, (error: unknown) =>
      this.#voidRound(opened, error),
    )
  }

  async #ask(seat: Seat, refused?: string): Promise<void> {
    const asked = this.#round
    const { signal } = asked.controller
    const { paceMs = 0 } = this.#options
    asked.asking[seat] = true
    try {
      if (paceMs > 0 && refused === undefined) await pause(this.#clock, paceMs, signal)
      const lag = this.#deadline.elapsed() - (this.#match.round.clocks[seat].since ?? Infinity)
      if (lag > STALL_MS && !signal.aborted && refused === undefined)
        this.#dispatch({ kind: 'asked', seat, at: this.#deadline.elapsed() })
      const connection = asked.connections[seat]
      if (signal.aborted || connection === undefined) {
        asked.unreached[seat] = true
        return
      }
      let heardAt: number | undefined
      const isCurrent = (): boolean => asked === this.#round && !signal.aborted
      const timing = {
        reached: () => isCurrent() && this.#startAnew(seat),
        paused: (chargedMs: number) => {
          const charged = Math.max(0, Math.round(chargedMs))
          if (isCurrent()) this.#dispatch({ kind: 'paused', seat, charged, at: this.#deadline.stamp() })
        },
        heard: () => {
          heardAt ??= this.#deadline.stamp()
          asked.heard[seat] = true
        },
        overran: (ms: number) => {
          if (heardAt !== undefined)
            heardAt = Math.max(heardAt, Math.min(heardAt + Math.round(ms), this.#deadline.elapsed()))
        },
        stopping: (overrun: Promise<number>) => void this.#awaitStop(asked, overrun),
      }
      const answer = await connection.ask(
        new RoundQuestion(this.#match, seat, this.#deadline.elapsed(), refused),
        signal,
        timing,
      )
      asked.heard[seat] = false
      asked.asking[seat] = false
      if (isCurrent()) this.#dispatch(answerEvent(seat, answer, heardAt ?? this.#deadline.stamp()))
      this.#hearUnasked(asked, seat)
    } catch (error) {
      this.#voidRound(asked, error)
    }
  }

  /** A player that ran on took time from the other: the other's time starts again. */
  async #awaitStop(round: OpenRound, overrun: Promise<number>): Promise<void> {
    round.stopping++
    const ms = await overrun
    round.stopping--
    if (round !== this.#round || round.controller.signal.aborted) return
    if (ms > 0)
      for (const seat of awaitedSeats(this.#match))
        if (this.#match.phase === 'playing' && !round.heard[seat]) this.#startAnew(seat)
    this.#deadline.rearm()
  }

  #voidRound(failed: OpenRound, error: unknown): void {
    if (failed !== this.#round || failed.controller.signal.aborted) return
    this.#options.onHostFault?.(error)
    const why = messageOf(error)
    this.#dispatch({ kind: 'voided', why: `the host failed (${why})`, at: this.#deadline.elapsed() })
  }
}

interface OpenRound {
  readonly controller: AbortController
  readonly openedAt: number
  readonly connections: [Connection | undefined, Connection | undefined]
  /** By seat: an answer has arrived and is still being handed over. */
  readonly heard: [boolean, boolean]
  /** By seat: a question is open. */
  readonly asking: [boolean, boolean]
  /** By seat: a question came while the player was not connected. */
  readonly unreached: [boolean, boolean]
  /** By seat: words out of turn that are not handled yet. */
  readonly unasked: [Answer | undefined, Answer | undefined]
  /** By seat: what was sent in place of an answer and could not be read. */
  readonly unreadable: [string | undefined, string | undefined]
  /** By seat: the host still sets the player up. */
  readonly preparing: [boolean, boolean]
  /** How many players have answered and were not seen to stand still yet. */
  stopping: number
}

const isGone = (connection: Connection | Gone): connection is Gone => 'kind' in connection

const leftEvent = (seat: Seat, { cause, text, detail, spent }: Gone, at: number): MatchEvent => ({
  kind: 'left',
  seat,
  cause,
  ...(text !== undefined && { text }),
  ...(detail !== undefined && { detail }),
  at,
  ...(spent && { spent }),
})

function answerEvent(seat: Seat, answer: Answer, at: number): MatchEvent {
  switch (answer.kind) {
    case 'move': {
      const { text, remark, spent } = answer
      // Built by cases: a copy with a condition for each property takes several times as long.
      if (remark) return { kind: 'answered', seat, text, remark, at, ...(spent && { spent }) }
      return spent ? { kind: 'answered', seat, text, at, spent } : { kind: 'answered', seat, text, at }
    }
    case 'flip':
      return { kind: 'flipped', seat, at }
    case 'resign':
      return { kind: 'resigned', seat, at }
    case 'gone':
      return leftEvent(seat, answer, at)
  }
}
