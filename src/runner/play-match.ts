import { messageOf } from '../base/message-of.ts'
import { deferred } from '../base/deferred.ts'
import { deriveSeed } from '../base/rng.ts'
import { SEATS, type Pair, type Seat } from '../game/game.ts'
import { endedRound } from '../match/changes.ts'
import { fallsAt, timeLeft } from '../match/clock.ts'
import {
  advance,
  awaitedSeats,
  lateSeats,
  playerIn,
  roundSeed,
  startMatch,
  wakeAt,
} from '../match/machine.ts'
import type { Match, MatchEvent, MatchSpec, Effect } from '../match/match.ts'
import type { Answer, Callbacks, Connection, Contestant, Gone, Question } from '../protocols/protocol.ts'
import { pause, realClock, type Clock } from './clock.ts'
import { hasFreeDescriptor } from './is-shortage.ts'

export interface PlayOptions {
  readonly challenge: string
  readonly spec: MatchSpec
  /** By player; who sits where in a round is the match's business. */
  readonly contestants: Pair<Contestant>
  readonly clock?: Clock
  /** Pause before every turn, for those who watch; on nobody's clock. */
  readonly paceMs?: number
  /** Hears of every event that changed the match, in order, before anything else happens. */
  onEvent?(event: MatchEvent, match: Match): void
  /** Hears of every fault of the host that makes a round void, as it was thrown. */
  onHostFault?(error: unknown): void
  /** The clock's time at which the match began, from which its events count: now, unless it is known otherwise. */
  readonly began?: number
  /** Goes on with a match that was interrupted, as of its last event, instead of beginning it. */
  readonly resume?: Match
  /**
   * Resolves when everything that has happened so far may be told; undefined when it may. A question that cannot leave yet
   * makes no player late.
   */
  settled?(): Promise<void> | undefined
  /** Ends the match without a result; what runs is stopped. */
  readonly signal?: AbortSignal
}

/** A timer that comes later than this was held up by us: nobody is late for that. */
const STALL_MS = 20
const HANDING_OVER_MS = 5
/** A house brain that is not ready by then never will be. */
const LONGEST_START_MS = 120_000
const MOST_RENEWALS = 20

/** Plays a match for real and gives its last value: over, unless `signal` ended it. */
export async function playMatch(options: PlayOptions): Promise<Match> {
  const { spec, contestants, clock = realClock, paceMs = 0 } = options
  const { began = clock.now() } = options
  const { promise: done, resolve: finish, reject: crash } = deferred()
  let match: Match
  let cancelWake = (): void => {}
  let wakeTarget = Infinity
  let armedFor = Infinity
  let forgiving = false
  /** The deadline has passed, but what led to it may not be told yet. */
  let isUntold = false
  let isEnded = false
  const elapsed = (): number => Math.floor(clock.now() - began)
  let round = openRound()
  let closing: Promise<unknown> = Promise.resolve()

  /** Stamps an arrival. If the deadline's own timer has not come through yet, the host was deaf, not the player late. */
  const stamp = (): number => {
    const now = elapsed()
    const isStalled = forgiving || (!isUntold && now - wakeTarget > STALL_MS)
    return now >= wakeTarget && isStalled ? wakeTarget - 1 : now
  }

  function dispatch(event: MatchEvent): void {
    const before = match
    const step = advance(before, event)
    if (step.match === before) return rearm()
    match = step.match
    options.onEvent?.(event, match)
    if (!round.controller.signal.aborted)
      for (const connection of round.connections) connection?.tell(before, event, match)
    if (endedRound(before, match)) closeRound()
    perform(step.effects)
    rearm()
    if (match.phase === 'over') finish()
  }

  /** Sets the timer, unless one that comes sooner is set already: that one looks again. Most turns are far shorter. */
  function rearm(): void {
    wakeTarget = wakeAt(match)
    // An answer that was heard in time is only still being handed over.
    const patience = round.heard.includes(true) ? clock.now() + HANDING_OVER_MS : 0
    const time = Math.max(began + wakeTarget, patience)
    if (armedFor <= time) return
    cancelWake()
    armedFor = time
    cancelWake = clock.at(time, wake)
  }

  function wake(): void {
    armedFor = Infinity
    if (elapsed() < wakeTarget) return rearm()
    if (isUntold) return
    const isStalled = elapsed() - wakeTarget > STALL_MS
    const told = options.settled?.()
    if (told === undefined) return judge(isStalled)
    void judgeAfter(told, isStalled)
  }

  async function judgeAfter(told: Promise<void>, isStalled: boolean): Promise<void> {
    isUntold = true
    // What arrived in the stall is heard meanwhile.
    forgiving = isStalled
    await told
    isUntold = false
    forgiving = false
    if (!isEnded) judge(isStalled)
  }

  function judge(isStalled: boolean): void {
    if (elapsed() < wakeTarget) return rearm()
    if (!isStalled) return tick()
    forgiving = true
    clock.settle(() => {
      forgiving = false
      forgiveStall()
      tick()
    })
  }

  /** We stood still, and house brains with us: their time begins anew. One with hardly any left would need that without end. */
  function forgiveStall(): void {
    for (const seat of SEATS) {
      if (!contestants[playerIn(match, seat)].isHouse) continue
      for (let times = 0; isPlayingLate(seat) && times < MOST_RENEWALS; times++)
        dispatch({ kind: 'asked', seat, at: fallsAt(match.round.clocks[seat]) - 1 })
      if (isPlayingLate(seat)) voidRound(round, new Error('it stood still'))
    }
  }

  const isPlayingLate = (seat: Seat): boolean =>
    match.phase === 'playing' && !round.heard[seat] && lateSeats(match, elapsed()).includes(seat)

  /**
   * A house brain that takes long to get ready does so because of us, and so does a program that we still set up: its
   * time begins anew, as of the last moment it had.
   */
  function forgiveSlowStart(): void {
    // Nothing can begin anew where there is no time at all.
    if (spec.rules.startUpMs === 0) return
    for (const seat of SEATS) {
      if (!contestants[playerIn(match, seat)].isHouse && !round.preparing[seat]) continue
      while (
        match.phase === 'starting' &&
        lateSeats(match, elapsed()).includes(seat) &&
        elapsed() - round.openedAt < LONGEST_START_MS
      )
        dispatch({ kind: 'asked', seat, at: fallsAt(match.round.clocks[seat]) - 1 })
      if (match.phase === 'starting' && lateSeats(match, elapsed()).includes(seat))
        return voidRound(round, new Error(`a player could not be set up within ${LONGEST_START_MS / 1000} s`))
    }
  }

  /** The time of a question that has reached its player only now begins now, also if it was over by then. */
  function startAnew(seat: Seat): void {
    for (let clock = match.round.clocks[seat]; clock.left > 0 && fallsAt(clock) <= elapsed();) {
      dispatch({ kind: 'asked', seat, at: fallsAt(clock) - 1 })
      if (match.round.clocks[seat] === clock) return
      clock = match.round.clocks[seat]
    }
    dispatch({ kind: 'asked', seat, at: stamp() })
  }

  /** Who is late is told where its time went, if that was measured, and what it sent that could not be read. */
  function tick(): void {
    forgiveSlowStart()
    if (lateSeats(match, elapsed()).length > 0 && !hasFreeDescriptor())
      voidRound(round, new Error('it has no file descriptors left, and can be reached by nobody new'))
    const at = elapsed()
    for (const seat of lateSeats(match, at)) {
      if (round.heard[seat]) continue
      const spent = match.phase === 'playing' ? round.connections[seat]?.spent?.() : undefined
      const cause = match.phase === 'starting' ? 'slow-start' : 'timeout'
      const detail = round.unreadable[seat]
      dispatch(
        spent || detail !== undefined || round.heard.includes(true)
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
    rearm()
  }

  function perform(effects: readonly Effect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'open':
          reopen()
          break
        case 'ask':
          void ask(effect.seat)
          break
        case 'refuse':
          void ask(effect.seat, effect.why)
          break
        case 'wake':
          break
      }
    }
  }

  function openRound(): OpenRound {
    return {
      controller: new AbortController(),
      openedAt: elapsed(),
      connections: [undefined, undefined],
      heard: [false, false],
      asking: [false, false],
      unasked: [undefined, undefined],
      unreadable: [undefined, undefined],
      preparing: [false, false],
    }
  }

  /** The players of the last round are gone before those of the next one start. */
  function reopen(): void {
    const opened = (round = openRound())
    closing
      .then(() => Promise.all(SEATS.map((seat) => connect(opened, seat))))
      .catch((error: unknown) => voidRound(opened, error))
  }

  function closeRound(): void {
    const { controller, connections } = round
    if (controller.signal.aborted) return
    controller.abort()
    closing = Promise.all([closing, ...connections.map((connection) => connection?.[Symbol.asyncDispose]())])
    closing.catch(crash)
  }

  async function connect(opened: OpenRound, seat: Seat, isResumed = false): Promise<void> {
    if (opened.controller.signal.aborted) return
    dispatch({ kind: 'asked', seat, at: elapsed() })
    const { round: now } = match
    const connection = await contestants[playerIn(match, seat)].connect(
      {
        challenge: options.challenge,
        game: spec.game.id,
        settings: spec.settings,
        seat,
        names: [contestants[now.seats[0]].name, contestants[now.seats[1]].name],
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
      callbacksFor(opened, seat),
    )
    if (isGone(connection)) {
      if (opened === round && !opened.controller.signal.aborted)
        dispatch(leftEvent(seat, connection, stamp()))
    } else if (opened.controller.signal.aborted) await connection[Symbol.asyncDispose]()
    else {
      opened.connections[seat] = connection
      forgiveSlowStart()
      dispatch({ kind: 'ready', seat, at: stamp() })
      for (const each of SEATS) hearUnasked(opened, each)
    }
  }

  const callbacksFor = (opened: OpenRound, seat: Seat): Callbacks => ({
    unasked(answer) {
      // One is enough: what follows a word out of turn changes nothing.
      opened.unasked[seat] ??= answer
      hearUnasked(opened, seat)
    },
    unreadable(sentence) {
      opened.unreadable[seat] = sentence
    },
    startUp: {
      restart() {
        if (opened === round && match.phase === 'starting') dispatch({ kind: 'asked', seat, at: elapsed() })
      },
      beginAfter(begun) {
        opened.preparing[seat] = true
        void begun.then(() => startClockNow(opened, seat))
      },
    },
  })

  /** The host has set a player up: from now on its start-up time is its own. */
  function startClockNow(opened: OpenRound, seat: Seat): void {
    if (opened !== round || opened.controller.signal.aborted) return
    forgiveSlowStart()
    opened.preparing[seat] = false
    if (match.phase === 'starting') dispatch({ kind: 'asked', seat, at: elapsed() })
  }

  /** Not before the round has begun, and not before the answer to what is being asked: that one came first. */
  function hearUnasked(opened: OpenRound, seat: Seat): void {
    const answer = opened.unasked[seat]
    if (answer === undefined || opened !== round || opened.controller.signal.aborted) return
    if (match.phase !== 'playing' || opened.asking[seat]) return
    opened.unasked[seat] = undefined
    dispatch(answerEvent(seat, answer, stamp()))
  }

  /** Takes up an interrupted round where both players can; otherwise it is played again from its beginning. */
  function goOn(): void {
    if (match.phase === 'over') return finish()
    if (match.phase === 'playing' && !contestants.every(({ rejoins }) => rejoins))
      return dispatch({
        kind: 'voided',
        why: 'the host was restarted',
        at: Math.max(elapsed(), match.round.latest),
        restart: true,
      })
    const opened = round
    const askAgain = (): void => {
      if (opened !== round || match.phase !== 'playing') return
      for (const seat of awaitedSeats(match)) void ask(seat)
    }
    Promise.all(SEATS.map((seat) => connect(opened, seat, true))).then(askAgain, (error: unknown) =>
      voidRound(opened, error),
    )
  }

  async function ask(seat: Seat, refused?: string): Promise<void> {
    const asked = round
    const { signal } = asked.controller
    asked.asking[seat] = true
    try {
      if (paceMs > 0 && refused === undefined) await pause(clock, paceMs, signal)
      const lag = elapsed() - (match.round.clocks[seat].since ?? Infinity)
      if (lag > STALL_MS && !signal.aborted && refused === undefined)
        dispatch({ kind: 'asked', seat, at: elapsed() })
      const connection = asked.connections[seat]
      if (signal.aborted || connection === undefined) return
      let heardAt: number | undefined
      const isCurrent = (): boolean => asked === round && !signal.aborted
      const timing = {
        reached: () => isCurrent() && startAnew(seat),
        heard() {
          heardAt ??= stamp()
          asked.heard[seat] = true
        },
        overran(ms: number) {
          if (heardAt !== undefined)
            heardAt = Math.max(heardAt, Math.min(heardAt + Math.round(ms), elapsed()))
        },
      }
      const answer = await connection.ask(questionFor(match, seat, elapsed(), refused), signal, timing)
      asked.heard[seat] = false
      asked.asking[seat] = false
      if (isCurrent()) dispatch(answerEvent(seat, answer, heardAt ?? stamp()))
      hearUnasked(asked, seat)
    } catch (error) {
      voidRound(asked, error)
    }
  }

  function voidRound(failed: OpenRound, error: unknown): void {
    if (failed !== round || failed.controller.signal.aborted) return
    options.onHostFault?.(error)
    const why = messageOf(error)
    dispatch({ kind: 'voided', why: `the host failed (${why})`, at: elapsed() })
  }

  const first = startMatch(spec)
  match = options.resume ?? first.match
  const giveUp = (): void => finish()
  options.signal?.addEventListener('abort', giveUp, { once: true })
  if (options.resume) goOn()
  else perform(first.effects)
  rearm()
  if (options.signal?.aborted) finish()
  try {
    await done
  } finally {
    isEnded = true
    options.signal?.removeEventListener('abort', giveUp)
    cancelWake()
    closeRound()
    await closing
  }
  return match
}

interface OpenRound {
  readonly controller: AbortController
  readonly openedAt: number
  readonly connections: [Connection | undefined, Connection | undefined]
  /** Whose answer has arrived but is still being handed over. */
  readonly heard: [boolean, boolean]
  /** Who has a question to answer. */
  readonly asking: [boolean, boolean]
  /** What they said without being asked, until it can be heard. */
  readonly unasked: [Answer | undefined, Answer | undefined]
  /** What they have sent in place of an answer. */
  readonly unreadable: [string | undefined, string | undefined]
  /** Which of them the host still sets up. */
  readonly preparing: [boolean, boolean]
}

function questionFor(match: Match, seat: Seat, at: number, refused?: string): Question {
  const { spec, round } = match
  return {
    turn: round.turns,
    view: spec.game.view(round.state, seat),
    legal: spec.game.legalMoves(round.state, seat),
    timeLeft: timeLeft(round.clocks[seat], at),
    ...(round.cheat && { cheated: round.cheat.fault.text ?? '' }),
    ...(refused !== undefined && { refused }),
  }
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
      return { kind: 'answered', seat, text, ...(remark && { remark }), at, ...(spent && { spent }) }
    }
    case 'flip':
      return { kind: 'flipped', seat, at }
    case 'resign':
      return { kind: 'resigned', seat, at }
    case 'gone':
      return leftEvent(seat, answer, at)
  }
}
