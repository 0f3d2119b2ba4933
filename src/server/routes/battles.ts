import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Battle } from '../../arena/battles.ts'
import { casesOf, findCase } from '../../evaluation/cases.ts'
import type { JsonObject } from '../../base/json.ts'
import { readBody } from '../../protocols/sse/read-body.ts'
import { openBattleStream } from '../battle-stream.ts'
import { WIRE_REFUSALS, WireProblem } from '../battle-schemas.ts'
import type { App, ServerContext } from '../context.ts'
import { demoEvents } from '../demo-events.ts'
import { identify } from '../identity.ts'
import { readOutgoingUrl } from '../outgoing/read-url.ts'
import { RequestError } from '../problems.ts'
import { TextBody } from '../schemas.ts'

const GameParams = Type.Object({ game: Type.String({ description: 'tic-tac-toe or quoridor' }) })
const BattleParams = Type.Object({ game: Type.String(), battleId: Type.String() })
const BODIES = ['application/json', 'application/x-www-form-urlencoded']
const DEMO_MS = 300

/** The third contest's own wire: a stream of events for every battle, commands beside it, and an outside coordinator's requests. */
export function battleRoutes(
  app: App,
  { battles, evaluations, store, metrics, onFailure }: ServerContext,
): void {
  const tags = ['SSE arena']

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
    if (status >= 500) {
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
        tags,
        params: BattleParams,
        response: {
          200: TextBody('text/event-stream', 'Events'),
          ...WIRE_REFUSALS,
          404: WireProblem,
          423: WireProblem,
        },
      },
    },
    (request, reply) => {
      const battle = find(request.params)
      if (!battle) return reply.code(404).send({ error: 'battle not found' })
      const { seat, live } = battle
      if (battle.isOver || !seat) return reply.code(423).send({ error: ENDED })
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
        tags,
        params: BattleParams,
        consumes: BODIES,
        response: {
          200: Type.Object({
            message: Type.Literal('received your command'),
            moveId: Type.String({ format: 'uuid' }),
            clock: Type.Integer({ description: 'Milliseconds left' }),
          }),
          ...WIRE_REFUSALS,
          404: WireProblem,
          423: WireProblem,
        },
      },
    },
    async (request, reply) => {
      const battle = find(request.params)
      if (!battle) return reply.code(404).send({ error: 'Battle not found' })
      if (battle.isOver || !battle.seat) return reply.code(423).send({ error: ENDED })
      const text = textOf(request)
      const command = readBody(text, bodyTypes.get(request))
      if (!command.ok) {
        battles.note(battle, { kind: 'unreadable', body: text })
        return reply.code(400).send({ error: command.problem.message })
      }
      const clock = battles.clockAfter(battle)
      battle.seat.play(command.value)
      metrics.moves.inc({ challenge: battle.challenge, verdict: 'received' })
      // By then the match has heard of it.
      await new Promise((resolve) => void setImmediate(resolve))
      return reply.send({ message: 'received your command', moveId: randomUUID(), clock })
    },
  )

  app.post(
    '/:game/evaluate',
    {
      schema: {
        summary:
          'An outside coordinator asks for an evaluation: runId, teamUrl, callbackUrl, caseType if not all',
        tags,
        params: GameParams,
        consumes: BODIES,
        response: {
          200: Type.Object({
            battleIds: Type.Array(Type.String()),
            errors: Type.Record(Type.String(), Type.String()),
          }),
          ...WIRE_REFUSALS,
          404: WireProblem,
        },
      },
    },
    async (request, reply) => {
      const { game } = request.params
      if (casesOf(game).length === 0) return reply.code(404).send({ error: 'game not found' })
      const { runId, teamUrl, callbackUrl, caseType } = bodyOf(request)
      if (!isName(runId) || !isFilled(teamUrl) || !isFilled(callbackUrl))
        return reply.code(400).send({ error: 'missing runId, callbackUrl or teamUrl' })
      const callback = readOutgoingUrl(callbackUrl)
      if (!callback.ok) return reply.code(400).send({ error: callback.problem.message })
      const run = evaluations.begin({
        challenge: game,
        teamUrl,
        ...(isFilled(caseType) && { caseType }),
        callback: { runId, url: callbackUrl },
      })
      if (!run.ok) return reply.code(statusOf(run.problem.code)).send({ error: run.problem.message })
      const battleIds = evaluations.cases(run.value.id).map(({ battle }) => battle.id)
      return reply.send({ battleIds, errors: {} })
    },
  )

  app.post(
    '/:game/practice',
    {
      schema: {
        summary: 'A battle against the house to practise a case: caseType, teamUrl if you want to be called',
        tags,
        params: GameParams,
        consumes: BODIES,
        response: { 200: Type.Object({ battleId: Type.String() }), ...WIRE_REFUSALS, 404: WireProblem },
      },
    },
    async (request, reply) => {
      const { game } = request.params
      const all = casesOf(game)
      if (all.length === 0) return reply.code(404).send({ error: 'game not found' })
      const { caseType, teamUrl } = bodyOf(request)
      const one = isFilled(caseType) ? findCase(game, caseType) : undefined
      if (!one)
        return reply
          .code(400)
          .send({ error: `unknown caseType: expected one of ${all.map(({ id }) => id).join(', ')}` })
      const url = isFilled(teamUrl) ? readOutgoingUrl(teamUrl) : undefined
      if (url && !url.ok) return reply.code(400).send({ error: url.problem.message })
      const person = identify(store, request)?.person
      const battle = battles.againstHouse(
        {
          name: person?.name ?? 'Team',
          ...(person && { person: person.id }),
          ...(isFilled(teamUrl) && { url: teamUrl }),
        },
        one,
        'practice',
      )
      if (!battle.ok) return reply.code(statusOf(battle.problem.code)).send({ error: battle.problem.message })
      return reply.send({ battleId: battle.value.id })
    },
  )

  app.get(
    '/:game/demo',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'A short stream with every kind of event, to test a client with',
        tags,
        params: GameParams,
        response: { 200: TextBody('text/event-stream', 'Events'), ...WIRE_REFUSALS, 404: WireProblem },
      },
    },
    (request, reply) => {
      const { game } = request.params
      if (casesOf(game).length === 0) return reply.code(404).send({ error: 'game not found' })
      const events = [...demoEvents(game, randomUUID())]
      const stream = openBattleStream(request, reply)
      const tell = (): void => {
        const event = events.shift()
        if (event === undefined) {
          clearInterval(timer)
          return stream.end()
        }
        stream.write(`data: ${JSON.stringify(event)}\n\n`)
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
  throw new RequestError(400, 'bad-request', body.problem.message)
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isName = (value: unknown): value is string | number => isFilled(value) || typeof value === 'number'

const statusOf = (code: string): number => (code === 'busy' ? 429 : 400)

function explain(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof RequestError) return error
  const { statusCode: status = 500, message } = error as { statusCode?: number; message: string }
  if (status < 500) return { status, message }
  return { status: 500, message: 'The server failed; what was played is safe, try again' }
}
