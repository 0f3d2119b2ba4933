import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { TextBody } from '../../api/schema.ts'
import type { ProblemCode } from '../../base/problem-codes.ts'
import { show } from '../../base/fields.ts'
import type { Result } from '../../base/result.ts'
import { casesOf, findCase } from '../../evaluation/cases.ts'
import { readOutgoingUrl } from '../../protocols/outgoing-url.ts'
import type { App } from '../../protocols/wire-server.ts'
import { openBattleStream } from './battle-stream.ts'
import type { Battles } from './battles.ts'
import { demoEvents } from './demo-events.ts'
import { BODIES, bodyOf, GameParams, refuse, WIRE } from './requests.ts'

/** What evaluations and practice need of the server. */
export interface CoordinatorHost {
  readonly battles: Battles
  readonly evaluations: {
    begin(run: {
      readonly challenge: string
      readonly teamUrl: string
      readonly caseType?: string
      readonly callback: { readonly runId: string | number; readonly url: string }
      readonly sequential?: boolean
    }): Result<{ readonly id: number }>
    cases(run: number): readonly { readonly battle: { readonly id: string } }[]
  }
  /** The team whose key the request carries; undefined without a key. A wrong key is refused. */
  identify(
    request: FastifyRequest,
  ): { readonly person: { readonly id: number; readonly name: string } } | undefined
  /** The team that a request is charged to, or the address if it has no key. */
  ownerOf(request: FastifyRequest): string
}

const DEMO_MS = 300

/** Evaluations that an outside coordinator asks for, battles for practice, and a stream to test a client with. */
export function mountCoordinator(app: App, host: CoordinatorHost): void {
  const { battles, evaluations } = host

  app.post(
    '/:game/evaluate',
    {
      schema: {
        summary:
          'An outside coordinator asks for an evaluation: runId, teamUrl, callbackUrl, caseType if not all, sequential if told',
        operation: 'evaluateTeam',
        ...WIRE,
        access: { wire: 'public' },
        params: GameParams,
        consumes: BODIES,
        sends: Type.Object({
          runId: Type.String({ description: 'Your own name for the run; the callback has it again' }),
          teamUrl: Type.String({ description: 'The address of the team' }),
          callbackUrl: Type.String({ description: 'Where the arena posts the score' }),
          caseType: Type.Optional(Type.String({ description: 'One case; all by default' })),
          sequential: Type.Optional(
            Type.Boolean({
              description: 'Whether the arena waits for each answer of the team before the next call',
            }),
          ),
        }),
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
        summary:
          'A battle against the house to practise a case: caseType, and teamUrl if the arena should call your team',
        operation: 'practiseBattle',
        ...WIRE,
        access: { wire: 'anybody' },
        params: GameParams,
        consumes: BODIES,
        sends: Type.Object({
          caseType: Type.String({ description: 'Which case, as `/api/v1/evaluations/cases` lists them' }),
          teamUrl: Type.Optional(Type.String({ description: 'The address of the team' })),
        }),
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
      const person = host.identify(request)?.person
      const battle = granted(
        battles.againstHouse(
          {
            name: person?.name ?? 'Team',
            owner: host.ownerOf(request),
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
        operation: 'streamDemo',
        ...WIRE,
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
        stream.write(`data: ${JSON.stringify(event)}\n\n`, () => {})
      }
      const timer = setInterval(tell, DEMO_MS)
      stream.onClose(() => clearInterval(timer))
      tell()
    },
  )
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

/** The value, or an answer that says why not; this wire knows few statuses. */
function granted<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw refuse(FULL.has(result.problem.code) ? 429 : 400, result.problem.message)
}

const FULL: ReadonlySet<ProblemCode> = new Set(['too-many-battles', 'too-many-evaluations'])
