import { isObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { makeSpec, type MatchRules, type MatchSpec } from '../match/match.ts'

/** A match that a worker is to play: all that it depends on, as plain data. */
export interface MatchOrder {
  /** The name of the match, unique in its run. */
  readonly key: string
  readonly challenge: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly rules: MatchRules
  readonly seed: number
  readonly players: Pair<OrderedPlayer>
  /** Positions a brain may look at in a turn. */
  readonly nodes?: number
}

export interface OrderedPlayer {
  readonly name: string
  /** As the organiser named it: `house:random`, a command line. */
  readonly bot: string
  readonly source: OrderedBot
}

export type OrderedBot =
  | { readonly kind: 'house'; readonly brain: string }
  | {
      readonly kind: 'program'
      readonly argv: readonly [string, ...string[]]
      /** The SHA-256 of the archive with its folder. */
      readonly files: string
      /** The id of the dialect it speaks. */
      readonly wire: string
      readonly sandbox?: true
      readonly pty?: true
      /** The organiser says that it always makes the same moves in the same match. */
      readonly isDeterministic?: true
    }

/** An order as it lies in the queue: one attempt at the match, for one run. */
export interface MatchJob extends MatchOrder {
  /** The process that ordered it. Its key in Redis says whether it still waits for an answer. */
  readonly run: string
  /** Counts how often the run had to begin anew because Redis had lost its data. */
  readonly epoch: number
  /** Counted from 1 by the run. */
  readonly attempt: number
  /** Identifies this attempt everywhere. */
  readonly id: string
  /** The least speed of a worker that may play it. */
  readonly leastSpeed?: number
  /** The ids of workers that may not play it. */
  readonly notBy?: readonly string[]
}

/** Whether the speed of a machine can change the match: a clock runs, or a house brain thinks by time. */
export const isTimed = ({ players, rules, nodes }: MatchOrder): boolean =>
  players.some(({ source }) => (source.kind === 'house' ? nodes === undefined : rules.clock.kind !== 'none'))

/** The challenge and the spec of an order. A problem if they are not what this gamegrid knows. */
export function specOfOrder(
  order: MatchOrder,
): Result<{ readonly challenge: Challenge; readonly spec: MatchSpec }> {
  const challenge = findChallenge(order.challenge)
  if (challenge === undefined)
    return fail('unknown-challenge', `Cannot play ${order.challenge}: this gamegrid has no such challenge`)
  const spec = makeSpec(challenge.game, order.settings, order.rules, order.seed)
  return spec.ok ? ok({ challenge, spec: spec.value }) : spec
}

/** Redis is a trusted component, so the shape of a job is checked only roughly. */
export function readJob(value: unknown): MatchJob | undefined {
  if (!isObject(value)) return undefined
  const { key, challenge, settings, rules, seed, players, run, epoch, attempt, id } = value
  const isWhole =
    [key, challenge, run, id].every((one) => typeof one === 'string') &&
    [seed, epoch, attempt].every((one) => typeof one === 'number') &&
    isObject(settings) &&
    isObject(rules) &&
    Array.isArray(players) &&
    players.length === 2 &&
    players.every((player) => isObject(player) && isObject(player['source']))
  return isWhole ? (value as unknown as MatchJob) : undefined
}
