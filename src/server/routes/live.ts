import type { FastifyRequest } from 'fastify'
import { finishedFeed, type Feed } from '../../arena/feed.ts'
import type { FinishedRecord } from '../../arena/finished-records.ts'
import { chargeFor } from '../admit-requests.ts'
import type { App, ServerContext } from '../context.ts'
import { openLiveMatches } from '../live-matches.ts'
import { found, granted, RequestError } from '../../protocols/request-error.ts'
import { openRecordStreams, type RecordSight } from '../record-streams.ts'
import { overHttp, overSocket, type OpenStream } from '../spectator-stream.ts'
import { LiveQuery, MatchParams } from '../../api/matches.ts'
import { TextBody } from '../../api/schema.ts'

/** Matches as they happen: every line of the record, over server-sent events or a WebSocket, from any line on. */
export function liveRoutes(app: App, context: ServerContext): void {
  const { arena, gate, metrics, records, store, streams } = context
  const liveMatches = openLiveMatches(arena)
  const finished = new WeakMap<FinishedRecord, Feed>()

  /** What there is to watch of a match: one that is over comes from its finished record. */
  const watch = async (request: FastifyRequest, id: number): Promise<RecordSight | undefined> => {
    const running = arena.live(id)
    if (running) return running
    const row = store.match(id)
    if (row?.status !== 'over') return undefined
    const { record, isNew } = granted(await records.of(row))
    if (isNew) chargeFor(gate, request, record.workMs)
    const feed = finished.get(record) ?? finishedFeed(record.text)
    finished.set(record, feed)
    return { feed, now: () => record.endedAt }
  }

  /** Counts a spectator until it leaves. */
  const count = (): (() => void) => {
    metrics.spectators++
    return () => void metrics.spectators--
  }
  const recordStreams = openRecordStreams({ streams, count })

  const streamMatch = async (request: FastifyRequest, id: number, open: OpenStream): Promise<void> =>
    recordStreams.sse(request, open, found(await watch(request, id), `match ${id} to watch`))

  app.route({
    method: 'GET',
    url: '/api/v1/matches/:id/events',
    exposeHeadRoute: false,
    schema: {
      summary: 'The record of a match as server-sent events, live',
      operation: 'streamMatch',
      tags: ['matches'],
      access: 'public',
      params: MatchParams,
      querystring: LiveQuery,
      response: { 200: TextBody('text/event-stream', 'Events') },
      refuses: [404],
    },
    handler: (request, reply) => streamMatch(request, request.params.id, overHttp(context, request, reply)),
    wsHandler: (socket, request) =>
      streamMatch(request, request.params.id, overSocket(context, request, socket)),
  })

  app.route({
    method: 'GET',
    url: '/api/v1/matches/:id/socket',
    exposeHeadRoute: false,
    schema: {
      summary: 'The record of a match over a WebSocket, live',
      operation: 'openMatchSocket',
      tags: ['matches'],
      access: 'public',
      params: MatchParams,
      querystring: LiveQuery,
      response: { 101: { description: 'The socket is open', type: 'null' } },
      refuses: [426],
    },
    handler(_request, reply) {
      void reply.header('upgrade', 'websocket')
      throw new RequestError('no-socket', 'This address is for a WebSocket: ask for an upgrade')
    },
    wsHandler: (socket, request) =>
      recordStreams.socket(socket, request, () => watch(request, request.params.id)),
  })

  const tellMatches = (open: OpenStream): void => {
    const news = open()
    news.onClose(count())
    store.afterCommit(() => news.onClose(liveMatches.join(news)))
  }

  app.route({
    method: 'GET',
    url: '/api/v1/live',
    exposeHeadRoute: false,
    schema: {
      summary: 'Matches that are new or have changed, as server-sent events',
      operation: 'streamLive',
      tags: ['matches'],
      access: 'public',
      response: { 200: TextBody('text/event-stream', 'Events') },
    },
    handler: (request, reply) => tellMatches(overHttp(context, request, reply)),
    wsHandler: (socket, request) => tellMatches(overSocket(context, request, socket)),
  })
}
