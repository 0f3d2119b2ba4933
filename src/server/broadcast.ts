import type { Feed } from '../arena/feed.ts'

/** Somebody who watches over a connection of its own. */
export interface Spectator {
  send(chunk: string): void
  /** Calls back when what was sent is on its way; never, once the other side has gone. */
  whenSent(callback: () => void): void
  /** All has been sent. */
  end(): void
}

/** How lines become what is sent: made once, whoever many watch. */
export interface Encoding {
  line(index: number, line: string): string
  readonly end: string
}

export interface Broadcast {
  /** Sends all lines from `from` on, then each new one; the result ends it. */
  join(spectator: Spectator, from: number): () => void
}

/** How much of the past is sent at once; more when that has gone. */
const LINES_AT_ONCE = 500

/** Shows a feed to many at once. */
export function openBroadcast(feed: Feed, encoding: Encoding): Broadcast {
  const spectators = new Set<Spectator>()
  let leaveFeed: (() => void) | undefined
  /** How many lines everybody here has been sent. */
  let sent = 0

  const encode = (lines: readonly string[], from: number, to: number = lines.length): string =>
    lines
      .slice(from, to)
      .map((line, index) => encoding.line(from + index, line))
      .join('')

  function catchUp(): void {
    const lines = feed.lines()
    const chunk = encode(lines, sent) + (feed.isOver ? encoding.end : '')
    sent = lines.length
    if (chunk !== '') for (const spectator of spectators) spectator.send(chunk)
    if (!feed.isOver) return
    for (const spectator of spectators) spectator.end()
    spectators.clear()
    leaveFeed?.()
  }

  function enter(spectator: Spectator): void {
    if (spectators.size === 0) {
      sent = feed.lines().length
      leaveFeed = feed.subscribe(catchUp)
    } else catchUp()
    spectators.add(spectator)
  }

  return {
    join(spectator, from) {
      let isHere = true
      /** The past, piece by piece, so that a long match overwhelms nobody. */
      function tell(next: number): void {
        if (!isHere) return
        const lines = feed.lines()
        const to = Math.min(lines.length, next + LINES_AT_ONCE)
        if (next < to) spectator.send(encode(lines, next, to))
        if (to < lines.length) return spectator.whenSent(() => tell(to))
        if (!feed.isOver) return enter(spectator)
        spectator.send(encoding.end)
        spectator.end()
      }
      tell(Math.min(from, feed.lines().length))
      return () => {
        isHere = false
        if (spectators.delete(spectator) && spectators.size === 0) leaveFeed?.()
      }
    },
  }
}
