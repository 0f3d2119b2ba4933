import type { FastifyRequest } from 'fastify'
import {
  CaseList,
  CaseQuery,
  NewRunBody,
  RunBody,
  RunList,
  RunParams,
  RunQuery,
} from '../../api/evaluations.ts'
import { TextBody } from '../../api/schema.ts'
import { casesOf } from '../../evaluation/cases.ts'
import type { PersonRow, RunRow, Store } from '../../store/store.ts'
import { identityOf, owned } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { followEvaluation } from '../follow-evaluation.ts'
import { nextAfter, pageOf } from '../page.ts'
import { presentRun, presentRunHead, sideOf } from '../present-runs.ts'
import { found, granted } from '../../protocols/request-error.ts'
import { overHttp, overSocket, whileAllowed } from '../spectator-stream.ts'
import { requireCalledTeams, requireUrl } from './team-urls.ts'

const tags = ['evaluations']

/** Evaluations: a team asks for one and sees all that was said in it. */
export function evaluationRoutes(app: App, context: ServerContext): void {
  const { evaluations, store } = context
  /** The team that was evaluated, and the organiser; an outside coordinator's evaluation is the organiser's. */
  const ownRun = owned<{ Params: { id: number } }>(
    ({ params }) => findRun(store, params.id).person ?? 'organiser',
  )

  app.get(
    '/api/v1/evaluations/cases',
    {
      schema: {
        summary: 'The graded cases of a challenge',
        operation: 'listCases',
        tags,
        access: 'public',
        querystring: CaseQuery,
        response: { 200: CaseList },
      },
    },
    (request) => ({
      cases: casesOf(request.query.challenge).map((one) => ({
        case: one.id,
        about: one.about,
        side: sideOf(one),
        possible: one.worth.points,
      })),
    }),
  )

  app.post(
    '/api/v1/evaluations',
    {
      schema: {
        summary: 'Start an evaluation of your team, or as the organiser of another team: all cases, or one',
        operation: 'beginEvaluation',
        tags,
        access: owned<{ Body: NewRunBody }>(({ body }) => body.player ?? 'team'),
        body: NewRunBody,
        response: { 201: RunBody },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { challenge, caseType, player, sequential } = request.body
      const person = teamOf(store, request, player)
      requireCalledTeams(challenge)
      const run = granted(
        evaluations.begin({
          challenge,
          teamUrl: requireUrl(store, person, challenge),
          person: person.id,
          name: person.name,
          ...(caseType !== undefined && { caseType }),
          ...(sequential !== undefined && { sequential }),
        }),
      )
      void reply.code(201)
      return presentRun(run, evaluations.cases(run.id))
    },
  )

  app.get(
    '/api/v1/evaluations',
    {
      schema: {
        summary: 'Your evaluations, newest first; for the organiser those of all teams, or of one team',
        operation: 'listEvaluations',
        tags,
        access: owned<{ Querystring: { player?: number } }>(({ query }) => query.player ?? 'team'),
        querystring: RunQuery,
        response: { 200: RunList },
        refuses: [404],
      },
    },
    (request) => {
      const { player, before, limit } = request.query
      const person = teamOf(store, request, player)
      const filter = player === undefined && person.role === 'organiser' ? {} : { person: person.id }
      const page = pageOf(limit, before)
      const rows = store.runs(filter, page)
      return { evaluations: rows.map(presentRunHead), next: nextAfter(rows, page) }
    },
  )

  app.get(
    '/api/v1/evaluations/:id',
    {
      schema: {
        summary: 'One evaluation with its cases; for the team itself and the organiser',
        operation: 'getEvaluation',
        tags,
        access: ownRun,
        params: RunParams,
        response: { 200: RunBody },
        refuses: [404],
      },
    },
    (request) => {
      const run = findRun(store, request.params.id)
      return presentRun(run, evaluations.cases(run.id))
    },
  )

  app.route({
    method: 'GET',
    url: '/api/v1/evaluations/:id/events',
    exposeHeadRoute: false,
    schema: {
      summary: 'A running evaluation, as server-sent events',
      operation: 'streamEvaluation',
      tags,
      access: ownRun,
      params: RunParams,
      response: { 200: TextBody('text/event-stream', 'Events') },
      refuses: [404],
    },
    handler(request, reply) {
      const { id } = findRun(store, request.params.id)
      followEvaluation(context, id, whileAllowed(request, overHttp(context, request, reply))())
    },
    wsHandler(socket, request) {
      const { id } = findRun(store, request.params.id)
      followEvaluation(context, id, whileAllowed(request, overSocket(context, request, socket))())
    },
  })
}

const findRun = (store: Store, id: number): RunRow => found(store.run(id), `evaluation ${id}`)

/** The team itself, or the one that the organiser acts for. */
const teamOf = (store: Store, request: FastifyRequest, player: number | undefined): PersonRow =>
  player === undefined ? identityOf(request).person : found(store.person(player), `player ${player}`)
