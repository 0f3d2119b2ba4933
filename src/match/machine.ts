import { deriveSeed, seededRng } from '../base/rng.ts'
import { otherSeat, SEATS, type Pair, type Seat, type SeatMove } from '../game/game.ts'
import { addUse, describeAmount, isOverdrawn, type Allowance } from './allowance.ts'
import { freshClock, pauseClock, startClock, stopClock } from './clock.ts'
import {
  type Fault,
  type Match,
  type MatchEvent,
  type MatchSpec,
  type Player,
  type Round,
  type RoundEnd,
  type Spent,
  type Step,
  type Effect,
} from './match.ts'
import { countRound } from './count-round.ts'
import { addTurn, beginFingerprint } from './fingerprint.ts'
import { isAwaited, isLateSeat, isMoving, lateSeats } from './waiting.ts'

export { awaitedSeats, lateSeats, wakeAt } from './waiting.ts'

/** The first value of a match: its first round waits for both players to get ready. */
export function startMatch(spec: MatchSpec, at = 0): Step {
  const round = newRound(spec, 0, at)
  const match: Match = {
    spec,
    phase: 'starting',
    round,
    ended: [],
    score: [0, 0],
    counted: 0,
    replays: 0,
    voids: 0,
  }
  return { match, effects: OPEN }
}

/**
 * The next value of a match, and the effects to perform now. An event that changes nothing (an answer to no open
 * question, a tick too early) gives back the same match object and no effects.
 */
export function advance(match: Match, event: MatchEvent): Step {
  if (match.phase === 'over') return unchanged(match)
  if (event.kind === 'voided') return endRound(match, voidEnd(event), event.at)
  if (event.kind === 'ticked') {
    const late = lateSeats(match, event.at)
    return late.length > 0 ? failLate(match, late, event.at) : unchanged(match)
  }
  const { seat, at } = event
  if (isLateSeat(match, seat, at)) return failLate(match, [seat], at, lateness(event))
  const use = useAfter(match, event)
  return use === undefined ? take(match, event) : charge(match, event, use)
}

/** Goes on with what the seat has used, unless that is too much: then it has lost as if it were late. */
function charge(match: Match, event: SeatEvent, used: number): Step {
  const { seat, at } = event
  const charged: Match = { ...match, round: { ...match.round, used: setAt(match.round.used, seat, used) } }
  const allowance = match.spec.rules.clock.allowance as Allowance
  if (!isOverdrawn(used, allowance)) return take(charged, event)
  const fault: Fault = {
    kind: 'timeout',
    out: allowance.unit,
    detail: `it used ${describeAmount(used, allowance.unit)}`,
    // Only what is spent uses an allowance.
    spent: (event as { readonly spent: Spent }).spent,
  }
  return failSeat(charged, seat, fault, at)
}

/** What the seat has used after the event; undefined if the event uses nothing of an allowance. */
function useAfter({ round, spec }: Match, event: SeatEvent): number | undefined {
  const { allowance } = spec.rules.clock
  const model = 'spent' in event ? event.spent?.model : undefined
  if (allowance === undefined || model === undefined) return undefined
  return isMoving(round, event.seat) ? addUse(round.used[event.seat], model, allowance) : undefined
}

/** Whether a player loses by the event because it has used more than its allowance. */
export function overdraws(match: Match, event: MatchEvent): boolean {
  const used = 'seat' in event ? useAfter(match, event) : undefined
  return used !== undefined && isOverdrawn(used, match.spec.rules.clock.allowance as Allowance)
}

type SeatEvent = Extract<MatchEvent, { readonly seat: Seat }>

function take(match: Match, event: SeatEvent): Step {
  const { seat, at } = event
  switch (event.kind) {
    case 'ready':
      return match.phase === 'starting' && isAwaited(match, seat)
        ? becomeReady(match, seat, at)
        : unchanged(match)
    case 'asked':
      return isAwaited(match, seat) ? restartClock(match, seat, at) : unchanged(match)
    case 'paused':
      return match.phase === 'playing' && isAwaited(match, seat)
        ? pause(match, seat, event.charged, at)
        : unchanged(match)
    case 'answered':
      return hear(match, seat, event.text, event)
    case 'flipped':
      return flip(match, seat, at)
    case 'resigned':
      return resign(match, seat, at)
    case 'left':
      return leave(match, seat, faultOf(event), at)
  }
}

export const playerIn = (match: Match, seat: Seat): Player => match.round.seats[seat]

/** The seed of one round: the same for a voided round and the one that repeats it. */
export const roundSeed = (spec: MatchSpec, index: number): number => deriveSeed(spec.seed, 'round', index)

function newRound(spec: MatchSpec, index: number, at: number): Round {
  const clock = { left: spec.rules.startUpMs, since: at }
  const state = spec.game.setup(spec.config, seededRng(roundSeed(spec, index)))
  return {
    index,
    seats: spec.rules.swapSeats && index % 2 === 1 ? [1, 0] : [0, 1],
    state,
    turns: 0,
    fingerprint: beginFingerprint(spec.game.notation.formatState(state)),
    movers: [],
    latest: at,
    ready: [false, false],
    clocks: [clock, clock],
    answers: NONE,
    faults: NONE,
    refusals: [0, 0],
    used: [0, 0],
    gone: NONE,
  }
}

function becomeReady(match: Match, seat: Seat, at: number): Step {
  const { round, spec } = match
  const ready = setAt(round.ready, seat, true)
  // Start-up time is not charged to the clock.
  const clocks = setAt(round.clocks, seat, freshClock(spec.rules.clock))
  return settleStart({ ...match, round: { ...round, ready, clocks } }, at)
}

/** Begins the first turn once both are ready; ends the round once both have answered and one has failed. */
function settleStart(match: Match, at: number): Step {
  const { round } = match
  const latest = Math.max(at, round.latest)
  if (SEATS.some((seat) => isAwaited(match, seat))) return wait(match, round, latest)
  if (round.faults[0] ?? round.faults[1])
    return endRound(match, { kind: 'forfeited', faults: round.faults }, latest)
  return beginTurn({ ...match, phase: 'playing' }, { ...round }, latest)
}

/** A round that is not shared yet, so it may be changed in place. */
type FreshRound = { -readonly [Key in keyof Round]: Round[Key] }

/** Asks the seats that are to move in `round`, which replaces the match's own. */
function beginTurn(match: Match, round: FreshRound, at: number): Step {
  const { spec } = match
  const { game, rules } = spec
  const outcome = game.outcome(round.state)
  if (outcome !== undefined) return endRound({ ...match, round }, { kind: 'played', outcome }, at)
  if (round.turns >= rules.turnLimit)
    return endRound({ ...match, round }, { kind: 'stopped', turns: round.turns }, at)
  round.movers = game.toMove(round.state)
  round.latest = at
  let isAnyGone = false
  for (const seat of round.movers) {
    const gone = round.gone[seat]
    if (gone !== undefined) {
      round.faults = setAt(round.faults, seat, gone)
      isAnyGone = true
    } else round.clocks = setAt(round.clocks, seat, startClock(rules.clock, round.clocks[seat], at))
  }
  const next: Match = { ...match, round }
  const [first, second] = round.movers as readonly [Seat, Seat?]
  if (!isAnyGone) return { match: next, effects: second === undefined ? ASK[first] : ASK_BOTH }
  const settled = settleTurn(next, round, at)
  const asked = round.movers.filter((seat) => round.gone[seat] === undefined).flatMap((seat) => ASK[seat])
  return { match: settled.match, effects: [...asked, ...settled.effects] }
}

/** The turn is not complete: keeps waiting for the other seat. */
function wait(match: Match, round: Round, latest: number): Step {
  const waiting: Match = { ...match, round: { ...round, latest } }
  return { match: waiting, effects: NOTHING }
}

function restartClock(match: Match, seat: Seat, at: number): Step {
  const { round } = match
  const clock = round.clocks[seat]
  if (clock.since !== undefined && at <= clock.since) return unchanged(match)
  const next = { ...match, round: { ...round, clocks: setAt(round.clocks, seat, { ...clock, since: at }) } }
  return { match: next, effects: NOTHING }
}

function pause(match: Match, seat: Seat, charged: number, at: number): Step {
  const { round } = match
  const clock = round.clocks[seat]
  if (clock.since === undefined) return unchanged(match)
  const clocks = setAt(round.clocks, seat, pauseClock(clock, charged, at))
  const next = { ...match, round: { ...round, clocks } }
  return { match: next, effects: NOTHING }
}

function hear(
  match: Match,
  seat: Seat,
  text: string,
  event: { readonly at: number; readonly spent?: Fault['spent'] },
): Step {
  const { round, spec } = match
  const { at } = event
  if (match.phase !== 'playing') return unchanged(match)
  if (!isAwaited(match, seat))
    return flips(match)
      ? surrender(match, seat, { kind: 'out-of-turn', text: shorten(text) }, at)
      : unchanged(match)
  if (round.cheat !== undefined)
    return missFlip(match, seat, { kind: 'missed-flip', text: shorten(text) }, at)
  // Most players send the canonical word itself, so parsing can be skipped.
  if (spec.game.isLegal(round.state, seat, text)) return accept(match, seat, text, at)
  const move = spec.game.notation.parseMove(text, round.state)
  if (move.ok && spec.game.isLegal(round.state, seat, move.value)) return accept(match, seat, move.value, at)
  const fault: Fault = {
    kind: move.ok ? 'illegal' : 'garbled',
    text: shorten(text),
    ...(!move.ok && { detail: move.problem.message }),
    ...(event.spent && { spent: event.spent }),
  }
  return refuse(match, seat, fault, at)
}

function accept(match: Match, seat: Seat, move: string, at: number): Step {
  const { round, spec } = match
  const clocks = setAt(round.clocks, seat, stopClock(spec.rules.clock, round.clocks[seat], at))
  const answers = setAt(round.answers, seat, move)
  // Where players move by turns, the turn is complete: no round in between has to be made.
  if (round.movers.length === 1)
    return playTurn(match, round, [{ seat, move }], clocks, answers, Math.max(at, round.latest))
  return settleTurn(match, { ...round, clocks, answers }, at)
}

/** Plays the turn of `round`, which replaces the match's own, once every mover has answered or failed. */
function settleTurn(match: Match, round: Round, at: number): Step {
  const { game } = match.spec
  const latest = Math.max(at, round.latest)
  const turn: SeatMove[] = []
  for (const seat of round.movers) {
    if (isMoving(round, seat)) return wait(match, round, latest)
    const move = round.answers[seat]
    if (move !== undefined) turn.push({ seat, move })
  }
  if (turn.length < round.movers.length) {
    const state = game.playWithout ? game.playWithout(round.state, turn) : round.state
    return endRound(
      { ...match, round: { ...round, state } },
      { kind: 'forfeited', faults: round.faults },
      latest,
    )
  }
  return playTurn(match, round, turn, round.clocks, round.answers, latest)
}

/** Plays a turn in which every mover has answered. */
function playTurn(
  match: Match,
  round: Round,
  turn: readonly SeatMove[],
  clocks: Round['clocks'],
  answers: Round['answers'],
  latest: number,
): Step {
  const next: FreshRound = {
    index: round.index,
    seats: round.seats,
    state: match.spec.game.play(round.state, turn),
    turns: round.turns + 1,
    fingerprint: addTurn(round.fingerprint, turn),
    movers: round.movers,
    latest,
    lastTurn: answers,
    ready: round.ready,
    clocks,
    answers: NONE,
    faults: NONE,
    refusals: UNREFUSED,
    used: round.used,
    gone: round.gone,
  }
  return beginTurn(match, next, latest)
}

function refuse(match: Match, seat: Seat, fault: Fault, at: number): Step {
  const policy = match.spec.rules.illegal
  const { round } = match
  if (policy.kind === 'retry') {
    const refusals = round.refusals[seat] + 1
    if (policy.times === 'unlimited' || refusals <= policy.times) {
      const next = { ...match, round: { ...round, refusals: setAt(round.refusals, seat, refusals) } }
      return {
        match: next,
        effects: [{ kind: 'refuse', seat, why: fault.detail ?? `${fault.text} is not legal here` }],
      }
    }
  }
  return flips(match) ? surrender(match, seat, fault, at) : failSeat(match, seat, fault, at)
}

/** Whether an invalid move must be answered by flipping the table. In simultaneous games that is impossible. */
const flips = (match: Match): boolean =>
  match.spec.rules.illegal.kind === 'flip' && match.round.movers.length === 1

/** An invalid command under the flip policy: now the other player is asked, and should flip the table. */
function surrender(match: Match, seat: Seat, fault: Fault, at: number): Step {
  const { round, spec } = match
  // The first cause wins: what a cheater sends after its cheat changes nothing.
  if (round.cheat !== undefined) return unchanged(match)
  const victim = otherSeat(seat)
  const wasAsked = isAwaited(match, victim)
  let clocks = setAt(round.clocks, seat, { left: round.clocks[seat].left })
  if (!wasAsked) clocks = setAt(clocks, victim, startClock(spec.rules.clock, clocks[victim], at))
  const next: Match = { ...match, round: { ...round, clocks, cheat: { seat, fault } } }
  const gone = round.gone[victim]
  if (gone !== undefined) return missFlip(next, victim, gone, at)
  return { match: next, effects: wasAsked ? NOTHING : ASK[victim] }
}

type Cheat = NonNullable<Round['cheat']>

/** The victim of a cheat did not flip: it played on, ran out of time or left. */
function missFlip(match: Match, seat: Seat, fault: Fault, at: number): Step {
  const cheat = match.round.cheat as Cheat
  const policy = match.spec.rules.illegal
  if (policy.kind === 'flip' && policy.missed === 'loses')
    return endRound(match, { kind: 'forfeited', faults: setAt(NONE, seat, fault), noticed: false }, at)
  const faults = setAt<Fault | undefined>(NONE, cheat.seat, cheat.fault)
  return endRound(match, { kind: 'forfeited', faults, noticed: false }, at)
}

function flip(match: Match, seat: Seat, at: number): Step {
  const { round } = match
  const fault: Fault = { kind: 'false-flip' }
  if (match.phase !== 'playing') return unchanged(match)
  if (!flips(match)) return isAwaited(match, seat) ? refuse(match, seat, fault, at) : unchanged(match)
  if (round.cheat === undefined) return surrender(match, seat, fault, at)
  if (round.cheat.seat === seat) return unchanged(match)
  const faults = setAt<Fault | undefined>(NONE, round.cheat.seat, round.cheat.fault)
  return endRound(match, { kind: 'forfeited', faults, noticed: true }, at)
}

/** A player may resign at any time. In simultaneous games it counts as the answer of this turn. */
function resign(match: Match, seat: Seat, at: number): Step {
  const fault: Fault = { kind: 'resigned' }
  if (isAwaited(match, seat)) return failSeat(match, seat, fault, at)
  if (match.phase === 'starting' || match.round.movers.length > 1) return leave(match, seat, fault, at)
  return endRound(match, { kind: 'forfeited', faults: setAt(NONE, seat, fault) }, at)
}

/** A player that leaves out of turn loses when it is next to move. If it has made all its moves, it loses nothing. */
function leave(match: Match, seat: Seat, fault: Fault, at: number): Step {
  if (isAwaited(match, seat)) return failSeat(match, seat, fault, at)
  const { round } = match
  if (round.gone[seat] !== undefined || round.faults[seat] !== undefined) return unchanged(match)
  return { match: { ...match, round: { ...round, gone: setAt(round.gone, seat, fault) } }, effects: NOTHING }
}

/** The details of a time loss. Any other cause came after the clock had run out, so it does not count. */
function lateness(event: MatchEvent): Pick<Fault, 'detail' | 'spent'> {
  const isTime = event.kind === 'left' && (event.cause === 'timeout' || event.cause === 'slow-start')
  return {
    ...(isTime && event.detail !== undefined && { detail: event.detail }),
    ...('spent' in event && event.spent && { spent: event.spent }),
  }
}

/** Seats are out of time. */
function failLate(
  match: Match,
  seats: readonly Seat[],
  at: number,
  known: Pick<Fault, 'detail' | 'spent'> = {},
): Step {
  const kind = match.phase === 'starting' ? 'slow-start' : 'timeout'
  return failSeats(match, seats, { kind, ...known }, at)
}

const failSeat = (match: Match, seat: Seat, fault: Fault, at: number): Step =>
  failSeats(match, [seat], fault, at)

/** Awaited seats fail: their clocks stop, and the turn may be complete now. After a cheat only the victim is awaited. */
function failSeats(match: Match, seats: readonly Seat[], fault: Fault, at: number): Step {
  if (match.round.cheat !== undefined) return missFlip(match, seats[0] as Seat, fault, at)
  let next = match
  for (const seat of seats) next = withFault(next, seat, fault)
  return next.phase === 'starting' ? settleStart(next, at) : settleTurn(next, next.round, at)
}

function withFault(match: Match, seat: Seat, fault: Fault): Match {
  const { round } = match
  return {
    ...match,
    round: {
      ...round,
      faults: setAt(round.faults, seat, fault),
      clocks: setAt(round.clocks, seat, { left: round.clocks[seat].left }),
    },
  }
}

function endRound(match: Match, end: RoundEnd, at: number): Step {
  const { round, spec } = match
  const ended = countRound(match, end)
  if (ended.result) return { match: ended, effects: NOTHING, endedRound: round }
  const index = end.kind === 'void' ? round.index : round.index + 1
  const next: Match = { ...ended, phase: 'starting', round: newRound(spec, index, at) }
  return { match: next, effects: OPEN, endedRound: round }
}

const voidEnd = ({ why, restart }: Extract<MatchEvent, { kind: 'voided' }>): RoundEnd => ({
  kind: 'void',
  why,
  ...(restart && { restart }),
})

const NOTHING: readonly Effect[] = []
const OPEN: readonly Effect[] = [{ kind: 'open' }]
const ASK_BOTH: Pair<Effect> = [
  { kind: 'ask', seat: 0 },
  { kind: 'ask', seat: 1 },
]
const ASK: Pair<readonly Effect[]> = [[ASK_BOTH[0]], [ASK_BOTH[1]]]
const NONE: Pair<undefined> = [undefined, undefined]
const UNREFUSED: Pair<number> = [0, 0]

const unchanged = (match: Match): Step => ({ match, effects: NOTHING })

function setAt<T>(pair: Pair<T>, seat: 0 | 1, value: T): Pair<T> {
  return seat === 0 ? [value, pair[1]] : [pair[0], value]
}

function faultOf(event: Extract<MatchEvent, { kind: 'left' }>): Fault {
  return {
    kind: event.cause,
    ...(event.text !== undefined && { text: shorten(event.text) }),
    ...(event.detail !== undefined && { detail: event.detail }),
    ...(event.spent && { spent: event.spent }),
  }
}

const MAX_TEXT = 120

export const shorten = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
