import type { FastifyRequest } from 'fastify'
import {
  JudgeLinkBody,
  JudgeParams,
  JudgesBody,
  JudgingBody,
  JudgingTermsBody,
  NewJudgeBody,
  OwnMarkBody,
  type JudgeBody,
} from '../../api/judging.ts'
import { TournamentParams } from '../../api/tournaments.ts'
import type { Tournaments } from '../../arena/tournaments.ts'
import { findChallenge } from '../../challenges/index.ts'
import { granted, RequestError } from '../../protocols/request-error.ts'
import type { JudgeRow, Store } from '../../store/store.ts'
import { judgesPoints, pointsForPlace } from '../../tournament/points.ts'
import type { App, ServerContext } from '../context.ts'
import { date, dateOrNull } from '../present.ts'
import { findTournament, viewOf } from './tournaments.ts'

const tags = ['tournaments']

/** Judges: the organiser makes a link for each, and a judge gives marks with it. */
export function judgingRoutes(app: App, { store, tournaments }: ServerContext): void {
  app.get(
    '/api/v1/tournaments/:tournament/judges',
    {
      schema: {
        summary: 'The judges, and every change of a mark; for the organiser',
        operation: 'listJudges',
        tags,
        access: 'organiser',
        params: TournamentParams,
        response: { 200: JudgesBody },
        refuses: [404],
      },
    },
    (request) => presentJudges(store, tournaments, request.params.tournament),
  )

  app.post(
    '/api/v1/tournaments/:tournament/judges',
    {
      schema: {
        summary: 'A link with which a judge gives marks; the earlier link of the same judge ends',
        operation: 'inviteJudge',
        tags,
        access: 'organiser',
        params: TournamentParams,
        body: NewJudgeBody,
        response: { 201: JudgeLinkBody },
        refuses: [404, 429],
      },
    },
    (request, reply) => {
      const row = findTournament(store, request.params.tournament)
      const { judge, token } = granted(tournaments.judges.invite(row, request.body.name))
      void reply.code(201).header('cache-control', 'no-store')
      // In the fragment: browsers do not send it, so no log of a proxy has it.
      return { judge: presentJudge(judge), token, path: `/judge#${token}` }
    },
  )

  app.delete(
    '/api/v1/tournaments/:tournament/judges/:judge',
    {
      schema: {
        summary: "End a judge's link; the marks stay. For the organiser",
        operation: 'revokeJudge',
        tags,
        access: 'organiser',
        params: JudgeParams,
        response: { 200: JudgesBody },
        refuses: [404],
      },
    },
    (request) => {
      const { tournament, judge } = request.params
      granted(tournaments.judges.revoke(findTournament(store, tournament), judge))
      return presentJudges(store, tournaments, tournament)
    },
  )

  app.put(
    '/api/v1/tournaments/:tournament/judging',
    {
      schema: {
        summary:
          'Set the most points that a judge gives, where the challenge does not say; for the organiser',
        operation: 'setJudging',
        tags,
        access: 'organiser',
        params: TournamentParams,
        body: JudgingTermsBody,
        response: { 200: JudgesBody },
        refuses: [404],
      },
    },
    (request) => {
      const { tournament } = request.params
      granted(tournaments.judges.setPoints(findTournament(store, tournament), request.body.points))
      return presentJudges(store, tournaments, tournament)
    },
  )

  app.get(
    '/api/v1/judging',
    {
      schema: {
        summary: "A judge's own page: every entrant, with the mark that this judge gave",
        operation: 'getJudging',
        tags,
        access: 'public',
        response: { 200: JudgingBody },
        refuses: [401, 403, 404, 409],
      },
    },
    (request, reply) => {
      void reply.header('cache-control', 'no-store')
      return presentJudging(store, tournaments, judgeOf(tournaments, request))
    },
  )

  app.put(
    '/api/v1/judging/marks',
    {
      schema: {
        summary: 'Give an entrant a mark, or take it back; private until the organiser publishes the marks',
        operation: 'giveOwnMark',
        tags,
        access: 'public',
        body: OwnMarkBody,
        response: { 200: OwnMarkBody },
        refuses: [401, 403],
      },
    },
    (request) => {
      const { tournament, judge, id } = judgeOf(tournaments, request)
      const { entrant, points } = request.body
      granted(tournaments.mark(tournament, judge, entrant, points, id))
      return { entrant, points }
    },
  )
}

function judgeOf(tournaments: Tournaments, { headers }: FastifyRequest): JudgeRow {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token)
    throw new RequestError('no-key', "This needs a judge's link: open the link that the organiser gave you")
  return granted(tournaments.judges.find(token))
}

const presentJudge = ({ id, judge, created, revoked }: JudgeRow): JudgeBody => ({
  id,
  name: judge,
  created: date(created),
  revoked: dateOrNull(revoked),
})

function presentJudges(store: Store, tournaments: Tournaments, id: number): JudgesBody {
  const row = findTournament(store, id)
  const own = findChallenge(row.challenge)?.points
  return {
    points: judgesPoints(granted(tournaments.judges.points(row))),
    isFixed: own !== undefined && judgesPoints(own) > 0,
    judges: store.judges(id).map(presentJudge),
    changes: store.markChanges(id).map(({ time, judge, entrant, points, link }) => ({
      at: date(time),
      judge,
      entrant,
      points: points ?? null,
      by: link === undefined ? 'organiser' : 'judge',
    })),
  }
}

async function presentJudging(
  store: Store,
  tournaments: Tournaments,
  { tournament, judge }: JudgeRow,
): Promise<JudgingBody> {
  const row = findTournament(store, tournament)
  const points = granted(tournaments.judges.points(row))
  const { since } = await tournaments.prepare(row, 'published')
  // Without marks: a judge does not see those of others before they are published.
  const view = viewOf(tournaments, row, 'published', since)
  const hasBegun = view.result.games.length > 0
  const standings = new Map(view.result.standings.map((one) => [one.name, one]))
  const marks = new Map(
    store.marks(tournament).flatMap((mark) => (mark.judge === judge ? [[mark.entrant, mark.points]] : [])),
  )
  return {
    tournament,
    name: row.name,
    title: findChallenge(row.challenge)?.title ?? row.challenge,
    status: row.status,
    published: dateOrNull(row.published),
    judge,
    points: judgesPoints(points),
    rows: view.result.entrants.map(({ name }) => {
      const place = hasBegun ? standings.get(name)?.tournamentPlace : undefined
      return {
        entrant: name,
        place: place ?? null,
        points: place === undefined || points.kind === 'by-result' ? 0 : pointsForPlace(points, place),
        mark: marks.get(name) ?? null,
      }
    }),
  }
}
