import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { FinishedRecord } from '../../arena/finished-records.ts'
import { chargeFor } from '../admit-requests.ts'
import type { App, ServerContext } from '../context.ts'
import { requireIdentity, requireOrganiser } from '../identity.ts'
import { nextAfter, pageOf } from '../page.ts'
import { presentMatch } from '../present.ts'
import { hasOwner, presentLogs } from '../present-logs.ts'
import { forbidden, found, granted, notFound } from '../problems.ts'
import { readAnyPlayer } from '../../arena/read-player.ts'
import { KEY, ORGANISER } from '../route-schema.ts'
import {
  LogsBody,
  MatchBody,
  MatchList,
  MatchParams,
  MatchQuery,
  NewMatchBody,
  VerificationBody,
} from '../../api/matches.ts'
import { TextBody } from '../../api/schema.ts'

/** A list of matches is sent again for so long unless a match has changed; scores within a match change without a word. */
const LIST_MS = 1000

interface SentList {
  readonly text: string
  readonly version: number
  readonly at: number
}

/** Matches, running and finished, and their records. */
export function matchRoutes(app: App, { arena, battles, gate, records, store }: ServerContext): void {
  const tags = ['matches']

  /** Lists as they were sent last: many watch the same ones. */
  const lists = new LRUCache<string, SentList>({ max: 50 })
  let version = 0
  arena.onMatch(() => void version++)

  /** The record of a match that is over. */
  const finished = async (request: FastifyRequest, id: number): Promise<FinishedRecord> => {
    const row = store.match(id)
    if (row?.status !== 'over') throw notFound(`finished match ${id}`)
    const { record, isNew } = granted(await records.of(row))
    if (isNew) chargeFor(gate, request, record.workMs)
    return record
  }

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
    (request, reply) => {
      const { status, challenge, player, before, limit } = request.query
      void reply.type('application/json; charset=utf-8')
      const key = JSON.stringify([status, challenge, player, before, limit])
      const known = lists.get(key)
      if (known && known.version === version && performance.now() - known.at < LIST_MS)
        return known.text as never
      const filter = {
        ...(status && { status }),
        ...(challenge !== undefined && { challenge }),
        ...(player !== undefined && { person: player }),
      }
      const page = pageOf(limit, before)
      const rows = store.matches(filter, page)
      const list: MatchList = { matches: rows.map(presentMatch), next: nextAfter(rows, page) }
      const text = JSON.stringify(list)
      lists.set(key, { text, version, at: performance.now() })
      // It is written already: the framework sends a text as it is.
      return text as never
    },
  )

  app.post(
    '/api/v1/matches',
    {
      schema: {
        summary: 'Call two players to the board; for the organiser',
        tags,
        security: ORGANISER,
        body: NewMatchBody,
        response: { 201: MatchBody },
      },
    },
    (request, reply) => {
      requireOrganiser(store, request)
      const { challenge, players, settings, seed } = request.body
      const read = (player: string) => granted(readAnyPlayer(player, challenge, store))
      const row = granted(
        arena.create({
          challenge,
          players: [read(players[0]), read(players[1])],
          origin: 'organiser',
          ...(settings && { settings }),
          ...(seed !== undefined && { seed }),
        }),
      )
      void reply.code(201)
      return presentMatch(row)
    },
  )

  app.get(
    '/api/v1/matches/:id',
    {
      schema: {
        summary: 'One match',
        tags,
        params: MatchParams,
        response: { 200: MatchBody },
        refuses: [404],
      },
    },
    (request) => {
      const row = found(store.match(request.params.id), `match ${request.params.id}`)
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
        response: { 200: TextBody('application/jsonl', 'JSON lines') },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const live = arena.live(id)
      const text = live ? live.feed.lines().join('') : (await finished(request, id)).text
      void reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="match-${id}.jsonl"`)
      return text
    },
  )

  app.get(
    '/api/v1/matches/:id/logs',
    {
      schema: {
        summary: 'What your bot wrote and was told in a match; for its owner and the organiser',
        tags,
        security: KEY,
        params: MatchParams,
        response: { 200: LogsBody },
        refuses: [404],
      },
    },
    (request) => {
      const { id } = request.params
      const row = found(store.match(id), `match ${id}`)
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
        response: { 200: VerificationBody },
        refuses: [404],
      },
    },
    async (request) => {
      const { id } = request.params
      const { verified, message } = await finished(request, id)
      return { verified, message }
    },
  )
}
