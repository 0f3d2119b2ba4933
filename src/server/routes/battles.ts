import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Battle } from '../../arena/battles.ts'
import { casesOf, findCase } from '../../evaluation/cases.ts'
import { show } from '../../base/fields.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Result } from '../../base/result.ts'
import { readBody } from '../../protocols/read-body.ts'
import { ownerOf } from '../admit-requests.ts'
import { openBattleStream } from '../battle-stream.ts'
import { WireProblem } from '../battle-schemas.ts'
import type { App, ServerContext } from '../context.ts'
import { demoEvents } from '../demo-events.ts'
import { eventText } from '../event-stream.ts'
import { identify } from '../identity.ts'
import { readOutgoingUrl } from '../outgoing/read-url.ts'
import { RequestError } from '../problems.ts'
import { refuseOtherSites } from '../refuse-foreign.ts'
import { TextBody } from '../../api/schema.ts'

const GameParams = Type.Object({ game: Type.String({ description: 'tic-tac-toe or quoridor' }) })
const BattleParams = Type.Object({ game: Type.String(), battleId: Type.String() })
const BODIES = ['application/json', 'application/x-www-form-urlencoded']
const DEMO_MS = 300

/**
 * The third contest's own wire: a stream of events for every battle, commands beside it, and an outside coordinator's requests.
 * It needs no key, and any page can make a browser send what it takes: what changes something is refused to other sites.
 */
export function battleRoutes(
  app: App,
  { battles, evaluations, store, metrics, onFailure }: ServerContext,
): void {
  const wire = { tags: ['SSE arena'], problem: WireProblem }

  // Bodies are read by the routes, whatever they say they are, and be it nonsense.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    bodyTypes.set(request, headers['content-type'] ?? '')
    headers['content-type'] = 'text/plain'
    done()
  })

  app.setErrorHandler((error, _request, reply) => {
    const { status, message } = explain(error)
    if (error instanceof RequestError && error.retryAfter !== undefined)
      void reply.header('retry-after', error.retryAfter)
    if (status >= 500 && !(error instanceof RequestError)) {
      metrics.failures.inc()
      onFailure?.(error)
    }
    return reply.code(status).send({ error: message })
  })

  const find = ({ game, battleId }: { game: string; battleId: string }): Battle | undefined => {
    const battle = battles.find(battleId)
    return battle?.challenge === game ? battle : undefined
  }

  app.get(
    '/:game/start/:battleId',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'The events of a battle, from the first to the last',
        ...wire,
        access: { wire: 'public' },
        params: BattleParams,
        response: { 200: TextBody('text/event-stream', 'Events') },
        refuses: [403, 404, 423],
      },
    },
    (request, reply) => {
      refuseOtherSites(request)
      const battle = find(request.params)
      if (!battle) throw refuse(404, 'battle not found')
      const { seat, live } = battle
      if (battle.isOver || !seat) throw refuse(423, ENDED)
      const stream = openBattleStream(request, reply)
      battles.note(battle, { kind: 'stream-opened' })
      metrics.spectators++
      const leave = seat.open(stream)
      stream.onClose(() => {
        metrics.spectators--
        leave()
        if (live?.match.phase !== 'over') battles.note(battle, { kind: 'stream-left' })
      })
    },
  )

  app.post(
    '/:game/play/:battleId',
    {
      schema: {
        summary: 'A command in a battle: action and position, as JSON or as a form',
        ...wire,
        access: { wire: 'public' },
        params: BattleParams,
        consumes: BODIES,
        response: {
          200: Type.Object({
            message: Type.Literal('received your command'),
            moveId: Type.String({ format: 'uuid' }),
            clock: Type.Integer({ description: 'Milliseconds left' }),
          }),
        },
        refuses: [403, 404, 423],
      },
    },
    async (request) => {
      const battle = find(request.params)
      if (!battle) throw refuse(404, 'Battle not found')
      if (battle.isOver || !battle.seat) throw refuse(423, ENDED)
      const text = textOf(request)
      const command = readBody(text, bodyTypes.get(request))
      if (!command.ok) {
        battles.note(battle, { kind: 'unreadable', body: text })
        throw refuse(400, command.problem.message)
      }
      const clock = battles.clockAfter(battle)
      if (battle.seat.play(command.value) === 'crossed') battles.note(battle, { kind: 'crossed', body: text })
      metrics.moves.inc({ challenge: battle.challenge, verdict: 'received' })
      // By then the match has heard of it.
      await new Promise((resolve) => void setImmediate(resolve))
      return { message: 'received your command' as const, moveId: randomUUID(), clock }
    },
  )

  app.post(
    '/:game/evaluate',
    {
      schema: {
        summary:
          'An outside coordinator asks for an evaluation: runId, teamUrl, callbackUrl, caseType if not all, sequential if told',
        ...wire,
        access: { wire: 'public' },
        params: GameParams,
        consumes: BODIES,
        response: {
          200: Type.Object({
            battleIds: Type.Array(Type.String()),
            errors: Type.Record(Type.String(), Type.String()),
          }),
        },
        refuses: [403, 404],
      },
    },
    async (request) => {
      const { game } = request.params
      if (casesOf(game).length === 0) throw refuse(404, 'game not found')
      const { runId, teamUrl, callbackUrl, caseType, sequential: order } = bodyOf(request)
      if (!isName(runId) || !isFilled(teamUrl) || !isFilled(callbackUrl))
        throw refuse(400, 'missing runId, callbackUrl or teamUrl')
      granted(readOutgoingUrl(callbackUrl))
      const sequential = readSequential(order)
      const { id } = granted(
        evaluations.begin({
          challenge: game,
          teamUrl,
          ...(sequential !== undefined && { sequential }),
          ...(isFilled(caseType) && { caseType }),
          callback: { runId, url: callbackUrl },
        }),
      )
      return { battleIds: evaluations.cases(id).map(({ battle }) => battle.id), errors: {} }
    },
  )

  app.post(
    '/:game/practice',
    {
      schema: {
        summary: 'A battle against the house to practise a case: caseType, teamUrl if you want to be called',
        ...wire,
        access: { wire: 'anybody' },
        params: GameParams,
        consumes: BODIES,
        response: { 200: Type.Object({ battleId: Type.String() }) },
        refuses: [404],
      },
    },
    async (request) => {
      const { game } = request.params
      const all = casesOf(game)
      if (all.length === 0) throw refuse(404, 'game not found')
      const { caseType, teamUrl } = bodyOf(request)
      const one = isFilled(caseType) ? findCase(game, caseType) : undefined
      if (!one) throw refuse(400, `unknown caseType: expected one of ${all.map(({ id }) => id).join(', ')}`)
      if (isFilled(teamUrl)) granted(readOutgoingUrl(teamUrl))
      const person = identify(store, request)?.person
      const battle = granted(
        battles.againstHouse(
          {
            name: person?.name ?? 'Team',
            owner: ownerOf(request),
            ...(person && { person: person.id }),
            ...(isFilled(teamUrl) && { url: teamUrl }),
          },
          one,
          'practice',
        ),
      )
      return { battleId: battle.id }
    },
  )

  app.get(
    '/:game/demo',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'A short stream with every kind of event, to test a client with',
        ...wire,
        access: { wire: 'public' },
        params: GameParams,
        response: { 200: TextBody('text/event-stream', 'Events') },
        refuses: [404],
      },
    },
    (request, reply) => {
      const { game } = request.params
      if (casesOf(game).length === 0) throw refuse(404, 'game not found')
      const events = [...demoEvents(game, randomUUID())]
      const stream = openBattleStream(request, reply)
      const tell = (): void => {
        const event = events.shift()
        if (event === undefined) {
          clearInterval(timer)
          return stream.end()
        }
        stream.write(eventText(event), () => {})
      }
      const timer = setInterval(tell, DEMO_MS)
      stream.onClose(() => clearInterval(timer))
      tell()
    },
  )
}

/** What requests say that their bodies are. */
const bodyTypes = new WeakMap<FastifyRequest, string>()

const ENDED = 'Battle already ended'

const textOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

/** The fields of a request; none if it has no readable body. */
function bodyOf(request: FastifyRequest): JsonObject {
  const body = readBody(textOf(request), bodyTypes.get(request))
  if (body.ok) return body.value
  if (textOf(request).trim() === '') return {}
  throw refuse(400, body.problem.message)
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isName = (value: unknown): value is string | number => isFilled(value) || Number.isFinite(value)

/** A form has words where JSON has values. */
function readSequential(value: unknown): boolean | undefined {
  if (value === undefined || value === '' || value === 'auto') return undefined
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw refuse(400, `Cannot read sequential ${show(value)}: expected true, false or auto`)
}

const refuse = (status: number, message: string): RequestError => new RequestError(status, 'refused', message)

/** The value, or an answer that says why not; this wire knows few statuses. */
function granted<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw refuse(result.problem.code === 'busy' ? 429 : 400, result.problem.message)
}

function explain(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof RequestError) return error
  const { statusCode: status = 500, message } = error as { statusCode?: number; message: string }
  if (status < 500) return { status, message }
  return { status: 500, message: 'The server failed; what was played is safe, try again' }
}
