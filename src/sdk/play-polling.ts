import { show } from '../base/fields.ts'
import { isObject, parseObject, type JsonObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Brain } from '../game/brain.ts'
import type { Pair } from '../game/game.ts'
import { playOverPolling } from '../protocols/polling/client.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { whyUnreachable } from '../protocols/why-unreachable.ts'
import { isBrain } from './define-brain.ts'
import { LAST_WORDS } from './play-remote-tron.ts'
import { playerOf } from './player-of.ts'

export interface PollingGame {
  /** Where the server is: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Your API key there. */
  readonly key: string
  readonly brain: Brain
  /**
   * Against whom: a brain of the server (`house:voronoi`), a bot that was uploaded there (`bot:7`), or whoever comes
   * (`open`). `house:random` unless told otherwise.
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
  const { brain, output = process.stdout } = options
  const { log = (line) => void process.stderr.write(`${line}\n`) } = options
  if (!isBrain(brain))
    throw new TypeError(`Cannot play with ${show(brain)}: expected a brain made by defineBrain`)
  if (brain.game !== undefined && brain.game !== 'tron')
    throw new TypeError(`Cannot play tron with ${show(brain.name)}: it is a brain for ${brain.game}`)
  const report = value(await callArena(playerOf(brain, { log }), options))
  output.write(`${brain.name}: ${describeReport(report)}\n`)
  return report
}

export const describeReport = ({ result, score }: PollingReport): string =>
  `${LAST_WORDS[result]} ${score.join('–')}`

/** Where to play, and against whom; as for `playPolling`. */
export type ArenaCall = Omit<PollingGame, 'brain' | 'output' | 'log'>

/** Plays a game on a server with any player. */
export async function callArena(player: Contestant, options: ArenaCall): Promise<Result<PollingReport>> {
  const { url, key, signal, patienceMs } = options
  const { seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 } = options
  const seat = await takeSeat(options)
  if (!seat.ok) return seat
  const { game, player: playerId } = seat.value
  const played = await playOverPolling(player, {
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

export interface Attendance extends Pick<ArenaCall, 'url' | 'key' | 'seed' | 'patienceMs' | 'signal'> {
  /** Hears how each game ended, or why it could not be played. */
  onGame?(game: number, result: Result<PollingReport>): void
}

/** Plays every game that the team is called to, one after the other as they come, till the signal ends it. */
export async function attendContest(player: Contestant, options: Attendance): Promise<Result<number>> {
  const { signal } = options
  let last = 0
  let played = 0
  while (!signal?.aborted) {
    const said = await callPlatform(options, 'GET', `/api/v1/me/games?wait=20&after=${last}`)
    if (signal?.aborted) break
    if (!said.ok && said.problem.code !== CANNOT_CONNECT) return said
    const games = said.ok && Array.isArray(said.value['games']) ? said.value['games'] : []
    const next: unknown = games[0]
    if (!isObject(next)) {
      // The server is away, or nobody has called.
      if (!said.ok) await new Promise((resolve) => void setTimeout(resolve, RETRY_MS))
      continue
    }
    last = Number(next['id'])
    const report = await callArena(player, { ...options, game: last })
    options.onGame?.(last, report)
    played++
  }
  return ok(played)
}

const RETRY_MS = 1000
const CANNOT_CONNECT = 'polling.connect'

/** Registers a team and gives its key, which is shown only this once. */
export async function registerTeam(url: string, name: string): Promise<Result<string>> {
  const said = await callPlatform({ url }, 'POST', '/api/v1/players', { name })
  if (!said.ok) return said
  const { key } = said.value
  return typeof key === 'string'
    ? ok(key)
    : fail('polling.server', `Cannot register at ${url}: it gave no key`)
}

function value<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(result.problem.message)
}

interface TakenSeat {
  readonly game: number
  readonly player: number
}

/** Asks for a game, or takes one's place in a game that exists. */
async function takeSeat(options: ArenaCall): Promise<Result<TakenSeat>> {
  const { challenge = 'boost-tron', opponent = 'house:random', game } = options
  if (game === undefined)
    return readSeat(await callPlatform(options, 'POST', '/api/v1/games', { challenge, opponent }))
  const joined = await callPlatform(options, 'POST', `/api/v1/games/${game}/join`)
  if (joined.ok || joined.problem.code !== NOT_OPEN) return readSeat(joined)
  // Whoever plays in it already need not join: the game goes on.
  const me = await callPlatform(options, 'GET', '/api/v1/me')
  return me.ok ? readSeat(ok({ id: game, player: me.value['id'] })) : me
}

const NOT_OPEN = 'polling.not-open'

function readSeat(said: Result<JsonObject>): Result<TakenSeat> {
  if (!said.ok) return said
  const { id, player } = said.value
  if (Number.isSafeInteger(id) && Number.isSafeInteger(player))
    return ok({ game: id as number, player: player as number })
  return fail(
    'polling.server',
    `Cannot understand the server’s game ${show(said.value)}: expected id and player`,
  )
}

async function callPlatform(
  { url, key, signal }: { readonly url: string; readonly key?: string; readonly signal?: AbortSignal },
  method: string,
  path: string,
  body?: object,
): Promise<Result<JsonObject>> {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const document = parseObject(await response.text())
    if (response.ok && document) return ok(document)
    const message = document?.['message']
    // What the server says is a whole sentence.
    return fail(
      response.status === 409 ? NOT_OPEN : 'polling.refused',
      typeof message === 'string' ? message : `Cannot get a game from ${url}: it answers ${response.status}`,
    )
  } catch (error) {
    return fail(CANNOT_CONNECT, `Cannot connect to ${url}: ${whyUnreachable(error)}`)
  }
}
