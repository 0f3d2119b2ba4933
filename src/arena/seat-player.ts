import { fail, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { openDesk } from '../protocols/polling/desk.ts'
import { dialectOf, findDialect } from '../protocols/stdio/dialects.ts'
import type { ProcessOptions } from '../runner/process/bot-process.ts'
import { programContestant } from '../runner/program-contestant.ts'
import { threadContestant } from '../runner/thread-contestant.ts'
import type { MatchPlayer } from '../store/entries.ts'
import type { Seated } from './live-match.ts'

export interface LocatedBot {
  readonly process: ProcessOptions
  /** If not the challenge's own. */
  readonly wire?: string
}

export interface SeatingContext {
  /** How a version of a bot is started, and what it speaks. */
  locateBot(bot: number, version: number): Result<LocatedBot>
}

/** Gets somebody to the board, however it is reached. A guest that is not there any more cannot be fetched. */
export function seatPlayer(
  player: MatchPlayer,
  challenge: Challenge,
  context: SeatingContext,
  /** It has shown up before the match was interrupted. */
  arrived: boolean,
): Result<Seated> {
  const { name } = player
  switch (player.kind) {
    case 'http': {
      const desk = openDesk(name, { arrived })
      return ok({ contestant: desk.contestant, desk })
    }
    case 'house': {
      const { brain, nodeBudget } = player
      const contestant = threadContestant({
        name,
        bot: `house:${brain}`,
        source: { kind: 'house', name: brain },
        ...(nodeBudget !== undefined && { nodeBudget }),
      })
      // A house brain works out its move from the position alone.
      return ok({ contestant: { ...contestant, rejoins: true } })
    }
    case 'guest':
      return fail('guest-gone', `the server was restarted and the connection of ${name} was gone`)
    case 'bot': {
      const located = context.locateBot(player.bot, player.version)
      if (!located.ok) return located
      const { process, wire } = located.value
      return ok({
        contestant: programContestant({
          name,
          bot: `bot ${player.bot} version ${player.version}`,
          dialect: (wire === undefined ? undefined : findDialect(wire)) ?? dialectOf(challenge.id),
          process,
        }),
      })
    }
  }
}
