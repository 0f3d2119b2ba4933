import type { GameBody, GameList } from '../api/games.ts'
import type { Unread } from '../api/unread.ts'
import { isObject } from '../base/json.ts'
import { ok, type Result } from '../base/result.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { callPlatform, NOT_NOW, type TakenSeat } from './arena-platform.ts'
import { callTurns, type TurnsCall } from './play-arena.ts'
import { callPolling, type PollingReport } from './play-polling.ts'

export interface Attendance extends Omit<TurnsCall, 'opponent' | 'game' | 'seat' | 'challenge'> {
  /** Only games of this challenge; all by default. */
  readonly challenge?: string | undefined
  /** Called with the result of each game, or why it could not be played. */
  onGame?(game: number, result: Result<PollingReport>): void
}

/**
 * Plays every game that the team is called to, one after the other, until the signal is aborted. `playerFor` gives the
 * player for a challenge.
 */
export async function attendContest(
  playerFor: (challenge: string) => Promise<Result<Contestant>>,
  options: Attendance,
): Promise<Result<number>> {
  const { signal } = options
  /** The last game that was called. */
  let last = 0
  let played = 0
  while (!signal?.aborted) {
    const said = await callPlatform<GameList>(options, 'GET', `/api/v1/me/games?wait=20&after=${last}`)
    if (signal?.aborted) break
    if (!said.ok && said.problem.code !== NOT_NOW) return said
    const games = said.ok ? readGames(said.value.games) : []
    const next = games.find(({ challenge }) => challenge === (options.challenge ?? challenge))
    // Calls of other challenges are skipped.
    last = next?.seat.game ?? games.at(-1)?.seat.game ?? last
    if (next === undefined) {
      // The server is away, or there is no call.
      if (!said.ok) await new Promise((resolve) => void setTimeout(resolve, RETRY_MS))
      continue
    }
    const player = await playerFor(next.challenge)
    const report = player.ok ? await callArena(player.value, { ...options, ...next }) : player
    options.onGame?.(last, report)
    played++
  }
  return ok(played)
}

const RETRY_MS = 1000

/** Plays a game with any player, over the wire that its challenge is played on here. */
export const callArena = (
  player: Contestant,
  options: TurnsCall & { readonly challenge: string },
): Promise<Result<PollingReport>> =>
  findChallenge(options.challenge)?.wire === 'polling'
    ? callPolling(player, options)
    : callTurns(player, options)

/** A game that the team is called to. */
interface Called {
  readonly challenge: string
  readonly seat: TakenSeat
}

const readGames = (games: unknown): readonly Called[] => (Array.isArray(games) ? games.flatMap(readGame) : [])

function readGame(value: unknown): readonly Called[] {
  if (!isObject(value)) return []
  const { id, challenge, player }: Unread<GameBody> = value
  return typeof id === 'number' && typeof challenge === 'string' && typeof player === 'number'
    ? [{ challenge, seat: { game: id, player } }]
    : []
}
