import { fail, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { replayEvents } from '../match/replay-events.ts'
import { makeSpec, type Match, type MatchEvent, type MatchRules, type MatchSpec } from '../match/match.ts'
import { readEventLine } from '../match/read-line.ts'
import type { LogRoom } from '../runner/round-log.ts'

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
  /** Only of an arena, which shows the match live and keeps its log. */
  readonly arena?: ArenaTerms
}

/** What an arena adds to an order. */
export interface ArenaTerms {
  /** The events of the match so far, as lines: it goes on after them. A round that was interrupted is played again. */
  readonly past: readonly string[]
  /** What the logs of each player take so far: the worker sends the rest as it comes. */
  readonly logged: Pair<LogRoom>
}

export interface OrderedPlayer {
  readonly name: string
  /** As the organiser named it: `house:random`, a command line. */
  readonly bot: string
  readonly source: OrderedBot
}

export type OrderedBot =
  | {
      readonly kind: 'house'
      readonly brain: string
      /** The most positions that it looks at in a turn, beside its clock. */
      readonly nodes?: number
    }
  /** A version of a bot that was uploaded to an arena. It always runs in a sandbox. */
  | {
      readonly kind: 'version'
      /** Its program is a file of its folder, or the name of a runtime. */
      readonly argv: readonly [string, ...string[]]
      /** The SHA-256 of what was built of it. Workers fetch that from the arena. */
      readonly files: string
      readonly wire: string
      /** The team that owns it. */
      readonly team: number
    }
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

/** Whether the speed of a machine can change the match: a clock runs, or a house brain thinks by time. */
export const isTimed = ({ players, rules, nodes }: MatchOrder): boolean =>
  players.some(({ source }) =>
    source.kind === 'house' ? (source.nodes ?? nodes) === undefined : rules.clock.kind !== 'none',
  )

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

/** The match that an attempt begins with: the first position, or that after what has happened already. */
export const matchOfOrder = (order: MatchOrder, spec: MatchSpec): Match => replayEvents(spec, pastOf(order))

/** What has happened already in the match of an order. */
export const pastOf = ({ arena }: MatchOrder): readonly MatchEvent[] =>
  (arena?.past ?? []).flatMap((line) => {
    const event = readEventLine(line)
    return event === undefined || event === 'over' ? [] : [event]
  })
