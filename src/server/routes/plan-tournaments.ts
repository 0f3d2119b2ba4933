import {
  ExtensionBody,
  PlanChangeBody,
  ReplayBody,
  RoundCallBody,
  RulingBody,
  TournamentActionList,
  TournamentBody,
  TournamentParams,
} from '../../api/tournaments.ts'
import { NewestQuery } from '../../api/schema.ts'
import { granted } from '../../protocols/request-error.ts'
import type { TournamentRow } from '../../store/store.ts'
import { describeAction, type ActionNames } from '../describe-action.ts'
import { identityOf } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { nextAfter, pageOf } from '../page.ts'
import { date } from '../present.ts'
import { findTournament, present } from './tournaments.ts'

const tags = ['tournaments']
const common = { tags, access: 'organiser', params: TournamentParams } as const

/** What the organiser does on the day: the plan, the rounds, extensions, replays and rulings; and the log of it. */
export function planTournamentRoutes(app: App, { store, tournaments }: ServerContext): void {
  app.put(
    '/api/v1/tournaments/:tournament/plan',
    {
      schema: {
        ...common,
        summary: 'Change the plan: start, breaks, rounds, matches at once, the waiting time for absent teams',
        operation: 'changePlan',
        body: PlanChangeBody,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    ({ params, body }) =>
      present(tournaments, granted(tournaments.plan(findTournament(store, params.tournament).id, body))),
  )

  app.post(
    '/api/v1/tournaments/:tournament/rounds',
    {
      schema: {
        ...common,
        summary: 'Call a round now, by default the next one; for the organiser',
        operation: 'callRound',
        body: RoundCallBody,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    ({ params, body }) =>
      present(
        tournaments,
        granted(tournaments.callRound(findTournament(store, params.tournament).id, body.round)),
      ),
  )

  app.post(
    '/api/v1/tournaments/:tournament/extensions',
    {
      schema: {
        ...common,
        summary: 'Move the start, the end of the break, or the deadline of absent teams; for the organiser',
        operation: 'extendPlan',
        body: ExtensionBody,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    ({ params, body }) =>
      present(tournaments, granted(tournaments.extend(findTournament(store, params.tournament).id, body))),
  )

  app.post(
    '/api/v1/tournaments/:tournament/replays',
    {
      schema: {
        ...common,
        summary: 'Play a match again; for the organiser',
        operation: 'replayMatch',
        body: ReplayBody,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { key, reason } = request.body
      const by = identityOf(request).person.name
      const { id } = findTournament(store, request.params.tournament)
      return present(tournaments, granted(tournaments.replay(id, { key, reason, by })))
    },
  )

  app.post(
    '/api/v1/tournaments/:tournament/rulings',
    {
      schema: {
        ...common,
        summary: 'Decide a match: a winner, or a draw; for the organiser',
        operation: 'ruleMatch',
        body: RulingBody,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { key, winner, reason } = request.body
      const by = identityOf(request).person.name
      const { id } = findTournament(store, request.params.tournament)
      return present(
        tournaments,
        granted(tournaments.rule(id, { key, winner: winner ?? undefined, reason, by })),
      )
    },
  )

  app.post(
    '/api/v1/tournaments/:tournament/here',
    {
      schema: {
        ...common,
        access: 'team',
        summary: 'Say that your team is there, so that the arena calls its match',
        operation: 'sayHere',
        response: { 200: TournamentBody },
        refuses: [404],
      },
    },
    (request) => {
      const row = findTournament(store, request.params.tournament)
      tournaments.here(identityOf(request).person.id)
      return present(tournaments, row)
    },
  )

  app.get(
    '/api/v1/tournaments/:tournament/actions',
    {
      schema: {
        ...common,
        summary: 'The decisions of organisers in this tournament, newest first; for the organiser',
        operation: 'listTournamentActions',
        querystring: NewestQuery,
        response: { 200: TournamentActionList },
        refuses: [404],
      },
    },
    async ({ params, query }) => {
      const row = findTournament(store, params.tournament)
      const { id } = row
      const names = await namesIn(row, { store, tournaments })
      const page = pageOf(query.limit, query.before)
      const rows = store.actionsOn(`/api/v1/tournaments/${id}/`, page)
      return {
        actions: rows.map((action) => ({
          id: action.id,
          at: date(action.time),
          who: names.team(action.person),
          ...describeAction(action, names),
        })),
        next: nextAfter(rows, page),
      }
    },
  )
}

async function namesIn(
  row: TournamentRow,
  { store, tournaments }: Pick<ServerContext, 'store' | 'tournaments'>,
): Promise<ActionNames> {
  const { since } = await tournaments.prepare(row, 'all')
  const view = tournaments.view(row, 'all', since)
  const schedule = view.ok ? view.value.schedule : []
  const matches = new Map(
    schedule.map(({ key, players, stage }) => [key, `${players.join(' against ')} (${stage})`]),
  )
  return {
    match: (key) => matches.get(key) ?? `match ${key}`.trimEnd(),
    team: (team) => store.person(team)?.name ?? `team ${team}`,
  }
}
