import { must } from '../base/result.ts'
import type { Match } from '../match/match.ts'
import { writeRecord } from '../match/record.ts'
import { nodeDigest } from '../runner/digest.ts'
import { pastOf, specOfOrder, type MatchOrder } from './match-order.ts'
import type { OrderEnd, PlayedOrder } from './open-attempts.ts'

export interface SecondLook {
  readonly order: MatchOrder
  readonly first: PlayedOrder
  /** Plays the match on a worker that is none of these; undefined if there is no such worker. */
  playElsewhere(notBy: readonly string[]): Promise<OrderEnd | undefined>
  readonly nameOf: (worker: string) => string
  setAside(worker: string, why: string): void
  /** Says what could not be checked or decided. */
  readonly say: (line: string) => void
}

/**
 * Plays a match of deterministic players again on another worker, and compares the records without times to the byte. A worker
 * could make up the moves of a player, and no simulation finds that. If two workers differ, a third one decides.
 */
export async function lookAgain(look: SecondLook): Promise<OrderEnd> {
  const { order, first, nameOf, say } = look
  const record = recordOf(order)
  const second = await look.playElsewhere([first.worker])
  if (second?.kind === 'aborted') return second
  if (second?.kind !== 'played') {
    say(`No second look at match ${order.key}: ${nameWhyNot(second)}`)
    return first
  }
  if (record(first) === record(second)) return first
  if ([first, second].some(({ match }) => isByClock(match))) {
    say(`No second look at match ${order.key}: a clock decided it`)
    return first
  }

  const third = await look.playElsewhere([first.worker, second.worker])
  if (third?.kind === 'aborted') return third
  if (third?.kind !== 'played') {
    const names = `${nameOf(first.worker)} and ${nameOf(second.worker)}`
    say(
      `Workers ${names} played match ${order.key} differently, and no third worker can decide: the result of the first counts`,
    )
    return first
  }
  const right = [first, second].find((one) => record(one) === record(third))
  if (right === undefined) {
    say(
      `Three workers played match ${order.key} in three ways, so its players are not deterministic: the result of ${nameOf(first.worker)} counts`,
    )
    return first
  }
  const wrong = right === first ? second : first
  look.setAside(wrong.worker, `it played match ${order.key} differently than two other workers`)
  return right
}

export const nameWhyNot = (
  end: Exclude<OrderEnd, { readonly kind: 'played' | 'aborted' }> | undefined,
): string => end?.why ?? 'there is no other worker'

/** Whether the same order always gives the same moves: its players do not depend on time or chance that no seed fixes. */
export const isDeterministic = ({ players, nodes }: MatchOrder): boolean =>
  players.every(({ source }) =>
    source.kind === 'house'
      ? (source.nodes ?? nodes) !== undefined
      : source.kind === 'program' && source.isDeterministic === true,
  )

const isByClock = ({ ended }: Match): boolean =>
  ended.some(
    ({ end }) =>
      end.kind === 'forfeited' &&
      end.faults.some((fault) => fault?.kind === 'timeout' || fault?.kind === 'slow-start'),
  )

/** The record of a match without its times. */
function recordOf(order: MatchOrder): (played: PlayedOrder) => string {
  const { spec } = must(specOfOrder(order))
  const { challenge, players } = order
  const past = pastOf(order)
  return ({ events }) =>
    writeRecord({ challenge, spec, players, times: false }, [...past, ...events], nodeDigest)
}
