import { StartQuery } from '../../api/entry.ts'
import {
  MarkList,
  NewMarkBody,
  TournamentBody,
  TournamentParams,
  WithdrawalBody,
} from '../../api/tournaments.ts'
import type { App, ServerContext } from '../context.ts'
import { granted } from '../../protocols/request-error.ts'
import { findTournament, present } from './tournaments.ts'

const tags = ['tournaments']

/** What the organiser does with a tournament: start, pause and publish it, withdraw entrants, give marks. */
export function organiseTournamentRoutes(app: App, { store, tournaments }: ServerContext): void {
  app.post(
    '/api/v1/tournaments/:tournament/start',
    {
      schema: {
        summary: 'Start it, or go on after a pause; for the organiser',
        operation: 'startTournament',
        tags,
        access: 'organiser',
        params: TournamentParams,
        querystring: StartQuery,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { id } = findTournament(store, request.params.tournament)
      return present(tournaments, granted(tournaments.start(id, request.query.unready ?? 'ask')))
    },
  )

  for (const step of ['pause', 'publish'] as const)
    app.post(
      `/api/v1/tournaments/:tournament/${step}`,
      {
        schema: {
          summary: {
            pause: 'Call no more matches; for the organiser',
            publish: "Publish the judges' marks; for the organiser",
          }[step],
          operation: ({ pause: 'pauseTournament', publish: 'publishMarks' } as const)[step],
          tags,
          access: 'organiser',
          params: TournamentParams,
          response: { 200: TournamentBody },
          refuses: [404, 409],
        },
      },
      (request) => {
        return present(
          tournaments,
          granted(tournaments[step](findTournament(store, request.params.tournament).id)),
        )
      },
    )

  app.post(
    '/api/v1/tournaments/:tournament/withdrawals',
    {
      schema: {
        summary: 'Take an entrant out, for good; for the organiser',
        operation: 'withdrawEntrant',
        tags,
        access: 'organiser',
        params: TournamentParams,
        body: WithdrawalBody,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { params, body } = request
      return present(
        tournaments,
        granted(tournaments.withdraw(findTournament(store, params.tournament).id, body.entrant)),
      )
    },
  )

  app.get(
    '/api/v1/tournaments/:tournament/marks',
    {
      schema: {
        summary: "Every judge's marks; for the organiser",
        operation: 'listMarks',
        tags,
        access: 'organiser',
        params: TournamentParams,
        response: { 200: MarkList },
        refuses: [404],
      },
    },
    (request) => {
      return { marks: store.marks(findTournament(store, request.params.tournament).id) }
    },
  )

  app.post(
    '/api/v1/tournaments/:tournament/marks',
    {
      schema: {
        summary: "A judge's mark for an entrant; for the organiser. Private until it is published",
        operation: 'giveMark',
        tags,
        access: 'organiser',
        params: TournamentParams,
        body: NewMarkBody,
        response: { 200: TournamentBody },
        refuses: [404],
      },
    },
    (request) => {
      const { judge, entrant, points } = request.body
      return present(
        tournaments,
        granted(
          tournaments.mark(findTournament(store, request.params.tournament).id, judge, entrant, points),
        ),
      )
    },
  )
}
