import type { Feed } from '../arena/feed.ts'
import { shareTurns, type SharedTurns } from './share-turns.ts'

/** A spectator with a connection of its own. */
export interface Spectator {
  send(chunk: string): void
  /** Calls back when the chunk is written; never after the spectator has gone. */
  whenSent(callback: () => void): void
  /** All has been sent. */
  end(): void
}

/** How a line is encoded: once, however many spectators there are. */
export interface Encoding {
  line(index: number, line: string): string
  readonly end: string
}

export interface Broadcast {
  /** Sends all lines from `from` on, then each new one; the result ends it. */
  join(spectator: Spectator, from: number): () => void
}

/** How much of the past is sent at once; the next piece follows when this one is written. */
const LINES_AT_ONCE = 500
/** Far less than what a spectator may have unread: lines with long remarks are large. */
const CHARACTERS_AT_ONCE = 1 << 18

/** Characters of the past that are sent to all spectators together in one turn of the event loop: a hundred may wait for the same record, and come in one turn. */
const PAST_IN_A_TURN = 1 << 20

export const openPastTurns = (): SharedTurns => shareTurns(PAST_IN_A_TURN)

/** Spectators that are sent a line in one turn of the event loop: other requests get their answers in between. */
const GROUP_SIZE = 500

interface Group {
  readonly spectators: Set<Spectator>
  /** How many lines each spectator of the group has been sent. */
  sent: number
}

/** Sends a feed to many spectators at once. `turns` may be shared with other feeds. */
export function openBroadcast(feed: Feed, encoding: Encoding, turns = openPastTurns()): Broadcast {
  const groups = new Set<Group>()
  /** Spectators that have not been sent the newest lines. */
  const behind = new Set<Group>()
  let leaveFeed: (() => void) | undefined

  const encode = (lines: readonly string[], from: number, to: number = lines.length): string =>
    lines
      .slice(from, to)
      .map((line, index) => encoding.line(from + index, line))
      .join('')

  function tellAll(): void {
    const isTelling = behind.size > 0
    for (const group of groups) behind.add(group)
    if (!isTelling) tellNext()
  }

  function tellNext(): void {
    const [group] = behind
    if (group === undefined) return
    behind.delete(group)
    catchUp(group)
    if (behind.size > 0) setImmediate(tellNext)
  }

  function catchUp(group: Group): void {
    const lines = feed.lines()
    const chunk = encode(lines, group.sent) + (feed.isOver ? encoding.end : '')
    group.sent = lines.length
    if (chunk !== '') for (const spectator of group.spectators) spectator.send(chunk)
    if (!feed.isOver && !feed.isCut) return
    for (const spectator of group.spectators) spectator.end()
    close(group)
  }

  function close(group: Group): void {
    groups.delete(group)
    behind.delete(group)
    if (groups.size === 0) leaveFeed?.()
  }

  function enter(spectator: Spectator): Group {
    if (groups.size === 0) leaveFeed = feed.subscribe(tellAll)
    let group = [...groups].find(({ spectators }) => spectators.size < GROUP_SIZE)
    if (group) catchUp(group)
    else groups.add((group = { spectators: new Set(), sent: feed.lines().length }))
    group.spectators.add(spectator)
    return group
  }

  return {
    join(spectator, from) {
      let isHere = true
      let group: Group | undefined
      /** Sends the past piece by piece (back-pressure): a long match would fill the buffers of a slow connection. */
      function tell(next: number): number {
        if (!isHere) return 0
        const lines = feed.lines()
        const to = endOfPiece(lines, next)
        const piece = encode(lines, next, to)
        if (piece !== '') spectator.send(piece)
        if (to < lines.length) spectator.whenSent(() => turns.do(() => tell(to)))
        else if (!feed.isOver && !feed.isCut) group = enter(spectator)
        else {
          // If it is cut no end is sent: the spectator connects again and finds where the match goes on.
          if (feed.isOver) spectator.send(encoding.end)
          spectator.end()
        }
        return piece.length
      }
      const first = Math.min(from, feed.lines().length)
      turns.do(() => tell(first))
      return () => {
        isHere = false
        if (group?.spectators.delete(spectator) && group.spectators.size === 0) close(group)
      }
    },
  }
}

/** The lines from `next` to this one are sent together; at least one, if there is one. */
function endOfPiece(lines: readonly string[], next: number): number {
  let to = next
  for (let size = 0; to < lines.length && to < next + LINES_AT_ONCE && size < CHARACTERS_AT_ONCE; to++)
    size += lines[to]?.length ?? 0
  return to
}
