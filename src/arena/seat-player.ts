import { fail, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { RemoteSeat, SeatRemote } from '../protocols/hosted-match.ts'
import { dialectOfProgram } from '../wires/dialects.ts'
import type { ProcessOptions } from '../runner/process/bot-process.ts'
import type { BrainPool } from '../runner/brain-pool.ts'
import { pooledContestant } from '../runner/house-contestant.ts'
import type { MatchPlayer } from '../store/store.ts'
import type { ArenaModels } from './arena-models.ts'
import type { Seated } from './live-match.ts'
import { loggedProgram, type BotDiary } from '../runner/logged-program.ts'

export interface LocatedBot {
  readonly process: ProcessOptions
  /** If not the challenge's own. */
  readonly wire?: string
}

/** A player that comes over the network. */
export type RemotePlayer = Extract<MatchPlayer, { kind: 'http' | 'sse' }>

export interface SeatingContext {
  /** How a version of a bot is started, and what it speaks. */
  locateBot(bot: number, version: number): Result<LocatedBot>
  /** Seats a player at its wire. */
  readonly seatRemote: SeatRemote<RemotePlayer>
  /** Undefined where no language model can play. */
  readonly models?: Pick<ArenaModels, 'seat'>
}

/** Which chair it is, and what its player needs there. */
export interface Chair {
  readonly seat: RemoteSeat
  readonly pool: BrainPool
  /** For what a program writes and is told. */
  readonly diary: BotDiary
}

/** Gets a player ready to be asked, however it is reached. A guest that is not there any more cannot be fetched. */
export function seatPlayer(
  player: MatchPlayer,
  challenge: Challenge,
  context: SeatingContext,
  { seat, pool, diary }: Chair,
): Result<Seated> {
  const { name } = player
  switch (player.kind) {
    case 'http':
    case 'sse':
      return ok({ contestant: context.seatRemote(player, seat), isRemote: true })
    case 'house': {
      const { brain, nodeBudget } = player
      return ok({
        contestant: pooledContestant({ name, brain, game: challenge.game.id, nodeBudget, pool }),
      })
    }
    case 'model': {
      const seated = context.models?.seat(player, challenge, seat)
      if (!seated) return fail('bad-model', 'this arena calls no language models')
      return seated.ok ? ok({ contestant: seated.value }) : seated
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
            dialect: dialectOfProgram(wire, challenge),
            process,
          },
          diary,
        ),
      })
    }
  }
}
