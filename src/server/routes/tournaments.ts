import { findFormat } from '../../tournament-runner/tournament-spec.ts'
import type { TournamentRow } from '../../store/store.ts'
import { atIntervals } from '../at-intervals.ts'
import type { App, ServerContext } from '../context.ts'
import { eventText } from '../event-stream.ts'
import { identify, requireOrganiser } from '../identity.ts'
import { pageOf } from '../page.ts'
import { presentTournament } from '../present.ts'
import { found, granted } from '../problems.ts'
import { ANYBODY, ORGANISER } from '../route-schema.ts'
import { openSpectatorStream } from '../spectator-stream.ts'
import { TextBody } from '../../api/schema.ts'
import {
  MarkList,
  NewMarkBody,
  NewTournamentBody,
  TournamentBody,
  TournamentList,
  TournamentParams,
  TournamentQuery,
  WholeTournamentBody,
  WithdrawalBody,
  type TournamentChange,
} from '../../api/tournaments.ts'

/** A tournament of quick games changes many times a second. */
const TELL_MS = 500

/** Tournaments: the organiser makes, starts, pauses and publishes them; everybody may watch. */
export function tournamentRoutes(app: App, { store, streams, tournaments }: ServerContext): void {
  const tags = ['tournaments']
  const params = TournamentParams

  const find = (id: number): TournamentRow => found(store.tournament(id), `tournament ${id}`)

  const present = (row: TournamentRow) => presentTournament(row, tournaments.summary(row))

  app.post(
    '/api/v1/tournaments',
    {
      schema: {
        summary: 'Make a tournament; it waits to be started. For the organiser',
        tags,
        security: ORGANISER,
        body: NewTournamentBody,
        response: { 201: TournamentBody },
      },
    },
    (request, reply) => {
      requireOrganiser(store, request)
      const made = granted(tournaments.create(request.body))
      void reply.code(201)
      return present(made)
    },
  )

  app.get(
    '/api/v1/tournaments',
    {
      schema: {
        summary: 'Tournaments, newest first',
        tags,
        querystring: TournamentQuery,
        response: { 200: TournamentList },
      },
    },
    (request) => {
      const { status, before, limit } = request.query
      return { tournaments: tournaments.list(pageOf(limit, before), status).map(present) }
    },
  )

  app.get(
    '/api/v1/tournaments/:tournament',
    {
      schema: {
        summary: 'One tournament: standings, ratings, bracket, crosstable, schedule, and its matches',
        description: "Judges' marks are in it once they are published; the organiser sees them at once.",
        tags,
        security: ANYBODY,
        params,
        response: { 200: WholeTournamentBody },
        refuses: [404],
      },
    },
    (request) => {
      const row = find(request.params.tournament)
      const isOrganiser = identify(store, request)?.person.role === 'organiser'
      const view = found(
        tournaments.view(row, isOrganiser ? 'all' : 'published'),
        `tournament ${row.id} under the rules of this server`,
      )
      return {
        ...present(row),
        about: findFormat(view.result.format)?.summary ?? '',
        teams: view.teams,
        matches: store.tournamentMatches(row.id),
        schedule: view.schedule.map(({ match, ...rest }) => ({ ...rest, match: match ?? null })),
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
        response: { 200: TextBody('text/event-stream', 'Events') },
        refuses: [404],
      },
    },
    (request, reply) => {
      const { id } = find(request.params.tournament)
      const stream = openSpectatorStream({ streams }, request, reply)
      const telling = atIntervals(TELL_MS, () => {
        const { played, known, status } = present(find(id))
        stream.send(eventText({ played, known, status } satisfies TournamentChange, 'changed'))
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
          security: ORGANISER,
          params,
          response: { 200: TournamentBody },
          refuses: [404, 409],
        },
      },
      (request) => {
        requireOrganiser(store, request)
        return present(granted(tournaments[step](find(request.params.tournament).id)))
      },
    )

  app.post(
    '/api/v1/tournaments/:tournament/withdrawals',
    {
      schema: {
        summary: 'Take an entrant out, for good; for the organiser',
        description:
          'What it has not played is lost without play, a match that it plays now is called off, and what it has played counts.',
        tags,
        security: ORGANISER,
        params,
        body: WithdrawalBody,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      requireOrganiser(store, request)
      const { params, body } = request
      return present(granted(tournaments.withdraw(find(params.tournament).id, body.entrant)))
    },
  )

  app.get(
    '/api/v1/tournaments/:tournament/marks',
    {
      schema: {
        summary: "Every judge's marks; for the organiser",
        tags,
        security: ORGANISER,
        params,
        response: { 200: MarkList },
        refuses: [404],
      },
    },
    (request) => {
      requireOrganiser(store, request)
      return { marks: store.marks(find(request.params.tournament).id) }
    },
  )

  app.post(
    '/api/v1/tournaments/:tournament/marks',
    {
      schema: {
        summary: "A judge's mark for an entrant; for the organiser. Private until it is published",
        tags,
        security: ORGANISER,
        params,
        body: NewMarkBody,
        response: { 200: TournamentBody },
        refuses: [404],
      },
    },
    (request) => {
      requireOrganiser(store, request)
      const { judge, entrant, points } = request.body
      return present(granted(tournaments.mark(find(request.params.tournament).id, judge, entrant, points)))
    },
  )
}
