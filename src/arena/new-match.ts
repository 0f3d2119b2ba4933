import { randomInt } from 'node:crypto'
import { show, typedSettings } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { findBrain } from '../brains/index.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findChallenge } from '../challenges/index.ts'
import { makeSpec, type MatchRules } from '../match/match.ts'
import { MODEL_CLOCK } from '../match/rules.ts'
import type { MatchOrigin, MatchPlayer } from '../store/store.ts'
import { withStartUp } from './start-up.ts'

export interface NewMatch {
  readonly challenge: string
  readonly players: readonly [MatchPlayer, MatchPlayer?]
  readonly origin: MatchOrigin
  readonly settings?: Readonly<Record<string, unknown>>
  readonly rules?: Partial<MatchRules>
  readonly seed?: number
  /** What its place counts for, if not the team that plays: the address of a team without a key. */
  readonly owner?: string
  /** The team that starts it with its bot, or by a challenge to another team. */
  readonly starter?: number
  /** The only team that may join an open match. */
  readonly invited?: number
  /** The match that it is a rematch of. */
  readonly rematchOf?: number
}

interface NewSpec {
  readonly challenge: Challenge
  readonly settings: Readonly<Record<string, unknown>>
  readonly rules: MatchRules
  readonly seed: number
}

/** Fills in what the challenge and chance decide, and checks all of it. */
export function readNewMatch(wanted: NewMatch): Result<NewSpec> {
  const challenge = findChallenge(wanted.challenge)
  if (!challenge) return fail('unknown-challenge', `There is no challenge ${show(wanted.challenge)}`)
  for (const player of wanted.players)
    if (player?.kind === 'house' && !findBrain(player.brain, challenge.game.id))
      return fail('unknown-brain', `There is no house brain ${show(player.brain)} for ${challenge.title}`)
  const byHttp = wanted.players.some((player) => player?.kind === 'http')
  const hasModel = wanted.players.some((player) => player?.kind === 'model')
  const rules: MatchRules = {
    ...withStartUp(challenge.rules, byHttp),
    ...(hasModel && { clock: MODEL_CLOCK }),
    ...wanted.rules,
  }
  const { game, preset } = challenge
  const settings = typedSettings(game.settings, { ...game.presets[preset], ...wanted.settings })
  const seed = wanted.seed ?? randomInt(2 ** 47)
  const spec = makeSpec(challenge.game, settings, rules, seed)
  return spec.ok ? ok({ challenge, settings, rules: spec.value.rules, seed }) : spec
}

/** The team that a match counts for: the one that started it, or else one that plays in it itself. */
export function ownerOf({ players, origin, starter }: OwnedMatch): string {
  if (starter !== undefined) return `player ${starter}`
  for (const player of players)
    if ((player?.kind === 'http' || player?.kind === 'sse') && player.person !== undefined)
      return `player ${player.person}`
  return origin
}

interface OwnedMatch extends Pick<NewMatch, 'players' | 'origin'> {
  readonly starter?: number | undefined
}
