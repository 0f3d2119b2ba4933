import type { AnyGame, Pair } from '../game/game.ts'
import { startMatch } from './machine.ts'
import { makeSpec, type Match, type MatchEvent } from './match.ts'
import { ok, type Result } from '../base/result.ts'

/** A match that is played on another host, as a client follows it by its turns. Its position stays the first one. */
export function followMatch(game: AnyGame, settings: Readonly<Record<string, unknown>>): Result<Match> {
  const spec = makeSpec(
    game,
    settings,
    {
      clock: { kind: 'none' },
      startUpMs: 0,
      illegal: { kind: 'forfeit' },
      bestOf: 1,
      draws: { kind: 'count' },
      swapSeats: false,
      turnLimit: Number.MAX_SAFE_INTEGER,
    },
    0,
  )
  return spec.ok ? ok({ ...startMatch(spec.value).match, phase: 'playing' }) : spec
}

/** The event that played a turn of a followed match, with the match before and after it. */
export function followTurn(
  before: Match,
  turn: Pair<string | undefined>,
): readonly [before: Match, event: MatchEvent, after: Match] {
  const seat = turn[1] === undefined ? 0 : 1
  const event: MatchEvent = { kind: 'answered', seat, text: turn[seat] ?? '', at: 0 }
  return [
    before,
    event,
    { ...before, round: { ...before.round, turns: before.round.turns + 1, lastTurn: turn } },
  ]
}
