import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isCasual } from '../../arena/is-casual.ts'
import { isObject, parseObject } from '../../base/json.ts'
import { ok, type Result } from '../../base/result.ts'
import { SEATS, type Seat } from '../../game/game.ts'
import { readRemark } from '../../game/remark.ts'
import { awaitedSeats } from '../../match/machine.ts'
import type { Match, Player } from '../../match/match.ts'
import { gridDocument, moveDocument, playerDocument } from '../../wires/polling/documents.ts'
import { readBody } from '../../protocols/read-body.ts'
import { errorOf, pollingError, type ErrorCode, type PollingError } from '../../wires/polling/errors.ts'
import { encodeDocument, FORMATS, parseFormat, type Format } from '../../wires/polling/format.ts'
import { situationAfter, situationOf, type Ids, type Situation } from '../../wires/polling/situation.ts'
import { readFull, readId, readMove, readPlayer, readWait } from '../../wires/polling/words.ts'
import type { MatchPlayer } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'
import { explainError } from '../explain-error.ts'
import { identify } from '../identity.ts'
import { openPace } from '../pace.ts'
import { ErrorAnswer, GridAnswer, MoveAnswer, PlayerAnswer } from '../polling-schemas.ts'
import { RequestError, tooFast } from '../problems.ts'
import { untilBegun, untilChanged } from '../until-changed.ts'

/** The id by which players are shown that have none of their own, like house brains. */
const HOUSE_ID = 999

const FormatParam = Type.String({ description: FORMATS.join(', ') })
const Wait = Type.Optional(Type.String({ description: 'Seconds to wait for your turn, at most 25' }))
const Key = Type.Optional(
  Type.String({
    description: 'Shows who is asking: in contests a player is there only when it sends its key',
  }),
)
const Full = Type.Optional(Type.String({ description: 'true: the empty cells as well' }))

/** Limits are so many requests in this time. */
const LIMIT_MS = 10_000

/** An answer held for longer than this is refused instead: that many requests at once are no loop that waits for its answers. */
const LONGEST_HOLD_MS = 1000

/** The first contest's own wire: three addresses at the root, in four formats, errors included. */
export function pollingRoutes(app: App, context: ServerContext): void {
  const { arena, store, metrics } = context
  const wire = { tags: ['boost-tron'], problem: ErrorAnswer }
  const { limits } = context.settings
  const perAddress = openPace(limits.perAddress, LIMIT_MS)
  const perPlayer = openPace(limits.perPlayer, LIMIT_MS)
  /** Holds the answer of one that asks too often. Ids are easily made up: the rate of the address holds, too. */
  const slowDown = async ({ ip }: FastifyRequest, player: string): Promise<void> => {
    const now = performance.now()
    const ms = Math.max(perAddress.count(ip, now), perPlayer.count(`${ip} ${player}`, now))
    if (ms > LONGEST_HOLD_MS) throw tooFast(Math.ceil(ms / 1000))
    if (ms > 0) await setTimeout(ms)
  }

  readFieldsOfBody(app)

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof RequestError && error.retryAfter !== undefined)
      void reply.header('retry-after', error.retryAfter)
    if (error instanceof PollingRefusal)
      return answer(reply, formatIn(request), error.refused.document, error.refused.status)
    const refused = refusalOf(error)
    if (refused.status >= 500 && !(error instanceof RequestError)) metrics.failures.inc()
    return answer(reply, formatIn(request), refused.document, refused.status)
  })

  /** A game that is played over this wire, and who plays it. */
  const find = (word: string) => {
    const id = must(readId('game', word))
    const sight = arena.sight(id)
    const seen = sight ?? arena.preview(id)
    if (!seen) throw refuse('unknown-game', `Cannot find game ${id}`)
    if (seen.challenge.wire !== 'polling')
      throw refuse(
        'unknown-game',
        `Cannot play game ${id} over this wire: it is a game of ${seen.challenge.title}`,
      )
    return { id, sight, match: () => (sight ?? seen).match, ids: idsOf(seen.players), players: seen.players }
  }
  type Found = ReturnType<typeof find>

  const situation = ({ sight, match, ids }: Found): Situation => {
    const now = match()
    const [mover] = now.phase === 'playing' ? awaitedSeats(now) : []
    return situationOf(now, ids, mover === undefined ? undefined : sight?.timeLeft(mover))
  }

  const playerWith = ({ ids }: Found, person: number): Player => {
    const player = SEATS.find((index) => ids[index] === person)
    if (player === undefined) throw refuse('unknown-player')
    return player
  }

  const isTurnOf = (found: Found, player: Player): boolean => {
    const match = found.match()
    return (
      match.phase === 'over' ||
      (match.phase === 'playing' && awaitedSeats(match).some((seat) => match.round.seats[seat] === player))
    )
  }

  /** Who is asking for a player: with whose key, and whether under the player's own id. */
  interface Visit {
    readonly key: number | undefined
    readonly isById: boolean
  }

  /**
   * The game as it stands, and a sign that its player has come. Where a player was called to its game, by a contest or the
   * organiser, only its key is such a sign: anybody knows its id, and its clock is to start for nobody else.
   */
  function meet(game: string, playerIn: (found: Found) => Player, { key, isById }: Visit): Found {
    const found = find(game)
    const player = playerIn(found)
    const live = arena.live(found.id)
    if (live && isById && (isCasual(live.origin) || key === found.ids[player])) live.desk(player)?.arrive()
    return found
  }

  /** Waits for a player's turn, but no longer than was asked for: first for the game to begin, if it has not. */
  async function wait(
    game: string,
    playerIn: (found: Found) => Player,
    visit: Visit,
    seconds: number,
    reply: FastifyReply,
  ): Promise<Found> {
    const until = performance.now() + seconds * 1000
    const first = find(game)
    playerIn(first)
    if (!first.sight) await untilBegun(arena, first.id, seconds, reply)
    const found = meet(game, playerIn, visit)
    const player = playerIn(found)
    const { sight } = found
    if (!sight) return found
    const left = (until - performance.now()) / 1000
    await untilChanged(
      (listener) => sight.onChange(listener),
      () => isTurnOf(found, player),
      left,
      reply,
    )
    return found
  }

  app.get(
    '/grid/:game/:player.:format',
    {
      schema: {
        summary: 'The board, as a player sees it',
        ...wire,
        params: Type.Object({ game: Type.String(), player: Type.String(), format: FormatParam }),
        access: { wire: 'anybody' },
        querystring: Type.Object({ wait: Wait, full: Full, key: Key }),
        response: { 200: GridAnswer },
        refuses: [400, 404, 429],
      },
    },
    async (request, reply) => {
      const { params, query } = request
      await slowDown(request, params.player)
      const format = must(parseFormat(params.format))
      const [seconds, full] = [must(readWait(query.wait)), must(readFull(query.full))]
      const id = must(readId('player', params.player))
      const playerIn = (game: Found): Player => playerWith(game, id)
      const visit = { key: identify(store, request)?.person.id, isById: true }
      const found =
        seconds > 0
          ? await wait(params.game, playerIn, visit, seconds, reply)
          : meet(params.game, playerIn, visit)
      const seat = seatOf(found.match(), playerWith(found, id))
      request.tells = found.sight?.lastEntry
      return written(reply, format, gridDocument(situation(found), seat, { full }))
    },
  )

  app.get(
    '/player/:player/:game/data.:format',
    {
      schema: {
        summary: 'A player: by its number in this round, 1 or 2, or by its id',
        ...wire,
        params: Type.Object({ player: Type.String(), game: Type.String(), format: FormatParam }),
        access: { wire: 'anybody' },
        querystring: Type.Object({ wait: Wait, key: Key }),
        response: { 200: PlayerAnswer },
        refuses: [400, 404, 429],
      },
    },
    async (request, reply) => {
      const { params, query } = request
      await slowDown(request, params.player)
      const format = must(parseFormat(params.format))
      const seconds = must(readWait(query.wait))
      const word = must(readPlayer(params.player))
      const playerIn = (game: Found): Player =>
        word.kind === 'id' ? playerWith(game, word.id) : game.match().round.seats[word.seat]
      // A number says who is asked about, not who is asking: only an id shows that its player is there.
      const visit = { key: identify(store, request)?.person.id, isById: word.kind === 'id' }
      const found =
        seconds > 0
          ? await wait(params.game, playerIn, visit, seconds, reply)
          : meet(params.game, playerIn, visit)
      const seat = word.kind === 'number' ? word.seat : seatOf(found.match(), playerIn(found))
      request.tells = found.sight?.lastEntry
      return written(reply, format, playerDocument(situation(found), seat))
    },
  )

  app.post(
    '/move/:game/:player/:turn/:boost/forward.:format',
    {
      schema: {
        summary: 'Turn if you like, boost if you like, and drive',
        ...wire,
        access: { wire: 'team' },
        params: Type.Object({
          game: Type.String(),
          player: Type.String(),
          turn: Type.String({ description: 'Left, Right or None' }),
          boost: Type.String({ description: 'True or False' }),
          format: FormatParam,
        }),
        querystring: Type.Object({
          key: Type.Optional(Type.String()),
          full: Full,
          remark: Type.Optional(
            Type.String({
              description: 'For spectators: a text, or a JSON object with text, score, depth, nodes, line',
            }),
          ),
        }),
        response: { 200: MoveAnswer },
        refuses: [400, 404, 409, 410, 413, 429],
      },
    },
    async (request, reply) => {
      const receivedAt = Date.now()
      const { params, query } = request
      const format = must(parseFormat(params.format))
      const move = must(readMove(params.turn, params.boost))
      const full = must(readFull(query.full))
      const identity = identify(store, request)
      if (!identity) throw refuse('no-key')
      const found = find(params.game)
      const player = playerWith(found, must(readId('player', params.player)))
      if (identity.person.id !== found.ids[player]) throw refuse('not-your-player')
      const before = found.match()
      if (before.phase === 'over') throw refuse('game-over')
      const desk = arena.live(found.id)?.desk(player)
      desk?.arrive()
      const seat = seatOf(before, player)
      if (desk?.question === undefined) throw refuse('not-your-turn')
      if (!desk.question.legal.includes(move))
        throw refuse(move.endsWith('boost') ? 'no-boost-left' : 'illegal-move')
      const remark = readRemark(parseObject(query.remark ?? '') ?? query.remark)
      const verdict = (await desk.answer({ kind: 'move', text: move, ...(remark && { remark }) })) ?? {
        kind: 'late',
      }
      metrics.moves.inc({ challenge: 'boost-tron', verdict: verdict.kind })
      if (verdict.kind === 'late') throw refuse('too-late')
      if (verdict.kind === 'refused') throw refuse('illegal-move', `Cannot play this move: ${verdict.why}`)
      const after = situationAfter({ before, after: found.match(), seat, move }, found.ids)
      return written(
        reply,
        format,
        moveDocument(after, seatIn(after, found.ids[player]), receivedAt, { full }),
      )
    },
  )
}

/**
 * Fields of a body count as fields of the query, which come first. The contest's paper knows no body, so that clients send whatever
 * their library sends: an empty one under any content type, a form, or JSON.
 */
function readFieldsOfBody(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    const fields = text.trim() === '' ? ok({}) : readBody(text, request.headers['content-type'])
    if (fields.ok) done(null, fields.value)
    else done(refuse('bad-request', UNREADABLE_BODY))
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (isObject(request.body)) {
      request.query = { ...request.body, ...(request.query as object) }
      request.body = undefined
    }
    done()
  })
}

const UNREADABLE_BODY =
  'Cannot read the body: expected none, fields of a form like key=KEY, or a JSON object; a move needs no body'

class PollingRefusal extends Error {
  readonly refused: PollingError
  constructor(refused: PollingError) {
    super(refused.document.message)
    this.refused = refused
  }
}

const refuse = (code: ErrorCode, message?: string): PollingRefusal =>
  new PollingRefusal(pollingError(code, message))

/** The value, or an answer that says why not. */
function must<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new PollingRefusal(errorOf(result.problem))
}

const idsOf = (players: readonly [MatchPlayer, MatchPlayer?]): Ids => [idOf(players[0]), idOf(players[1])]

function idOf(player: MatchPlayer | undefined): number | null {
  if (player === undefined) return null
  return player.kind === 'http' ? player.person : HOUSE_ID
}

const seatOf = (match: Match, player: Player): Seat => (match.round.seats[0] === player ? 0 : 1)

const seatIn = ({ ids }: Situation, id: number | null): Seat => (ids[0] === id ? 0 : 1)

const answer = (reply: FastifyReply, format: Format, document: object, status: number): FastifyReply =>
  reply.code(status).send(written(reply, format, document))

/** What to send. Routes give it back themselves: who gives back the reply is made to wait until all of it has gone. */
function written(reply: FastifyReply, format: Format, document: object): string | Uint8Array {
  const { contentType, body } = encodeDocument(format, document)
  void reply.header('cache-control', 'no-store').type(contentType)
  return body
}

/** Errors come in the format that was asked for; JSON if that is what is wrong. */
export function formatIn(request: FastifyRequest): Format {
  const [path = ''] = request.url.split('?')
  const format = parseFormat(path.slice(path.lastIndexOf('.') + 1))
  return format.ok ? format.value : 'json'
}

/** The wire's own words for what the server refuses. */
export function refusalOf(error: unknown): PollingError {
  const { status, message } = explainError(error)
  if (status === 403) return pollingError('wrong-key')
  // The disk is full: it says so, and when to come again.
  if (status === 507) return pollingError('unavailable', message)
  const code = CODE_OF[status]
  if (code !== undefined) return pollingError(code)
  return status < 500 ? pollingError('bad-request', message) : pollingError('server-error')
}

const CODE_OF: Readonly<Record<number, ErrorCode>> = {
  404: 'unknown-address',
  405: 'wrong-method',
  413: 'too-big',
  429: 'too-fast',
  503: 'unavailable',
}

export const answerPolling = answer
