import type { FastifyRequest } from 'fastify'
import { finishedFeed, type Feed } from '../../arena/feed.ts'
import type { FinishedRecord } from '../../arena/finished-records.ts'
import type { MatchSight } from '../../arena/live-match.ts'
import { chargeFor, ownerOf } from '../admit-requests.ts'
import { openBroadcast, type Broadcast, type Encoding } from '../broadcast.ts'
import type { App, ServerContext } from '../context.ts'
import { eventText, lastEventId } from '../event-stream.ts'
import { openLiveMatches } from '../live-matches.ts'
import { found, granted, RequestError } from '../../protocols/request-error.ts'
import { openSocketStream } from '../socket-stream.ts'
import { openSpectatorStream, TOO_MANY_STREAMS } from '../spectator-stream.ts'
import { LiveQuery, MatchParams } from '../../api/matches.ts'
import { TextBody } from '../../api/schema.ts'

const SSE: Encoding = {
  line: (index, line) => `id: ${index}\ndata: ${line}\n`,
  end: eventText({}, 'end'),
}

const SOCKET: Encoding = {
  line: (index, line) => `{"id":${index},"line":${line.trimEnd()}}\n`,
  end: '{"end":true}\n',
}

/** Matches as they happen: every line of the record, over server-sent events or a WebSocket, from any line on. */
export function liveRoutes(app: App, context: ServerContext): void {
  const { arena, gate, metrics, records, store, streams } = context
  const liveMatches = openLiveMatches(arena)
  const finished = new WeakMap<FinishedRecord, Feed>()

  /** What there is to watch of a match: one that is over comes from its finished record. */
  const watch = async (
    request: FastifyRequest,
    id: number,
  ): Promise<Pick<MatchSight, 'feed' | 'now'> | undefined> => {
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

  const broadcasts = { sse: new WeakMap<Feed, Broadcast>(), socket: new WeakMap<Feed, Broadcast>() }

  const broadcastOf = (kind: 'sse' | 'socket', feed: Feed): Broadcast => {
    const known = broadcasts[kind].get(feed)
    if (known) return known
    const made = openBroadcast(feed, kind === 'sse' ? SSE : SOCKET)
    broadcasts[kind].set(feed, made)
    return made
  }

  /** Counts a spectator until it leaves. */
  const count = (onClose: (callback: () => void) => void): void => {
    metrics.spectators++
    onClose(() => void metrics.spectators--)
  }

  app.get(
    '/api/v1/matches/:id/events',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'The record of a match as server-sent events, live',
        description:
          'Each event is a line of the record, its id the number of the line from 0. `event: now` comes first: `at` is the time of the match, `lines` the number of lines so far. `event: end` is the last. Resume with Last-Event-ID, or with `?after=ID`.',
        tags: ['matches'],
        access: 'public',
        params: MatchParams,
        querystring: LiveQuery,
        response: { 200: TextBody('text/event-stream', 'Events') },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const sight = found(await watch(request, id), `match ${id} to watch`)
      const from = lastEventId(request)
      const stream = openSpectatorStream(context, request, reply)
      count((callback) => stream.onClose(callback))
      stream.send(eventText({ at: sight.now(), lines: sight.feed.lines().length }, 'now'))
      stream.onClose(broadcastOf('sse', sight.feed).join(stream, from))
    },
  )

  app.route({
    method: 'GET',
    url: '/api/v1/matches/:id/socket',
    exposeHeadRoute: false,
    schema: {
      summary: 'The record of a match over a WebSocket, live',
      description:
        'Messages are `{"id":N,"line":{…}}`, one for each line of the record from `after` on; the last is `{"end":true}`.',
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
    async wsHandler(socket, request) {
      const release = streams.take(ownerOf(request))
      if (!release) return socket.close(1013, TOO_MANY_STREAMS)
      socket.on('close', release)
      // Before the wait for a record: frames of a client that sends some are not read meanwhile.
      const stream = openSocketStream(socket)
      const sight = await watch(request, request.params.id).catch(() => undefined)
      if (!sight) return socket.close(4404, 'There is no such match to watch')
      if (socket.readyState !== socket.OPEN) return
      count((callback) => void socket.on('close', callback))
      const leave = broadcastOf('socket', sight.feed).join(stream, lastEventId(request))
      socket.on('close', leave)
    },
  })

  app.get(
    '/api/v1/live',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'Matches that are new or have changed, as server-sent events',
        description: 'Begins with the matches that are open, waiting or being played.',
        tags: ['matches'],
        access: 'public',
        response: { 200: TextBody('text/event-stream', 'Events') },
      },
    },
    (request, reply) => {
      const stream = openSpectatorStream(context, request, reply)
      count((callback) => stream.onClose(callback))
      store.afterCommit(() => stream.onClose(liveMatches.join(stream)))
    },
  )
}
