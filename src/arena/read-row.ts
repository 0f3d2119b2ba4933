import { fail, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { makeSpec, type MatchSpec } from '../match/match.ts'
import type { RecordHeader } from '../match/record.ts'
import type { MatchPlayer, MatchRow } from '../store/store.ts'

/** What it takes to play a match of the store, or to replay it. */
export interface ReadMatch {
  readonly challenge: Challenge
  readonly players: Pair<MatchPlayer>
  readonly spec: MatchSpec
}

export function readRow({
  id,
  challenge: name,
  gameVersion,
  settings,
  rules,
  seed,
  players,
}: MatchRow): Result<ReadMatch> {
  const challenge = findChallenge(name)
  if (challenge?.game.version !== gameVersion)
    return fail('match-rules', `match ${id} was begun under other rules of ${name}`)
  const spec = makeSpec(challenge.game, settings, rules, seed)
  if (!spec.ok) return spec
  const [first, second] = players
  if (!second) return fail('match-players', `match ${id} has one player only`)
  return ok({ challenge, players: [first, second], spec: spec.value })
}

export function headerOf(row: MatchRow, players: Pair<MatchPlayer>, spec: MatchSpec): RecordHeader {
  return {
    challenge: row.challenge,
    spec,
    players: [recordPlayer(players[0]), recordPlayer(players[1])],
    times: true,
    date: new Date(row.created).toISOString(),
  }
}

const recordPlayer = (player: MatchPlayer) => ({
  name: player.name,
  ...(player.kind === 'house' && { bot: `house:${player.brain}` }),
  ...(player.kind === 'model' && { bot: player.model }),
})
