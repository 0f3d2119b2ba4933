import type { Feed } from '../arena/feed.ts'

/** Somebody who watches over a connection of its own. */
export interface Spectator {
  send(chunk: string): void
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

/** Shows a feed to many at once. */
export function openBroadcast(feed: Feed, encoding: Encoding): Broadcast {
  const spectators = new Set<Spectator>()
  let leaveFeed: (() => void) | undefined
  /** How many lines everybody here has been sent. */
  let sent = 0

  const encode = (lines: readonly string[], from: number): string =>
    lines
      .slice(from)
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

  return {
    join(spectator, from) {
      if (spectators.size === 0) {
        sent = feed.lines().length
        if (!feed.isOver) leaveFeed = feed.subscribe(catchUp)
      } else catchUp()
      const missed = encode(feed.lines(), Math.min(from, sent))
      if (missed !== '') spectator.send(missed)
      if (feed.isOver) {
        spectator.send(encoding.end)
        spectator.end()
        return () => {}
      }
      spectators.add(spectator)
      return () => {
        if (spectators.delete(spectator) && spectators.size === 0) leaveFeed?.()
      }
    },
  }
}
