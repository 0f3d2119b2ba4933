import { LRUCache } from 'lru-cache'
import { deferred } from '../base/deferred.ts'
import type { Feed } from '../arena/feed.ts'
import type { RecordSight } from '../server/record-streams.ts'
import { openMatchFeed, type FeedEnd, type MatchFeed } from './match-feed.ts'
import type { Upstream } from './upstream.ts'

/** The matches that are watched here: one stream of the arena for each, however many watch. */
export interface MatchFeeds extends Disposable {
  /** Streams of the arena that are open. */
  readonly open: number
  /** Rejects with a `Refused`, or a `RequestError` if the arena cannot be reached. */
  watch(match: number): Promise<RecordSight>
  /** Keeps the stream of a feed open until the result is called, and for a moment after that. */
  hold(feed: Feed): () => void
  /** Forgets finished matches: a backup that was restored may give them other records. */
  forget(): void
}

export interface MatchFeedsOptions {
  /** How long a stream stays open without a spectator: spectators that reconnect find their lines here. */
  readonly lingerMs?: number
  /** How long the arena may be away until the spectators are disconnected: their pages then say that the connection is lost. */
  readonly lostMs?: number
  /** Finished matches are kept up to this size. */
  readonly maxBytes?: number
}

const LINGER_MS = 10_000
const LOST_MS = 10_000
const MAX_BYTES = 128 << 20
/** An arena that was restored while nothing was asked of it gives a finished match another record. */
const KEEP_MS = 10 * 60_000

export function openMatchFeeds(upstream: Upstream, options: MatchFeedsOptions = {}): MatchFeeds {
  const { lingerMs = LINGER_MS, lostMs = LOST_MS, maxBytes = MAX_BYTES } = options
  const open = new Map<number, Opened>()
  const byFeed = new WeakMap<Feed, Opened>()
  const finished = new LRUCache<number, MatchFeed>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: (feed) => feed.lines().reduce((sum, line) => sum + line.length + LINE_SIZE, 1),
    ttl: KEEP_MS,
  })

  function openFeed(match: number): Opened {
    const started = deferred()
    const finish = (end: FeedEnd): void => {
      clearTimeout(opened.timer)
      if (open.get(match) === opened) open.delete(match)
      if (end.kind === 'over') finished.set(match, feed)
      if (end.kind === 'refused') started.reject(end.why)
    }
    const feed = openMatchFeed(upstream, match, { lostMs, onStart: started.resolve, onEnd: finish })
    const opened: Opened = { feed, started: started.promise, holders: 0, timer: undefined }
    open.set(match, opened)
    byFeed.set(feed, opened)
    letGo(opened)
    return opened
  }

  /** Closes the stream after a while, unless a spectator comes. */
  function letGo(opened: Opened): void {
    clearTimeout(opened.timer)
    opened.timer = setTimeout(() => opened.feed.close(), lingerMs).unref()
  }

  return {
    get open() {
      return open.size
    },
    async watch(match) {
      const done = finished.get(match)
      if (done) return done.sight
      const { feed, started } = open.get(match) ?? openFeed(match)
      await started
      return feed.sight
    },
    hold(feed) {
      const opened = byFeed.get(feed)
      if (!opened) return () => {}
      opened.holders++
      clearTimeout(opened.timer)
      return () => {
        if (--opened.holders === 0) letGo(opened)
      }
    },
    forget: () => finished.clear(),
    [Symbol.dispose]() {
      for (const { feed } of open.values()) feed.close()
    },
  }
}

interface Opened {
  readonly feed: MatchFeed
  readonly started: Promise<void>
  holders: number
  timer: NodeJS.Timeout | undefined
}

/** What a line takes beside its letters, about. */
const LINE_SIZE = 32
