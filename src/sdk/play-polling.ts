import { show } from '../base/fields.ts'
import { ok, type Result } from '../base/result.ts'
import type { Brain } from '../game/brain.ts'
import type { Pair } from '../game/game.ts'
import { playOverPolling } from '../wires/polling/client.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { RemoteGame, RemoteResult } from '../protocols/remote-game.ts'
import { takeSeat, type TakenSeat } from './arena-platform.ts'
import { isBrain } from './define-brain.ts'
import { LAST_WORDS } from './play-remote-tron.ts'
import { playerOf } from './player-of.ts'
import { notWhileImported } from '../runner/brain-import.ts'

export interface PollingGame {
  /** Where the server is: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Your API key there. */
  readonly key: string
  readonly brain: Brain
  /**
   * Against whom: a brain of the server (`house:voronoi`), a bot that was uploaded there (`bot:7`), or any player that
   * joins (`open`). `house:random` unless told otherwise.
   */
  readonly opponent?: 'open' | `house:${string}` | `bot:${number}`
  /** A game that exists already: an open challenge, or a game of your own. Without it, a new one is asked for. */
  readonly game?: number
  /** `boost-tron` unless told otherwise. */
  readonly challenge?: string
  /** For the brain's own chance; drawn anew unless told otherwise. */
  readonly seed?: number
  /** How long the server may be away before it is given up, in milliseconds; two minutes unless told otherwise. */
  readonly patienceMs?: number
  /** Where to say how it ended; the terminal unless told otherwise. */
  readonly output?: { write(text: string): unknown }
  /** What the brain logs; stderr unless told otherwise. */
  readonly log?: (line: string) => void
  /** Stops playing. */
  readonly signal?: AbortSignal
}

export interface PollingReport {
  readonly game: number
  readonly result: 'win' | 'loss' | 'draw'
  /** Rounds won: your own, then the opponent's. */
  readonly score: Pair<number>
}

/** Plays a game of boost tron on a server, from asking for one to the last round, and says how it ended. */
export async function playPolling(options: PollingGame): Promise<PollingReport> {
  notWhileImported('playPolling')
  const { brain, output = process.stdout } = options
  const { log = (line) => void process.stderr.write(`${line}\n`) } = options
  if (!isBrain(brain))
    throw new TypeError(`Cannot play with ${show(brain)}: expected a brain made by defineBrain`)
  if (brain.game !== undefined && brain.game !== 'tron')
    throw new TypeError(`Cannot play tron with ${show(brain.name)}: it is a brain for ${brain.game}`)
  const report = await callPolling(playerOf(brain, { log }), options)
  if (!report.ok) throw new Error(report.problem.message)
  output.write(`${brain.name}: ${describeReport(report.value)}\n`)
  return report.value
}

export const describeReport = ({ result, score }: PollingReport): string =>
  `${LAST_WORDS[result]} ${score.join('–')}`

/** Where to play, and against whom; as for `playPolling`. */
export interface ArenaCall extends Omit<PollingGame, 'brain' | 'output' | 'log'> {
  /** A place that one has already: then nothing is asked for. */
  readonly seat?: TakenSeat
}

/** Plays a game of boost tron on a server with any player. */
export const callPolling = (player: Contestant, options: ArenaCall): Promise<Result<PollingReport>> =>
  playSeat(options, (game) => playOverPolling(player, game))

/** Takes one's place in a game and lets `play` play it, over whichever wire. */
export async function playSeat(
  options: ArenaCall,
  play: (game: RemoteGame) => Promise<Result<RemoteResult>>,
): Promise<Result<PollingReport>> {
  const { url, key, signal, patienceMs } = options
  const { seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 } = options
  const seat = await takeSeat(options)
  if (!seat.ok) return seat
  const { game, player: playerId } = seat.value
  const played = await play({
    url,
    key,
    game,
    playerId,
    seed,
    ...(patienceMs !== undefined && { patienceMs }),
    ...(signal && { signal }),
  })
  return played.ok ? ok({ game, result: played.value.verdict, score: played.value.score }) : played
}
