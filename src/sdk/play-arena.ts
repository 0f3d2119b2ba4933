import { show } from '../base/fields.ts'
import type { Result } from '../base/result.ts'
import { CHALLENGES, findChallenge } from '../challenges/index.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { playOverTurns } from '../wires/turns/client.ts'
import { isBrain } from './define-brain.ts'
import {
  describeReport,
  playSeat,
  type ArenaCall,
  type PollingGame,
  type PollingReport,
} from './play-polling.ts'
import { playerOf } from './player-of.ts'
import { notWhileImported } from '../runner/brain-import.ts'

/** As for `playPolling`, and which challenge: all of them can be played. */
export interface PlayArenaOptions extends PollingGame {
  readonly challenge: string
}

/** Plays a game of any challenge in an arena, from asking for one to its end, and says how it ended. */
export async function playArena(options: PlayArenaOptions): Promise<PollingReport> {
  notWhileImported('playArena')
  const { brain, challenge, output = process.stdout } = options
  const { log = (line) => void process.stderr.write(`${line}\n`) } = options
  if (!isBrain(brain))
    throw new TypeError(`Cannot play with ${show(brain)}: expected a brain made by defineBrain`)
  const game = findChallenge(challenge)?.game.id
  if (game === undefined)
    throw new TypeError(
      `Cannot find challenge ${show(challenge)}: expected one of ${CHALLENGES.map(({ id }) => id).join(', ')}`,
    )
  if (brain.game !== undefined && brain.game !== game)
    throw new TypeError(`Cannot play ${challenge} with ${show(brain.name)}: it is a brain for ${brain.game}`)
  const report = await callTurns(playerOf(brain, { log }), { ...options, onFailure: log })
  if (!report.ok) throw new Error(report.problem.message)
  output.write(`${brain.name}: ${describeReport(report.value)}\n`)
  return report.value
}

export interface TurnsCall extends ArenaCall {
  /** Called with the reason when the player fails; its round is resigned then. */
  readonly onFailure?: (why: string) => void
}

/** Plays a game of any challenge in an arena with any player. */
export function callTurns(player: Contestant, options: TurnsCall): Promise<Result<PollingReport>> {
  const { onFailure } = options
  return playSeat(options, (game) => playOverTurns(player, { ...game, ...(onFailure && { onFailure }) }))
}
