import type { WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import type { Feed } from '../arena/feed.ts'
import { ownerOf } from './admit-requests.ts'
import { openBroadcast, openPastTurns, type Broadcast, type Encoding } from './broadcast.ts'
import { eventText, lastEventId } from './event-stream.ts'
import { openSocketStream } from './socket-stream.ts'
import { TOO_MANY_STREAMS, type OpenStream } from './spectator-stream.ts'
import type { StreamPlaces } from './stream-places.ts'

/** What there is to watch of a match. */
export interface RecordSight {
  readonly feed: Feed
  /** The time of the match. */
  readonly now: () => number
}

export interface RecordStreamsOptions {
  readonly streams: StreamPlaces
  /** Counts a spectator, of this feed; the result is called when it leaves. */
  readonly count: (feed: Feed) => () => void
}

/** Sends the record of a match to its spectators, as server-sent events or as the messages of a WebSocket. Each line is encoded once. */
export interface RecordStreams {
  sse(request: FastifyRequest, open: OpenStream, sight: RecordSight): void
  socket(
    socket: WebSocket,
    request: FastifyRequest,
    watch: () => Promise<RecordSight | undefined>,
  ): Promise<void>
}

const SSE: Encoding = {
  line: (index, line) => `id: ${index}\ndata: ${line}\n`,
  end: eventText({}, 'end'),
}

const SOCKET: Encoding = {
  line: (index, line) => `{"id":${index},"line":${line.trimEnd()}}\n`,
  end: '{"end":true}\n',
}

export function openRecordStreams({ streams, count }: RecordStreamsOptions): RecordStreams {
  const turns = openPastTurns()
  const broadcasts = { sse: new WeakMap<Feed, Broadcast>(), socket: new WeakMap<Feed, Broadcast>() }

  const broadcastOf = (kind: 'sse' | 'socket', feed: Feed): Broadcast => {
    const known = broadcasts[kind].get(feed)
    if (known) return known
    const made = openBroadcast(feed, kind === 'sse' ? SSE : SOCKET, turns)
    broadcasts[kind].set(feed, made)
    return made
  }

  return {
    sse(request, open, { feed, now }) {
      const from = lastEventId(request)
      const stream = open()
      stream.onClose(count(feed))
      stream.send(eventText({ at: now(), lines: feed.lines().length }, 'now'))
      stream.onClose(broadcastOf('sse', feed).join(stream, from))
    },
    async socket(socket, request, watch) {
      const release = streams.take(ownerOf(request))
      if (!release) return socket.close(1013, TOO_MANY_STREAMS)
      socket.on('close', release)
      // Before the wait for a record: frames of a client that sends some are not read meanwhile.
      const stream = openSocketStream(socket)
      const sight = await watch().catch(() => undefined)
      if (!sight) return socket.close(4404, 'There is no such match to watch')
      if (socket.readyState !== socket.OPEN) return
      socket.on('close', count(sight.feed))
      socket.on('close', broadcastOf('socket', sight.feed).join(stream, lastEventId(request)))
    },
  }
}
