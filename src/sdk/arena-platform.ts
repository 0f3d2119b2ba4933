import type { GameBody, NewGameBody } from '../api/games.ts'
import type { MatchBody } from '../api/matches.ts'
import type { NewPersonBody, PersonBody, RegistrationBody } from '../api/people.ts'
import type { ProblemBody } from '../api/problems.ts'
import type { Unread } from '../api/unread.ts'
import type { ProblemCode } from '../base/problem-codes.ts'
import { show } from '../base/fields.ts'
import { parseObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { whyUnreachable } from '../protocols/why-unreachable.ts'

/** Registers a team and gives its key. The server shows the key only this once. */
export async function registerTeam(url: string, name: string): Promise<Result<string>> {
  const said = await callPlatform<NewPersonBody>({ url }, 'POST', '/api/v1/players', {
    name,
  } satisfies RegistrationBody)
  if (!said.ok) return said.problem.code === NOT_OPEN ? fail('name-taken', said.problem.message) : said
  const { key } = said.value
  return typeof key === 'string'
    ? ok(key)
    : fail('server-unreadable', `Cannot register at ${url}: it gave no key`)
}

/** The challenge of a game. */
export async function challengeOf(url: string, game: number): Promise<Result<string>> {
  const said = await callPlatform<MatchBody>({ url }, 'GET', `/api/v1/matches/${game}`)
  return said.ok ? ok(String(said.value.challenge)) : said
}

/** A seat in a game: the id of the game, and the player id that moves are sent with. */
export interface TakenSeat {
  readonly game: number
  readonly player: number
}

/** Where to play, and against whom. */
export interface SeatCall {
  readonly url: string
  readonly key: string
  readonly opponent?: string
  /** A game that exists already. */
  readonly game?: number
  readonly challenge?: string
  readonly signal?: AbortSignal
  /** A seat that the caller has already: then nothing is asked for. */
  readonly seat?: TakenSeat
}

/** Asks for a new game, or takes a seat in a game that exists. */
export async function takeSeat(options: SeatCall): Promise<Result<TakenSeat>> {
  const { challenge = 'boost-tron', opponent = 'house:random', game, seat } = options
  if (seat) return ok(seat)
  if (game === undefined) {
    const wanted: NewGameBody = { challenge, opponent }
    return readSeat(await callPlatform<GameBody>(options, 'POST', '/api/v1/games', wanted))
  }
  const joined = await callPlatform<GameBody>(options, 'POST', `/api/v1/games/${game}/join`)
  if (joined.ok || joined.problem.code !== NOT_OPEN) return readSeat(joined)
  // The game is not open. A player of the game itself need not join: it goes on.
  const me = await callPlatform<PersonBody>(options, 'GET', '/api/v1/me')
  return me.ok ? readSeat(ok({ id: game, player: me.value.id })) : me
}

const NOT_OPEN = 'not-open'

function readSeat(said: Result<Unread<GameBody>>): Result<TakenSeat> {
  if (!said.ok) return said
  const { id, player } = said.value
  if (Number.isSafeInteger(id) && Number.isSafeInteger(player))
    return ok({ game: id as number, player: player as number })
  return fail(
    'server-unreadable',
    `Cannot understand the server’s game ${show(said.value)}: expected id and player`,
  )
}

/** The code of a problem that a retry may solve: the arena is away or busy. */
export const NOT_NOW = 'server-busy'

/** Sends one request to the arena, without a retry. */
export async function callPlatform<Body extends Readonly<Record<string, unknown>>>(
  { url, key, signal }: { readonly url: string; readonly key?: string; readonly signal?: AbortSignal },
  method: string,
  path: string,
  body?: object,
): Promise<Result<Unread<Body>>> {
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
    if (response.ok && document) return ok(document as Unread<Body>)
    const { message }: Unread<ProblemBody> = document ?? {}
    // The server's message is a complete sentence.
    return fail(
      codeOf(response.status),
      typeof message === 'string' ? message : `Cannot get a game from ${url}: it answers ${response.status}`,
    )
  } catch (error) {
    return fail(NOT_NOW, `Cannot connect to ${url}: ${whyUnreachable(error)}`)
  }
}

function codeOf(status: number): ProblemCode {
  if (status === 429 || status >= 500) return NOT_NOW
  return status === 409 ? NOT_OPEN : 'server-refused'
}
