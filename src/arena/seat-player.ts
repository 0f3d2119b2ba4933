import { fail, ok, type Result } from '../base/result.ts'
import type { Seat } from '../game/game.ts'
import type { MatchEvent, MatchSpec } from '../match/match.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { openDesk } from '../wires/polling/desk.ts'
import { openBattleSeat } from '../wires/sse/battle-seat.ts'
import { tellEvents } from '../wires/sse/tell-battle.ts'
import { dialectOf, findDialect } from '../wires/dialects.ts'
import type { ProcessOptions } from '../runner/process/bot-process.ts'
import type { BrainPool } from '../runner/brain-pool.ts'
import { houseContestant } from '../runner/house-contestant.ts'
import type { MatchPlayer } from '../store/store.ts'
import type { Seated } from './live-match.ts'
import { loggedProgram, type BotDiary } from './logged-program.ts'

export interface LocatedBot {
  readonly process: ProcessOptions
  /** If not the challenge's own. */
  readonly wire?: string
}

export interface SeatingContext {
  /** How a version of a bot is started, and what it speaks. */
  locateBot(bot: number, version: number): Result<LocatedBot>
}

/** Which chair it is, and what has happened before the match was interrupted. */
export interface Chair {
  readonly seat: Seat
  readonly spec: MatchSpec
  readonly past: readonly MatchEvent[]
  /** It has shown up already. */
  readonly arrived: boolean
  readonly pool: BrainPool
  /** For what a program writes and is told. */
  readonly diary: BotDiary
  /** It has asked for something. */
  readonly onSeen: () => void
  /** Calls back once what has happened so far is on disk. */
  readonly afterCommit: (act: () => void) => void
}

/** Gets somebody to the board, however it is reached. A guest that is not there any more cannot be fetched. */
export function seatPlayer(
  player: MatchPlayer,
  challenge: Challenge,
  context: SeatingContext,
  { seat, spec, past, arrived, pool, diary, onSeen, afterCommit }: Chair,
): Result<Seated> {
  const { name } = player
  switch (player.kind) {
    case 'http': {
      const desk = openDesk(name, { arrived, onArrive: onSeen })
      return ok({ contestant: desk.contestant, desk })
    }
    case 'house': {
      const { brain, nodeBudget } = player
      return ok({
        contestant: houseContestant({ name, brain, game: challenge.game.id, nodeBudget, pool }),
      })
    }
    case 'sse': {
      const { battle: id } = player
      const told = tellEvents(spec, past, { seat, battle: id })
      const { game } = challenge
      const battle = openBattleSeat({ name, battle: id, seat, game: game.id, arrived, told, afterCommit })
      return ok({ contestant: battle.contestant, battle })
    }
    case 'guest':
      return fail('guest-gone', `the server was restarted and the connection of ${name} was gone`)
    case 'bot': {
      const located = context.locateBot(player.bot, player.version)
      if (!located.ok) return located
      const { process, wire } = located.value
      return ok({
        contestant: loggedProgram(
          {
            name,
            bot: `bot ${player.bot} version ${player.version}`,
            dialect: (wire === undefined ? undefined : findDialect(wire)) ?? dialectOf(challenge),
            process,
          },
          diary,
        ),
      })
    }
  }
}
