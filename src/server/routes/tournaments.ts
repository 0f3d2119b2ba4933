import { Type } from 'typebox'
import { findFormat } from '../../contest/contest.ts'
import { TOURNAMENT_STATUSES } from '../../store/entries.ts'
import type { TournamentRow } from '../../store/store.ts'
import { atIntervals } from '../at-intervals.ts'
import type { App, ServerContext } from '../context.ts'
import { openEventStream } from '../event-stream.ts'
import { identify, requireOrganiser } from '../identity.ts'
import { presentTournament } from '../present.ts'
import { notFound, refusal } from '../problems.ts'
import {
  Id,
  NewTournamentBody,
  ProblemBody,
  TextBody,
  TournamentBody,
  words,
  WholeTournamentBody,
} from '../schemas.ts'

/** A tournament of quick games changes many times a second. */
const TELL_MS = 500

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

  const present = (row: TournamentRow) => presentTournament(row, tournaments.summary(row))

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
      return present(made.value)
    },
  )

  app.get(
    '/api/v1/tournaments',
    {
      schema: {
        summary: 'Tournaments, newest first',
        tags,
        querystring: Type.Object({
          status: Type.Optional(words(TOURNAMENT_STATUSES)),
          before: Type.Optional(Id),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
        }),
        response: { 200: Type.Object({ tournaments: Type.Array(TournamentBody) }) },
      },
    },
    (request) => {
      const { status, before, limit = 50 } = request.query
      const rows = tournaments.list({ limit, ...(before !== undefined && { after: before }) }, status)
      return { tournaments: rows.map(present) }
    },
  )

  app.get(
    '/api/v1/tournaments/:tournament',
    {
      schema: {
        summary: 'One tournament: standings, ratings, bracket, crosstable, schedule, and its matches',
        description: "Judges' marks are in it once they are published; the organiser sees them at once.",
        tags,
        params,
        response: { 200: WholeTournamentBody, 404: ProblemBody },
      },
    },
    (request) => {
      const row = find(request.params.tournament)
      const isOrganiser = identify(store, request)?.person.role === 'organiser'
      const view = tournaments.view(row, isOrganiser ? 'all' : 'published')
      if (!view) throw notFound(`tournament ${row.id} under the rules of this server`)
      return {
        ...present(row),
        about: findFormat(view.result.format)?.summary ?? '',
        teams: [...view.teams],
        matches: [...store.tournamentMatches(row.id)],
        schedule: view.schedule.map(({ match, players, ...rest }) => ({
          ...rest,
          players: [...players],
          match: match ?? null,
        })),
        result: view.result,
      }
    },
  )

  app.get(
    '/api/v1/tournaments/:tournament/events',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'That a tournament has changed, as server-sent events',
        description:
          '`event: changed` with `{"played","known","status"}`: once at the beginning, then whenever a match is called, begins or ends, or the organiser does something; twice a second at most.',
        tags,
        params,
        response: { 200: TextBody('text/event-stream', 'Events'), 404: ProblemBody },
      },
    },
    (request, reply) => {
      const { id } = find(request.params.tournament)
      const stream = openEventStream(request, reply)
      const telling = atIntervals(TELL_MS, () => {
        const { played, known, status } = present(find(id))
        stream.send(`event: changed\ndata: ${JSON.stringify({ played, known, status })}\n\n`)
      })
      store.afterCommit(() => {
        const leave = tournaments.onChange((tournament) => tournament === id && telling.ask())
        stream.onClose(() => {
          leave()
          telling.stop()
        })
        telling.ask()
      })
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
        return present(moved.value)
      },
    )

  app.get(
    '/api/v1/tournaments/:tournament/marks',
    {
      schema: {
        summary: "Every judge's marks; for the organiser",
        tags,
        params,
        response: {
          200: Type.Object({
            marks: Type.Array(
              Type.Object({ judge: Type.String(), entrant: Type.String(), points: Type.Number() }),
            ),
          }),
          401: ProblemBody,
          403: ProblemBody,
          404: ProblemBody,
        },
      },
    },
    (request) => {
      requireOrganiser(store, request)
      return { marks: [...store.marks(find(request.params.tournament).id)] }
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
      return present(marked.value)
    },
  )
}
