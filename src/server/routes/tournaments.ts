import { Type } from 'typebox'
import { FORMATS } from '../../contest/contest.ts'
import type { ContestResult } from '../../contest/contest-result.ts'
import type { TournamentRow } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'
import { identify, requireOrganiser } from '../identity.ts'
import { presentTournament } from '../present.ts'
import { notFound, refusal } from '../problems.ts'
import { FormatBody, Id, NewTournamentBody, ProblemBody, TournamentBody } from '../schemas.ts'

/** Tournaments: the organiser makes, starts, pauses and publishes them; everybody may watch. */
export function tournamentRoutes(app: App, { store, tournaments }: ServerContext): void {
  const tags = ['tournaments']
  const params = Type.Object({ tournament: Id })
  const refusals = {
    400: ProblemBody,
    401: ProblemBody,
    403: ProblemBody,
    404: ProblemBody,
    409: ProblemBody,
  }

  const find = (id: number): TournamentRow => {
    const row = store.tournament(id)
    if (!row) throw notFound(`tournament ${id}`)
    return row
  }

  app.get(
    '/api/v1/formats',
    {
      schema: {
        summary: 'The ways to hold a tournament, and what can be set',
        tags,
        response: { 200: Type.Object({ formats: Type.Array(FormatBody) }) },
      },
    },
    () => ({
      formats: FORMATS.map(({ id, title, summary, fields }) => ({
        id,
        title,
        summary,
        options: Object.entries(fields as Readonly<Record<string, { title: string; expects: string }>>).map(
          ([name, field]) => ({ name, title: field.title, expects: field.expects }),
        ),
      })),
    }),
  )

  app.post(
    '/api/v1/tournaments',
    {
      schema: {
        summary: 'Make a tournament; it waits to be started. For the organiser',
        tags,
        body: NewTournamentBody,
        response: { 201: TournamentBody, ...refusals },
      },
    },
    (request, reply) => {
      requireOrganiser(store, request)
      const made = tournaments.create(request.body)
      if (!made.ok) throw refusal(made.problem)
      void reply.code(201)
      return presentTournament(made.value)
    },
  )

  app.get(
    '/api/v1/tournaments',
    {
      schema: {
        summary: 'Tournaments, newest first',
        tags,
        querystring: Type.Object({
          before: Type.Optional(Id),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
        }),
        response: { 200: Type.Object({ tournaments: Type.Array(TournamentBody) }) },
      },
    },
    (request) => {
      const { before, limit = 50 } = request.query
      const rows = store.tournaments({ limit, ...(before !== undefined && { after: before }) })
      return { tournaments: rows.map(presentTournament) }
    },
  )

  app.get(
    '/api/v1/tournaments/:tournament',
    {
      schema: {
        summary: 'One tournament: standings, ratings, bracket, crosstable, and its matches',
        description: "Judges' marks are in it once they are published; the organiser sees them at once.",
        tags,
        params,
        response: {
          200: Type.Intersect([
            TournamentBody,
            Type.Object({
              matches: Type.Array(Type.Object({ key: Type.String(), match: Id })),
              result: Type.Unsafe<ContestResult>({ type: 'object', additionalProperties: true }),
            }),
          ]),
          404: ProblemBody,
        },
      },
    },
    (request) => {
      const row = find(request.params.tournament)
      const isOrganiser = identify(store, request)?.person.role === 'organiser'
      const result = tournaments.result(row.id, isOrganiser ? 'all' : 'published')
      if (!result) throw notFound(`tournament ${row.id} under the rules of this server`)
      return { ...presentTournament(row), matches: [...store.tournamentMatches(row.id)], result }
    },
  )

  for (const step of ['start', 'pause', 'publish'] as const)
    app.post(
      `/api/v1/tournaments/:tournament/${step}`,
      {
        schema: {
          summary: {
            start: 'Start it, or go on after a pause; for the organiser',
            pause: 'Call no more matches; for the organiser',
            publish: "Let everybody see the judges' marks; for the organiser",
          }[step],
          tags,
          params,
          response: { 200: TournamentBody, ...refusals },
        },
      },
      (request) => {
        requireOrganiser(store, request)
        const moved = tournaments[step](find(request.params.tournament).id)
        if (!moved.ok) throw refusal(moved.problem)
        return presentTournament(moved.value)
      },
    )

  app.post(
    '/api/v1/tournaments/:tournament/marks',
    {
      schema: {
        summary: "A judge's mark for an entrant; for the organiser. Private until it is published",
        tags,
        params,
        body: Type.Object(
          {
            judge: Type.String({ minLength: 1, maxLength: 64 }),
            entrant: Type.String({ maxLength: 200 }),
            points: Type.Number(),
          },
          { additionalProperties: false },
        ),
        response: { 200: TournamentBody, ...refusals },
      },
    },
    (request) => {
      requireOrganiser(store, request)
      const { judge, entrant, points } = request.body
      const marked = tournaments.mark(find(request.params.tournament).id, judge, entrant, points)
      if (!marked.ok) throw refusal(marked.problem)
      return presentTournament(marked.value)
    },
  )
}
