import { randomInt } from 'node:crypto'
import { pause, realClock } from '../runner/clock.ts'
import type { MatchOrder } from './match-order.ts'
import { mayPlay } from './may-play.ts'
import type { AttemptEnd, OrderEnd, PlayedOrder } from './open-attempts.ts'
import { isDeterministic, lookAgain } from './second-look.ts'
import { askAgain, type SecondOpinion } from './second-opinion.ts'
import type { WorkerRoster } from './worker-roster.ts'

export interface OrderHost {
  /** The share of matches of deterministic players that a second worker plays again. */
  readonly secondLook: number
  readonly roster: WorkerRoster
  /** Orders the match once, for a worker that is none of `notBy`. */
  attempt(order: MatchOrder, notBy: readonly string[], signal: AbortSignal): Promise<AttemptEnd>
  readonly say: (line: string) => void
}

/** After so many workers that went away while they played it, a match is given up. */
const MOST_SUSPECT = 20

/** A lost attempt is ordered again after this, and later each time: a worker that is set aside may still take it. */
const AGAIN_MS = 50
const LONGEST_AGAIN_MS = 1000

/** Orders a match until it is played, and lets a second worker look at it if it is chosen for that. */
export async function playOrder(
  host: OrderHost,
  order: MatchOrder,
  isFinal: boolean,
  signal: AbortSignal,
): Promise<OrderEnd> {
  const first = await playOnce(host, order, [], signal)
  return first?.kind === 'played'
    ? lookIfChosen(host, order, first, isFinal, signal)
    : (first ?? { kind: 'aborted' })
}

/** Lets a second worker look at a match that was played, if it is chosen for that. Gives the match that counts. */
export async function lookIfChosen(
  host: OrderHost,
  order: MatchOrder,
  first: PlayedOrder,
  isFinal: boolean,
  signal: AbortSignal,
): Promise<OrderEnd> {
  if (!isChosen(host, order, isFinal)) return first
  const { roster, say } = host
  const isAlone = !roster.usable.some((card) => mayPlay({ ...order, notBy: [first.worker] }, card))
  if (isAlone && !isFinal) {
    roster.tellAlone()
    return first
  }
  return lookAgain({
    order,
    first,
    playElsewhere: playElsewhere(host, order, signal),
    nameOf: (worker) => roster.nameOf(worker),
    setAside: (worker, why) => roster.setAside(worker, why),
    say,
  })
}

/**
 * Lets another worker play a match again whose players may depend on time or chance, as advice for the organiser. Undefined for a
 * match at which `lookIfChosen` can look.
 */
export async function askIfUncertain(
  host: OrderHost,
  order: MatchOrder,
  first: PlayedOrder,
  signal: AbortSignal,
): Promise<SecondOpinion | undefined> {
  if (host.secondLook === 0 || isDeterministic(order)) return undefined
  const nameOf = (worker: string): string => host.roster.nameOf(worker)
  return askAgain({ first, playElsewhere: playElsewhere(host, order, signal), nameOf })
}

const playElsewhere =
  (host: OrderHost, order: MatchOrder, signal: AbortSignal) =>
  async (notBy: readonly string[]): Promise<OrderEnd | undefined> =>
    host.roster.usable.some((card) => mayPlay({ ...order, notBy }, card))
      ? playOnce(host, order, notBy, signal)
      : undefined

/** Chance that no worker can foresee chooses the matches. It changes no result, so no seed needs to fix it. */
const isChosen = ({ secondLook }: OrderHost, order: MatchOrder, isFinal: boolean): boolean =>
  secondLook > 0 && isDeterministic(order) && (isFinal || randomInt(LOTS) < secondLook * LOTS)
const LOTS = 1_000_000

/** Undefined if there is no worker that may play it. */
async function playOnce(
  host: OrderHost,
  order: MatchOrder,
  notBy: readonly string[],
  signal: AbortSignal,
): Promise<OrderEnd | undefined> {
  for (let lost = 1, suspect = 0; ; lost++) {
    const end = await host.attempt(order, notBy, signal)
    if (end.kind !== 'lost') return end
    if (end.isNowhere) return undefined
    if (end.isSuspect && ++suspect >= MOST_SUSPECT)
      return { kind: 'failed', why: `${suspect} workers went away while they played it` }
    await pause(realClock, Math.min(lost * AGAIN_MS, LONGEST_AGAIN_MS), signal)
  }
}
