import type { NewGameBody } from '../../../../src/api/games.ts'
import type { MatchBody } from '../../../../src/api/matches.ts'
import type { Player } from '../../../../src/match/match.ts'
import type { TimeControl } from '../../../../src/match/rules.ts'

/** The longest clock that a practice game may have. */
const MAX_CLOCK_MS = 600_000

/**
 * What to ask for to play the same opponent again, with swapped seats and the same clock; undefined if it cannot be asked for. A
 * team is challenged: the challenger goes first, and the clock is that of the contest.
 */
export function rematchOf(
  { challenge, players }: Pick<MatchBody, 'challenge' | 'players'>,
  me: Player,
  clock: TimeControl,
): NewGameBody | undefined {
  const rival = players[me === 0 ? 1 : 0]
  const side = me === 0 ? 'second' : 'first'
  if (rival?.bot?.startsWith('house:') === true)
    return { challenge, opponent: rival.bot, side, ...clockOf(clock) }
  if (rival?.program) return { challenge, opponent: `bot:${rival.program.id}`, side }
  return rival?.id == null ? undefined : { challenge, opponent: `player:${rival.id}` }
}

function clockOf(clock: TimeControl): Pick<NewGameBody, 'clock'> {
  if (clock.kind === 'none' || clock.ms > MAX_CLOCK_MS) return {}
  return { clock: clock.kind === 'per-move' ? `${clock.ms}ms` : `${clock.ms}ms+${clock.incrementMs}ms` }
}
