import { deferred, type Deferred } from '../base/deferred.ts'
import { unlessAborted } from '../base/unless-aborted.ts'
import type { Seat } from '../game/game.ts'
import { endedRound } from '../match/changes.ts'
import { lateSeats } from '../match/machine.ts'
import type { Fault, Match, MatchEvent, Player } from '../match/match.ts'
import { openSeatMap, type SeatRemote } from './hosted-match.ts'
import {
  NO_LONGER_ASKED,
  type Answer,
  type Connection,
  type Contestant,
  type Gone,
  type Opening,
  type Question,
} from './protocol.ts'

/** What came of an answer. */
export type DeskVerdict =
  /** With a fault the answer was taken, and it costs the player the round. */
  | { readonly kind: 'accepted'; readonly fault?: Fault }
  | { readonly kind: 'refused'; readonly why: string }
  /** The match had moved on before it was taken in. */
  | { readonly kind: 'late' }

export type DeskAnswer = Exclude<Answer, Gone>

/** Where a player of any game sits that comes and goes by HTTP: what it is asked lies here until it fetches it. */
export interface Desk {
  readonly contestant: Contestant
  /** The player has shown up: its rounds wait until then, for as long as getting ready may take. Once is enough for a match. */
  arrive(): void
  /** What it has to answer now. */
  readonly question: Question | undefined
  /** Hands in an answer, one to a question; undefined when nothing is asked. */
  answer(answer: DeskAnswer): Promise<DeskVerdict> | undefined
}

/** The desks of an arena: every player that plays by HTTP has one while its match runs. */
export interface Desks {
  readonly seat: SeatRemote
  find(match: number, player: Player): Desk | undefined
}

export function openDesks(): Desks {
  const desks = openSeatMap<Desk>()
  return {
    seat({ name }, seat) {
      const desk = openDesk(name, { arrived: seat.arrived, onArrive: () => seat.onSeen() })
      desks.keep(seat, desk)
      return desk.contestant
    },
    find: (match, player) => desks.find(match, player),
  }
}

export interface DeskOptions {
  /** As it was asked for. */
  readonly bot?: string
  /** It has shown up already: its match goes on after a restart. */
  readonly arrived?: boolean
  /** Called whenever it shows that it is there. */
  readonly onArrive?: () => void
}

interface Asked {
  readonly question: Question
  readonly settle: (answer: Answer) => void
}

export function openDesk(name: string, options: DeskOptions = {}): Desk {
  const arrival = deferred()
  let asked: Asked | undefined
  let verdict: Deferred<DeskVerdict> | undefined

  async function connect({ seat }: Opening, signal: AbortSignal): Promise<Connection | Gone> {
    const isThere = arrival.promise.then(() => true)
    if (!(await unlessAborted(isThere, signal, false)))
      return { kind: 'gone', cause: 'slow-start', detail: 'it did not show up' }
    let isClosed = false
    return {
      ask: (question, asking) => (isClosed ? Promise.resolve(NO_LONGER_ASKED) : ask(question, asking)),
      tell(before, event, after) {
        const verdict = verdictOn(before, event, after, seat)
        if (verdict) heard(verdict)
      },
      async [Symbol.asyncDispose]() {
        isClosed = true
        asked?.settle(NO_LONGER_ASKED)
      },
    }
  }

  function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    if (question.refused !== undefined) heard({ kind: 'refused', why: question.refused })
    return new Promise((resolve) => {
      const end = (): void => settle(NO_LONGER_ASKED)
      const settle = (given: Answer): void => {
        signal.removeEventListener('abort', end)
        asked = undefined
        resolve(given)
      }
      asked = { question, settle }
      if (signal.aborted) return end()
      signal.addEventListener('abort', end, { once: true })
    })
  }

  function answer(given: DeskAnswer): Promise<DeskVerdict> | undefined {
    if (asked === undefined) return undefined
    const mine = (verdict = deferred<DeskVerdict>())
    asked.settle(given)
    // The match has judged it by then: its listeners run before the next turn of the event loop.
    setImmediate(() => mine.resolve({ kind: 'late' }))
    return mine.promise
  }

  function heard(what: DeskVerdict): void {
    verdict?.resolve(what)
    verdict = undefined
  }

  if (options.arrived) arrival.resolve()
  return {
    contestant: { name, ...(options.bot !== undefined && { bot: options.bot }), rejoins: true, connect },
    arrive() {
      arrival.resolve()
      options.onArrive?.()
    },
    get question() {
      return asked?.question
    },
    answer,
  }
}

/** What came of this seat's answer; a refused one hears why when it is asked again. */
function verdictOn(before: Match, event: MatchEvent, after: Match, seat: Seat): DeskVerdict | undefined {
  const isAnswer = event.kind === 'answered' || event.kind === 'flipped' || event.kind === 'resigned'
  if (!isAnswer || event.seat !== seat) return undefined
  if (lateSeats(before, event.at).includes(seat)) return { kind: 'late' }
  if (after.round.refusals[seat] > before.round.refusals[seat]) return undefined
  const fault = faultIn(before, after, seat)
  return { kind: 'accepted', ...(fault && { fault }) }
}

/** What the seat did wrong between two states of a match. */
function faultIn(before: Match, after: Match, seat: Seat): Fault | undefined {
  const end = endedRound(before, after)?.end
  if (end) return end.kind === 'forfeited' ? end.faults[seat] : undefined
  const { cheat, faults } = after.round
  return cheat?.seat === seat ? cheat.fault : faults[seat]
}
