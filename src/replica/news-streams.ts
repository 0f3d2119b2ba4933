import type { EventSourceMessage } from 'eventsource-parser'
import { deferred } from '../base/deferred.ts'
import { parseObject } from '../base/json.ts'
import type { EventStream } from '../server/event-stream.ts'
import { openFanOut } from '../server/fan-out.ts'
import { SHOWN } from '../server/live-matches.ts'
import { followUpstream } from './follow-upstream.ts'
import { Refused } from './refused.ts'
import { unreachable, type Upstream } from './upstream.ts'

/**
 * Streams of the arena whose events have no number: the changes of the lobby, and of contests. Such a stream cannot be resumed. So if the
 * arena is lost, all listeners are disconnected at once; they connect again and read the lists anew, as they do without a replica.
 */
export interface NewsStreams extends Disposable {
  readonly open: number
  /** Resolves when the stream of the arena is open; then `join` sends what is known so far, and each change. */
  listen(path: string, keep: Keep): Promise<News>
}

export interface News {
  /** Undefined if the stream has ended meanwhile. */
  join(stream: EventStream): (() => void) | undefined
}

/** What of the events so far a new listener is told. */
export interface Keep {
  add(event: EventSourceMessage, text: string): void
  text(): string
}

/** How long a stream stays open without a listener. */
const LINGER_MS = 10_000

export function openNewsStreams(upstream: Upstream, lingerMs = LINGER_MS): NewsStreams {
  const open = new Map<string, OpenNews>()

  function openNews(path: string, keep: Keep): OpenNews {
    const listeners = openFanOut()
    const streams = new Set<EventStream>()
    const started = deferred()
    let timer: NodeJS.Timeout | undefined
    let isOpen = true
    const close = (): void => {
      isOpen = false
      clearTimeout(timer)
      hangUp()
      if (open.get(path) === news) open.delete(path)
      for (const stream of streams) stream.end()
      streams.clear()
    }
    const letGo = (): void => {
      timer = setTimeout(close, lingerMs).unref()
    }
    const hangUp = followUpstream(upstream, path, undefined, {
      opened: started.resolve,
      heard(events) {
        for (const event of events) {
          const text = textOf(event)
          keep.add(event, text)
          listeners.tell(text)
        }
      },
      refused(answer) {
        started.reject(new Refused(answer))
        close()
      },
      lost(error) {
        upstream.note(error)
        started.reject(unreachable())
        close()
      },
    })
    const news: OpenNews = {
      started: started.promise,
      close,
      join(stream) {
        if (!isOpen) return undefined
        clearTimeout(timer)
        const known = keep.text()
        if (known !== '') stream.send(known)
        const leave = listeners.add(stream)
        streams.add(stream)
        return () => {
          leave()
          if (streams.delete(stream) && streams.size === 0 && isOpen) letGo()
        }
      },
    }
    letGo()
    open.set(path, news)
    return news
  }

  return {
    get open() {
      return open.size
    },
    async listen(path, keep) {
      const news = open.get(path) ?? openNews(path, keep)
      await news.started
      return news
    },
    [Symbol.dispose]() {
      for (const news of open.values()) news.close()
    },
  }
}

interface OpenNews extends News {
  readonly started: Promise<void>
  close(): void
}

/** As the arena wrote it. */
const textOf = ({ event, data }: EventSourceMessage): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`

/** Only the last event counts. */
export function keepLast(): Keep {
  let last = ''
  return {
    add: (_event, text) => void (last = text),
    text: () => last,
  }
}

const SHOWN_STATUSES: readonly unknown[] = ['open', 'waiting', 'playing']

/** The matches that are not over, as the arena shows them: the newest of each status. */
export function keepMatches(): Keep {
  const matches = new Map<number, { readonly status: unknown; readonly text: string }>()
  let known: string | undefined
  return {
    add({ data }, text) {
      known = undefined
      const { id, status } = parseObject(data) ?? {}
      if (typeof id !== 'number') return
      if (SHOWN_STATUSES.includes(status)) matches.set(id, { status, text })
      else matches.delete(id)
    },
    text: () =>
      (known ??= SHOWN_STATUSES.flatMap((status) =>
        [...matches]
          .filter(([, match]) => match.status === status)
          .toSorted(([a], [b]) => b - a)
          .slice(0, SHOWN)
          .map(([, { text }]) => text),
      ).join('')),
  }
}
