import { Type } from 'typebox'
import type { Player } from '../../match/match.ts'
import { takeAnyBody, textOf, typeOf } from '../../protocols/any-body.ts'
import { logRequests } from '../../protocols/log-requests.ts'
import { readBody } from '../../protocols/read-body.ts'
import { RequestError } from '../../protocols/request-error.ts'
import type { App, WireServer } from '../../protocols/wire-server.ts'
import { answer, bodyOf, formatIn, must, PollingRefusal, refusalOf, refuse, written } from './answer.ts'
import { moveDocument, playerDocument } from './documents.ts'
import { gridEncoder } from './encode-grid.ts'
import { FORMATS, parseFormat } from './format.ts'
import { limitPolls } from './limit-polls.ts'
import { ErrorAnswer, GridAnswer, MoveAnswer, PlayerAnswer } from './schemas.ts'
import {
  drive,
  find,
  playerWith,
  seatOf,
  situation,
  visitGame,
  type Found,
  type PollingHost,
} from './visit.ts'
import { readFull, readId, readMove, readPlayer, readWait } from './words.ts'

const FormatParam = Type.String({
  description: `The format of the answer: ${FORMATS.join(', ')}`,
  examples: ['json'],
})
const GameParam = Type.String({ description: 'The id of the match', examples: ['12'] })
const PlayerParam = Type.String({ description: 'The id of your player, from 1001 up', examples: ['1001'] })
const Wait = Type.Optional(
  Type.String({ description: 'Seconds to wait for your turn, at most 25; 0 by default', examples: ['20'] }),
)
const Key = Type.Optional(
  Type.String({
    description: 'Your key: in contests a request shows that a player is there only with its key',
    examples: ['KEY'],
  }),
)
const Full = Type.Optional(
  Type.String({ description: 'true: the empty cells as well; false by default', examples: ['true'] }),
)

/** The server half of the first contest's own wire: three addresses at the root, in four formats, errors included. */
export const server: WireServer<PollingHost> = {
  wire: 'polling',
  http: {
    mount,
    owns: (url) => /^\/(?:grid|player|move)\//.test(url),
    refuse(error, request, reply) {
      const refused = refusalOf(error)
      return answer(reply, formatIn(request), refused.document, refused.status)
    },
  },
}

const WIRE = { tags: ['boost-tron'], problem: ErrorAnswer }

function mount(app: App, host: PollingHost): void {
  const { metrics } = host
  const limit = limitPolls(host)
  const encodeGrid = gridEncoder()
  readFieldsOfBody(app)
  logRequests(app, host, 'game')
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof RequestError && error.retryAfter !== undefined)
      void reply.header('retry-after', error.retryAfter)
    const refused = error instanceof PollingRefusal ? error.refused : refusalOf(error)
    if (refused.status >= 500 && !(error instanceof RequestError)) metrics.failures.inc()
    return answer(reply, formatIn(request), refused.document, refused.status)
  })

  app.get(
    '/grid/:game/:player.:format',
    {
      config: { forPlayers: 'game' },
      preHandler: limit,
      schema: {
        summary: 'The board, as a player sees it',
        operation: 'getGrid',
        ...WIRE,
        params: Type.Object({ game: GameParam, player: PlayerParam, format: FormatParam }),
        access: { wire: 'anybody' },
        querystring: Type.Object({ wait: Wait, full: Full, key: Key }),
        response: { 200: GridAnswer },
        refuses: [400, 404, 429],
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const format = must(parseFormat(params.format))
      const [seconds, full] = [must(readWait(query.wait)), must(readFull(query.full))]
      const id = must(readId('player', params.player))
      const playerIn = (game: Found): Player => playerWith(game, id)
      const visit = { game: params.game, playerIn, key: host.identify(request)?.person.id, isById: true }
      const found = await visitGame(host, visit, seconds, reply)
      const seat = seatOf(found.match(), playerIn(found))
      request.tells = found.sight?.lastEntry
      request.shows = `${found.sight?.lastEntry}`
      return bodyOf(reply, encodeGrid(found, seat, format, full))
    },
  )

  app.get(
    '/player/:player/:game/data.:format',
    {
      config: { forPlayers: 'game' },
      preHandler: limit,
      schema: {
        summary: 'A player: by its number in this round, 1 or 2, or by its id',
        operation: 'getPlayerData',
        ...WIRE,
        params: Type.Object({
          player: Type.String({
            description: '1 or 2, the place in this round, or the id of a player',
            examples: ['1'],
          }),
          game: GameParam,
          format: FormatParam,
        }),
        access: { wire: 'anybody' },
        querystring: Type.Object({ wait: Wait, key: Key }),
        response: { 200: PlayerAnswer },
        refuses: [400, 404, 429],
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const format = must(parseFormat(params.format))
      const seconds = must(readWait(query.wait))
      const word = must(readPlayer(params.player))
      const playerIn = (game: Found): Player =>
        word.kind === 'id' ? playerWith(game, word.id) : game.match().round.seats[word.seat]
      // A number names a seat, not the client: without a key only an id shows that its player has come.
      const isById = word.kind === 'id'
      const visit = { game: params.game, playerIn, key: host.identify(request)?.person.id, isById }
      const found = await visitGame(host, visit, seconds, reply)
      const seat = word.kind === 'number' ? word.seat : seatOf(found.match(), playerIn(found))
      request.tells = found.sight?.lastEntry
      request.shows = `${found.sight?.lastEntry}`
      return written(reply, format, playerDocument(situation(found), seat))
    },
  )

  app.post(
    '/move/:game/:player/:turn/:boost/forward.:format',
    {
      config: { forPlayers: 'game' },
      schema: {
        summary: 'Play a move: a turn or none, a boost or none',
        operation: 'driveCycle',
        ...WIRE,
        access: { wire: 'team' },
        params: Type.Object({
          game: GameParam,
          player: PlayerParam,
          turn: Type.String({
            description: 'The turn before the drive: Left, Right or None, in any letter case',
            examples: ['Left'],
          }),
          boost: Type.String({
            description: 'Whether to spend a boost: True or False, in any letter case',
            examples: ['False'],
          }),
          format: FormatParam,
        }),
        querystring: Type.Object({
          key: Type.Optional(
            Type.String({ description: 'Your key, if no header has it', examples: ['KEY'] }),
          ),
          full: Full,
          // Any value: a remark never costs the move.
          remark: Type.Optional(
            Type.Unknown({
              description:
                'For spectators: a text, or a JSON object with text, score, depth, nodes, line, numbers, marks',
              examples: ['I close the gap'],
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
      const identity = host.identify(request)
      if (!identity) throw refuse('no-key')
      const found = find(host, params.game)
      const player = playerWith(found, must(readId('player', params.player)))
      if (identity.person.id !== found.ids[player]) throw refuse('not-your-player')
      const after = await drive(host, found, player, move, query.remark)
      const seat = after.ids[0] === found.ids[player] ? 0 : 1
      return written(reply, format, moveDocument(after, seat, receivedAt, { full }))
    },
  )
}

/**
 * Fields of a body count as fields of the query, which come first. The contest's paper knows no body, so that clients send whatever
 * their library sends: an empty one under any content type, a form, or JSON.
 */
function readFieldsOfBody(app: App): void {
  takeAnyBody(app)
  app.addHook('preValidation', (request, _reply, done) => {
    const text = textOf(request)
    request.body = undefined
    if (text.trim() === '') return done()
    const fields = readBody(text, typeOf(request))
    if (!fields.ok) {
      request.unreadBody = text
      return done(refuse('bad-request', UNREADABLE_BODY))
    }
    request.query = { ...fields.value, ...(request.query as object) }
    done()
  })
}

const UNREADABLE_BODY =
  'Cannot read the body: expected none, fields of a form like key=KEY, or a JSON object; a move needs no body'
