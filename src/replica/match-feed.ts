import type { EventSourceMessage } from 'eventsource-parser'
import type { Feed } from '../arena/feed.ts'
import { parseObject } from '../base/json.ts'
import { backOffMs, mayPass, retryAfterMs } from '../protocols/patience.ts'
import type { RecordSight } from '../server/record-streams.ts'
import { followUpstream } from './follow-upstream.ts'
import { Refused } from './refused.ts'
import { unreachable, type Upstream, type UpstreamAnswer } from './upstream.ts'

/** The record of a match as the arena streams it. A connection that is lost is made again after the last line. */
export interface MatchFeed extends Feed {
  readonly sight: RecordSight
  /** Closes the connection. Spectators that are still there are disconnected, and may connect again. */
  close(): void
}

export type FeedEnd =
  /** All lines are here. */
  | { readonly kind: 'over' }
  /** The feed is cut: whatever follows comes in another one. */
  | { readonly kind: 'cut' }
  /** There was nothing to watch from the beginning. */
  | { readonly kind: 'refused'; readonly why: Error }

export interface MatchFeedOptions {
  /** How long the arena may be away until the feed is cut. */
  readonly lostMs: number
  /** All lines of the past have come. */
  readonly onStart: () => void
  readonly onEnd: (end: FeedEnd) => void
}

export function openMatchFeed(upstream: Upstream, match: number, options: MatchFeedOptions): MatchFeed {
  const path = `/api/v1/matches/${match}/events`
  const lines: string[] = []
  const listeners = new Set<() => void>()
  let hasStarted = false
  /** How many lines there were when the stream was opened. */
  let past = 1
  let isOver = false
  let isCut = false
  let hangUp = (): void => {}
  let pause: NodeJS.Timeout | undefined
  let failures = 0
  let lostAt: number | undefined
  /** The time of the match, and the local time of the same moment. */
  let sync = { at: 0, local: performance.now() }

  const announce = (): void => {
    for (const listener of listeners) listener()
  }

  /** The last line comes once more: it has the hash of all lines before it, so it says whether the arena still has this record. */
  function connect(): void {
    hangUp = followUpstream(upstream, path, lines.length > 1 ? lines.length - 2 : undefined, {
      opened: () => {},
      heard,
      refused,
      lost(error) {
        upstream.note(error)
        retry(unreachable())
      },
    })
  }

  function heard(events: readonly EventSourceMessage[]): void {
    failures = 0
    lostAt = undefined
    const known = lines.length
    for (const event of events) {
      if (event.event === 'end') {
        isOver = true
        hangUp()
        break
      }
      if (event.event === 'now') {
        if (!readNow(event.data)) return cut()
      } else if (event.id !== undefined && !takeLine(Number(event.id), `${event.data}\n`)) return cut()
    }
    // Spectators are told how many lines there are before they get the first one.
    if (!hasStarted && (isOver || lines.length >= past)) {
      hasStarted = true
      options.onStart()
    }
    if (lines.length > known || isOver) announce()
    if (!isOver) return
    stopClock()
    listeners.clear()
    options.onEnd({ kind: 'over' })
  }

  /** False if the line does not continue what is known: the arena has another record now, as after the restore of a backup. */
  function takeLine(index: number, line: string): boolean {
    if (index < lines.length) return lines[index] === line
    if (index > lines.length) return false
    lines.push(line)
    return true
  }

  function refused(answer: UpstreamAnswer): void {
    const { status, headers } = answer
    if (hasStarted && mayPass(status)) retry(new Refused(answer), retryAfterMs(headers['retry-after']))
    else end(new Refused(answer))
  }

  function retry(why: Error, retryMs = 0): void {
    lostAt ??= performance.now()
    if (!hasStarted || performance.now() - lostAt >= options.lostMs) return end(why)
    // The last attempt is not later than the time at which the feed is given up.
    const left = lostAt + options.lostMs - performance.now()
    pause = setTimeout(connect, Math.min(left, backOffMs(failures++, retryMs) * (0.75 + Math.random() / 2)))
  }

  function end(why: Error): void {
    if (hasStarted) return cut()
    isCut = true
    options.onEnd({ kind: 'refused', why })
  }

  function cut(): void {
    if (isOver || isCut) return
    isCut = true
    clearTimeout(pause)
    hangUp()
    announce()
    listeners.clear()
    options.onEnd(hasStarted ? { kind: 'cut' } : { kind: 'refused', why: unreachable() })
  }

  /** False if the arena has fewer lines than are known: it has another record now. */
  function readNow(data: string): boolean {
    const { at, lines: told } = parseObject(data) ?? {}
    if (typeof told === 'number') past = told
    if (typeof at === 'number') sync = { at, local: performance.now() }
    return past >= lines.length
  }
  const stopClock = (): void => void (sync = { at: now(), local: NaN })
  const now = (): number =>
    Number.isNaN(sync.local) ? sync.at : sync.at + Math.round(performance.now() - sync.local)

  const feed: MatchFeed = {
    lines: () => lines,
    get isOver() {
      return isOver
    },
    get isCut() {
      return isCut
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get sight() {
      return { feed, now }
    },
    close: cut,
  }
  connect()
  return feed
}
