import { show } from '../base/fields.ts'
import { parseObject, type JsonObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Brain } from '../game/brain.ts'
import type { Pair } from '../game/game.ts'
import { playOverPolling } from '../protocols/polling/client.ts'
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
  const { url, key, brain, signal, patienceMs, output = process.stdout } = options
  const { log = (line) => void process.stderr.write(`${line}\n`) } = options
  const { seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 } = options
  if (!isBrain(brain))
    throw new TypeError(`Cannot play with ${show(brain)}: expected a brain made by defineBrain`)
  if (brain.game !== undefined && brain.game !== 'tron')
    throw new TypeError(`Cannot play tron with ${show(brain.name)}: it is a brain for ${brain.game}`)
  const seat = value(await takeSeat(options))
  const { verdict, score } = value(
    await playOverPolling(playerOf(brain, { log }), {
      url,
      key,
      game: seat.game,
      playerId: seat.player,
      seed,
      ...(patienceMs !== undefined && { patienceMs }),
      ...(signal && { signal }),
    }),
  )
  output.write(`${brain.name}: ${LAST_WORDS[verdict]} ${score.join('–')}\n`)
  return { game: seat.game, result: verdict, score }
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
async function takeSeat(options: PollingGame): Promise<Result<TakenSeat>> {
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
  { url, key, signal }: PollingGame,
  method: string,
  path: string,
  body?: object,
): Promise<Result<JsonObject>> {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const document = parseObject(await response.text())
    if (response.ok && document) return ok(document)
    const message = document?.['message']
    const why = typeof message === 'string' ? message : `it answers ${response.status}`
    return fail(
      response.status === 409 ? NOT_OPEN : 'polling.refused',
      `Cannot get a game from ${url}: ${why}`,
    )
  } catch (error) {
    return fail('polling.connect', `Cannot connect to ${url}: ${explainFetch(error)}`)
  }
}

/** `fetch` hides the reason in the cause. */
function explainFetch(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && cause.code === 'ECONNREFUSED' ? 'nobody listens there' : cause.message
}
