import { deferred } from '../../base/deferred.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Match, MatchEvent } from '../../match/match.ts'
import type { Seat } from '../../game/game.ts'
import { unlessAborted } from '../../base/unless-aborted.ts'
import {
  NO_LONGER_ASKED,
  type Answer,
  type Callbacks,
  type Connection,
  type Contestant,
  type Gone,
  type Opening,
  type StartUp,
  type Timing,
  type Unasked,
} from '../../protocols/protocol.ts'
import { answerOf } from './commands.ts'
import { openEventPump, type EventPump, type EventStream } from './event-pump.ts'
import { CALLED_OFF, tellEvent, type Told } from './tell-battle.ts'
import { openTurnClock } from './turn-clock.ts'

/** Where a team sits that hears of its battle by a stream of events and sends its commands beside it. */
export interface BattleSeat {
  readonly contestant: Contestant
  /** The team has come for its battle. */
  readonly hasStarted: boolean
  /** Tells all events so far, and each new one; the result ends the stream. Gives the way to leave before that. */
  open(stream: EventStream): () => void
  /**
   * Takes a command, whether or not it is this team's turn. The first one after a cheat that races is not played unless it is
   * the flip: it may have been sent before the cheat was read, and the winner must not depend on which of two packets is faster.
   */
  play(command: JsonObject): 'played' | 'crossed'
  /** The time for the team to come begins anew. */
  waitAnew(): void
  /** The team cannot be reached: it loses, unless it has come already. */
  fail(why: string): void
  /** The match ends without an event. */
  callOff(): void
}

export interface BattleSeatOptions {
  readonly name: string
  /** The id by which the team knows the battle. */
  readonly battle: string
  readonly seat: Seat
  readonly game: string
  /** It had come before the server was restarted. */
  readonly arrived?: boolean
  /** What it has been told before that. */
  readonly told?: readonly Told[]
  /** Called when the team has come for its battle. */
  readonly onStart?: () => void
  /** Calls back once what has happened so far is on disk: only then may it be told. At once without it. */
  readonly afterCommit?: (act: () => void) => void
}

interface OpenStream {
  readonly stream: EventStream
  readonly pump: EventPump
}

/** A client that opens more streams than this never closes them: the oldest is closed. */
const MAX_STREAMS = 4
/** Commands that are kept from before the beginning of the battle. */
const MAX_EARLY = 4

export function openBattleSeat(options: BattleSeatOptions): BattleSeat {
  const { name, battle, seat, game, arrived = false, afterCommit = (act) => act() } = options
  const start = deferred<string | undefined>()
  const told: Told[] = [...(options.told ?? [])]
  const streams = new Set<OpenStream>()
  let early: Answer[] = []
  let hasStarted = arrived
  let hasBegun = told.length > 0
  let isOver = false
  const clock = openTurnClock({ told, isOver: () => isOver, afterCommit })
  let unasked: Unasked | undefined
  let startUp: StartUp | undefined
  let asked: { readonly settle: (answer: Answer) => void } | undefined
  /** A cheat that races was told, and no command has come since. */
  let mayCross = false

  async function connect(
    { isResumed }: Opening,
    signal: AbortSignal,
    { unasked: out, startUp: starting }: Callbacks = {},
  ): Promise<Connection | Gone> {
    startUp = starting
    if (!isResumed) afterCommit(startOver)
    const problem = await unlessAborted(start.promise, signal, NEVER_CAME)
    if (problem !== undefined) return { kind: 'gone', cause: 'slow-start', detail: problem }
    unasked = out
    // Before the battle has begun, only the first player may move: a command of the second is out of turn.
    if (seat !== 0) for (const answer of early.splice(0)) out?.(answer)
    let isClosed = false
    return {
      ask: (_question, ending, timing) => (isClosed ? Promise.resolve(NO_LONGER_ASKED) : ask(ending, timing)),
      tell: (...change) => afterCommit(() => hear(...change)),
      async [Symbol.asyncDispose]() {
        isClosed = true
        unasked = undefined
        asked?.settle(NO_LONGER_ASKED)
      },
    }
  }

  function ask(signal: AbortSignal, timing?: Timing): Promise<Answer> {
    const [first, ...rest] = early
    early = []
    for (const answer of rest) unasked?.(answer)
    if (first) return Promise.resolve(first)
    return new Promise((resolve) => {
      const end = (): void => settle(NO_LONGER_ASKED)
      const settle = (answer: Answer): void => {
        signal.removeEventListener('abort', end)
        asked = undefined
        clock.end()
        resolve(answer)
      }
      asked = { settle }
      if (signal.aborted) return end()
      signal.addEventListener('abort', end, { once: true })
      clock.ask(timing)
    })
  }

  function begin(): void {
    hasStarted = true
    options.onStart?.()
    start.resolve(undefined)
  }

  function come(): void {
    begin()
    clock.open()
  }

  function pumpAll(): void {
    for (const { pump } of streams) pump.pump()
    clock.pump()
    if (isOver) streams.clear()
  }

  function hear(before: Match, event: MatchEvent, after: Match): void {
    const news = tellEvent(before, event, after, { seat, battle })
    told.push(...news)
    mayCross ||= news.some(({ races }) => races)
    hasBegun ||= told.length > 0
    isOver = after.phase === 'over'
    pumpAll()
  }

  /** The round did not count and is played again: its battle begins again from the first event. */
  function startOver(): void {
    if (told.length === 0) return
    told.length = 0
    hasBegun = false
    mayCross = false
    for (const entry of streams) leave(entry)
    clock.close()
  }

  function leave(entry: OpenStream): void {
    streams.delete(entry)
    entry.pump.stop()
    entry.stream.end()
  }

  if (arrived) begin()
  return {
    contestant: { name, rejoins: true, connect },
    get hasStarted() {
      return hasStarted
    },
    open(stream) {
      come()
      const [oldest] = streams
      if (streams.size >= MAX_STREAMS && oldest) leave(oldest)
      const entry = { stream, pump: openEventPump(stream, told, () => isOver) }
      streams.add(entry)
      entry.pump.pump()
      return () => {
        entry.pump.stop()
        streams.delete(entry)
      }
    },
    play(command) {
      come()
      const answer = answerOf(game, command)
      const isCrossed = mayCross && answer.kind !== 'flip'
      mayCross = false
      if (isCrossed) return 'crossed'
      if (asked) asked.settle(answer)
      else if (unasked && (hasBegun || seat !== 0)) unasked(answer)
      else if (!hasBegun && early.length < MAX_EARLY) early.push(answer)
      return 'played'
    },
    waitAnew() {
      if (!hasStarted) startUp?.restart()
    },
    fail: (why) => start.resolve(why),
    callOff() {
      if (isOver) return
      told.push(CALLED_OFF)
      isOver = true
      pumpAll()
    },
  }
}

const NEVER_CAME = 'it did not come for its battle'
