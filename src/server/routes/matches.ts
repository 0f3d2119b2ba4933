import { Type } from 'typebox'
import { findGame } from '../../games/index.ts'
import { readRecord } from '../../match/read-record.ts'
import { nodeDigest } from '../../runner/digest.ts'
import { LogsBody } from '../battle-schemas.ts'
import type { App, ServerContext } from '../context.ts'
import { requireIdentity, requireOrganiser } from '../identity.ts'
import { presentMatch } from '../present.ts'
import { hasOwner, presentLogs } from '../present-logs.ts'
import { forbidden, notFound, refusal } from '../problems.ts'
import { readAnyPlayer } from '../../arena/read-player.ts'
import {
  MatchBody,
  MatchList,
  MatchParams,
  MatchQuery,
  NewMatchBody,
  ProblemBody,
  TextBody,
} from '../schemas.ts'

/** Matches, running and finished, and their records. */
export function matchRoutes(app: App, { arena, battles, store }: ServerContext): void {
  const tags = ['matches']

  app.get(
    '/api/v1/matches',
    {
      schema: {
        summary: 'Matches, newest first',
        tags,
        querystring: MatchQuery,
        response: { 200: MatchList },
      },
    },
    (request) => {
      const { status, challenge, player, before, limit = 50 } = request.query
      const rows = store.matches(
        {
          ...(status && { status }),
          ...(challenge !== undefined && { challenge }),
          ...(player !== undefined && { person: player }),
        },
        { limit, ...(before !== undefined && { after: before }) },
      )
      return {
        matches: rows.map(presentMatch),
        next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
      }
    },
  )

  app.post(
    '/api/v1/matches',
    {
      schema: {
        summary: 'Call two players to the board; for the organiser',
        tags,
        body: NewMatchBody,
        response: { 201: MatchBody, 400: ProblemBody, 401: ProblemBody, 403: ProblemBody, 429: ProblemBody },
      },
    },
    (request, reply) => {
      requireOrganiser(store, request)
      const { challenge, players, settings, seed } = request.body
      const [first, second] = players.map((player) => readAnyPlayer(player, challenge, store))
      if (!first?.ok) throw refusal(first?.problem ?? NO_PLAYER)
      if (!second?.ok) throw refusal(second?.problem ?? NO_PLAYER)
      const row = arena.create({
        challenge,
        players: [first.value, second.value],
        origin: 'organiser',
        ...(settings && { settings }),
        ...(seed !== undefined && { seed }),
      })
      if (!row.ok) throw refusal(row.problem)
      void reply.code(201)
      return presentMatch(row.value)
    },
  )

  app.get(
    '/api/v1/matches/:id',
    {
      schema: {
        summary: 'One match',
        tags,
        params: MatchParams,
        response: { 200: MatchBody, 404: ProblemBody },
      },
    },
    (request) => {
      const row = store.match(request.params.id)
      if (!row) throw notFound(`match ${request.params.id}`)
      const mayBePart = row.origin === 'tournament' || row.origin === 'demo'
      const tournament = mayBePart ? store.tournamentOf(row.id) : undefined
      return { ...presentMatch(row), ...(tournament !== undefined && { tournament }) }
    },
  )

  app.get(
    '/api/v1/matches/:id/record',
    {
      schema: {
        summary: 'The record so far, complete once the match is over',
        tags,
        params: MatchParams,
        response: { 200: TextBody('application/jsonl', 'JSON lines'), 404: ProblemBody },
      },
    },
    (request, reply) => {
      const { id } = request.params
      const sight = arena.sight(id)
      if (!sight) throw notFound(`record of match ${id}`)
      void reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="match-${id}.jsonl"`)
      return sight.feed.lines().join('')
    },
  )

  app.get(
    '/api/v1/matches/:id/logs',
    {
      schema: {
        summary: 'What your bot wrote and was told in a match; for its owner and the organiser',
        tags,
        params: MatchParams,
        response: { 200: LogsBody, 401: ProblemBody, 403: ProblemBody, 404: ProblemBody },
      },
    },
    (request) => {
      const { id } = request.params
      const row = store.match(id)
      if (!row) throw notFound(`match ${id}`)
      const { person } = requireIdentity(store, request)
      const logs = presentLogs(row, person, { store, battles })
      const mayLook = logs.length > 0 || person.role === 'organiser'
      if (!mayLook && hasOwner(row)) throw forbidden('The logs of this match belong to others')
      if (logs.length === 0) throw notFound(`log of match ${id}: nobody’s bot played in it`)
      return { match: id, complete: row.status === 'over' && !arena.live(id), logs }
    },
  )

  app.get(
    '/api/v1/matches/:id/verification',
    {
      schema: {
        summary: 'Plays the record again and says whether every line follows',
        tags,
        params: MatchParams,
        response: {
          200: Type.Object({ verified: Type.Boolean(), message: Type.String() }),
          404: ProblemBody,
        },
      },
    },
    (request) => {
      const { id } = request.params
      const sight = arena.sight(id)
      if (!sight?.feed.isOver) throw notFound(`finished match ${id}`)
      const read = readRecord(sight.feed.lines().join(''), findGame, nodeDigest)
      return read.ok
        ? { verified: true, message: 'Every line follows from the one before' }
        : { verified: false, message: read.problem.message }
    },
  )
}

const NO_PLAYER = { code: 'player', message: 'Expected two players' } as const
