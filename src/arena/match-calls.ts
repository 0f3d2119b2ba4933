import { deferred } from '../base/deferred.ts'
import { WALL_CLOCK_PACE_MS } from '../base/wall-clock-pace.ts'
import type { GrantedTime } from '../store/store.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { breakAt, nextChange, opens, type Plan } from './tournament-plan.ts'

/** An entrant that a match waits for. */
export interface Absent {
  readonly entrant: string
  readonly opponent: string
  /** Milliseconds since 1970: then it loses the match. */
  readonly until: number
}

/**
 * What became of a match that waited to be called: it is called, it is lost by the entrants that did not come, or nothing is
 * left to wait for.
 */
export type Call =
  | { readonly kind: 'called' }
  | { readonly kind: 'absent'; readonly entrants: readonly string[] }
  | { readonly kind: 'skipped' }

/**
 * Decides when the matches of a tournament are called: an entrant plays one at a time, so many run at once, and no match is
 * called in a break or before its round. A match waits for an absent entrant without its opponent, which plays others meanwhile.
 */
export interface MatchCalls extends Disposable {
  /** Runs the task once its match may be called, or at once if it was called before and still runs. */
  run<T>(pairing: Pairing, how: HowToWait, task: (call: Call) => Promise<T>): Promise<T>
  /** Tasks that wait for this entrant run at once: nothing is left to wait for. */
  skip(entrant: string): void
  /** The plan has changed, or an entrant has come. */
  look(): void
  /** Matches that wait for an absent entrant or for their round: others may be tried instead. */
  readonly heldBack: number
  absent(): readonly Absent[]
  /** Waits longer for an absent entrant, or for all of them. Until when, which the plan must have from now on; none if no match waits. */
  extend(entrant: string | undefined, ms: number): readonly GrantedTime[]
}

export interface MatchCallOptions {
  readonly plan: () => Plan
  /** The last round that the organiser has called. */
  readonly calledRound: () => number
  readonly isHere: (entrant: string) => boolean
  /** How long a match waits for this entrant at least, whatever the plan says. */
  readonly leastAbsentMs: (entrant: string) => number
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds that have passed: for absent entrants, whose time is theirs also if the wall clock is set. */
  readonly passed: () => number
  /** Calls back after so many milliseconds or soon after; the result cancels it. */
  readonly wakeIn: (ms: number, callback: () => void) => () => void
  /** The list of absent entrants or the number of matches that are held back has changed. */
  readonly onChange: () => void
}

export interface HowToWait {
  /** Nothing is left to wait for. */
  readonly signal: AbortSignal
  /** The match runs: it was called before the server was restarted. */
  readonly isCalled: boolean
}

interface Waiting {
  readonly pairing: Pairing
  readonly isCalled: boolean
  readonly begin: (call: Call) => void
}

export function openMatchCalls(options: MatchCallOptions): MatchCalls {
  const waiting = new Set<Waiting>()
  /** Entrants that play. */
  const playing = new Set<string>()
  /** By absent entrant: until when the match waits that it is called to, by `passed`. */
  const deadlines = new Map<string, number>()
  let absent: readonly Omit<Absent, 'until'>[] = []
  let calledRound = 0
  let running = 0
  let heldBack = 0
  let cancelWake = (): void => {}

  const shown = (): string => JSON.stringify([absent, [...deadlines], heldBack])
  /** What was shown when `onChange` was called last: the organiser may have changed a deadline since. */
  let told = shown()

  function look(): void {
    const now = options.now()
    const plan = options.plan()
    calledRound = options.calledRound()
    absent = []
    heldBack = 0
    const isBreak = breakAt(plan, now) !== undefined
    for (const one of waiting)
      if (one.isCalled) call(one)
      else if (!isBreak) consider(one, plan, now)
    // A countdown ends when its entrant comes, and in a break: the next one begins anew.
    for (const entrant of deadlines.keys())
      if (!absent.some((one) => one.entrant === entrant)) deadlines.delete(entrant)
    cancelWake()
    const wake = Math.min(
      nextChange(plan, now) - now,
      ...deadlines.values().map((time) => time - options.passed()),
    )
    cancelWake =
      wake === Infinity ? () => {} : options.wakeIn(Math.min(Math.max(0, wake), WALL_CLOCK_PACE_MS), look)
    const latest = shown()
    if (latest === told) return
    told = latest
    options.onChange()
  }

  function consider(one: Waiting, plan: Plan, now: number): void {
    const { players, round } = one.pairing
    const opening = opens(plan, round, calledRound)
    if (opening === 'when-called' || opening > now) {
      heldBack++
      return
    }
    const { absentMs } = plan
    const isMissing = (entrant: string): boolean => !playing.has(entrant) && !options.isHere(entrant)
    if (absentMs !== undefined && players.some(isMissing))
      return wait(one, players.filter(isMissing), (entrant) =>
        Math.max(absentMs, options.leastAbsentMs(entrant), grantedTo(entrant, plan) - now),
      )
    if (running >= plan.atOnce || players.some((entrant) => playing.has(entrant))) return
    call(one)
  }

  function call(one: Waiting): void {
    running++
    for (const entrant of one.pairing.players) playing.add(entrant)
    begin(one, { kind: 'called' })
  }

  /** Waits for the entrants that are not there; an entrant is called to one match at a time. */
  function wait(one: Waiting, missing: readonly string[], absentMs: (entrant: string) => number): void {
    heldBack++
    if (missing.some((entrant) => absent.some((other) => other.entrant === entrant))) return
    const passed = options.passed()
    for (const entrant of missing)
      if (!deadlines.has(entrant)) deadlines.set(entrant, passed + absentMs(entrant))
    const late = missing.filter((entrant) => (deadlines.get(entrant) ?? passed) <= passed)
    if (late.length > 0) {
      heldBack--
      for (const entrant of late) deadlines.delete(entrant)
      return begin(one, { kind: 'absent', entrants: late })
    }
    const [first, second] = one.pairing.players
    absent = [
      ...absent,
      ...missing.map((entrant) => ({
        entrant,
        opponent: entrant === first ? second : first,
      })),
    ]
  }

  const wallDeadline = (entrant: string): number =>
    Math.round(options.now() - options.passed() + (deadlines.get(entrant) ?? options.passed()))

  function begin(one: Waiting, call: Call): void {
    waiting.delete(one)
    one.begin(call)
  }

  return {
    look,
    get heldBack() {
      return heldBack
    },
    absent: () => absent.map((one) => ({ ...one, until: wallDeadline(one.entrant) })),
    async run(pairing, { signal, isCalled }, task) {
      const { promise, resolve } = deferred<Call>()
      const one: Waiting = { pairing, isCalled, begin: resolve }
      const abort = (): void => begin(one, { kind: 'skipped' })
      if (signal.aborted) abort()
      else {
        waiting.add(one)
        signal.addEventListener('abort', abort, { once: true })
        look()
      }
      const call = await promise
      signal.removeEventListener('abort', abort)
      try {
        return await task(call)
      } finally {
        if (call.kind === 'called') {
          running--
          for (const entrant of pairing.players) playing.delete(entrant)
          look()
        }
      }
    },
    skip(entrant) {
      for (const one of waiting) if (one.pairing.players.includes(entrant)) begin(one, { kind: 'skipped' })
      look()
    },
    extend(entrant, ms) {
      const wanted = [...deadlines.keys()].filter((one) => entrant === undefined || one === entrant)
      for (const one of wanted) deadlines.set(one, (deadlines.get(one) ?? 0) + ms)
      const granted = wanted.map((one) => ({ entrant: one, until: wallDeadline(one) }))
      if (wanted.length > 0) look()
      return granted
    },
    [Symbol.dispose]: () => cancelWake(),
  }
}

/** Until when matches wait for this entrant by the word of the organiser, in milliseconds since 1970. */
const grantedTo = (entrant: string, { granted }: Plan): number =>
  granted.find((one) => one.entrant === entrant)?.until ?? -Infinity
