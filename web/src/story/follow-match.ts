import { API } from '../api/request.ts'
import { openEventStream, type StreamEvent, type StreamState } from '../api/event-stream.ts'
import { openLiveStream } from '../api/live-stream.ts'
import { beginStory, continueStory, type Story } from './story.ts'

/** What is known of a match that is followed; immutable, replaced at each change. */
export interface Following {
  readonly state: StreamState
  /** From the first line to the last that has come. There is none until all lines are here that the server had when the stream was opened. */
  readonly story?: Story
  /** Why the match cannot be followed any further. */
  readonly problem?: string
  /** The whole record, line by line, each with its line feed. */
  readonly lines: readonly string[]
  /** A match time and the local time of the same moment. Running clocks count from them. */
  readonly sync?: Sync
  /** How many lines the server had when the stream was opened. */
  readonly past?: number
}

interface Sync {
  readonly at: number
  readonly local: number
}

export interface FollowOptions {
  readonly match: number
  /** The whole record comes at once: an ordinary request is enough. */
  readonly isOver?: boolean
  readonly onChange: (following: Following) => void
  /** Goes on from what was known before. */
  readonly from?: Following
}

export const NOT_FOLLOWED: Following = { state: 'connecting', lines: [] }

/**
 * Follows a match from its first line to the line with the result, then closes the stream. After a lost connection the last line comes once
 * more: it has the hash of all lines before it. Where it is another one, a backup of the arena was restored, and the match begins anew here.
 */
export function followMatch(options: FollowOptions): () => void {
  const { match, isOver = false, onChange, from = NOT_FOLLOWED } = options
  let following: Following = { ...from, state: 'connecting' }

  const change = (news: Partial<Following>): void => {
    following = { ...following, ...news }
    onChange(following)
  }
  const open = isOver ? openEventStream : openLiveStream

  function connect(): () => void {
    const hangUp = open({
      url: `${API}/matches/${match}/events`,
      endType: 'end',
      ...(following.lines.length > 0 && { lastId: String(following.lines.length - 1) }),
      resumeAfter: (lastId) => (lastId === '0' ? undefined : String(Number(lastId) - 1)),
      onState: (state) => change({ state }),
      onEvents(events) {
        const news = takeIn(following, events, performance.now())
        if (news === 'another-record') {
          hangUp()
          following = NOT_FOLLOWED
          close = connect()
          return
        }
        change(news)
        if (news.problem !== undefined) hangUp()
        else if (news.story?.isComplete) {
          hangUp()
          change({ state: 'ended' })
        }
      },
    })
    return hangUp
  }

  let close = connect()
  return () => close()
}

/** The match time now, extrapolated from the last sync. */
export const matchTime = ({ sync, story }: Following, local: number): number =>
  sync === undefined ? (story?.at ?? 0) : sync.at + Math.max(0, local - sync.local)

/**
 * What changes when events arrive. Lines that are known already are compared and skipped. The network may cut the past of a match into pieces: the
 * story begins with the last piece, because a page that shows the others would show a finished match as a running one, and shift.
 */
export function takeIn(
  following: Following,
  events: readonly StreamEvent[],
  local: number,
): (Partial<Following> & { readonly lines: readonly string[] }) | 'another-record' {
  let { sync, past = 0 } = following
  const fresh: string[] = []
  let expected = following.lines.length
  for (const { type, data, id } of events) {
    if (type === 'now') {
      const { at, lines } = JSON.parse(data) as { readonly at: number; readonly lines?: number }
      if (lines !== undefined && lines < following.lines.length) return 'another-record'
      sync = { at, local }
      past = lines ?? 0
    }
    if (type !== 'message') continue
    const known = following.lines[Number(id)]
    if (known !== undefined && known !== `${data}\n`) return 'another-record'
    if (Number(id) < expected) continue
    if (Number(id) > expected) return { lines: following.lines, problem: 'Lines of the record are missing' }
    fresh.push(data)
    expected++
  }
  if (fresh.length === 0) return { lines: following.lines, past, ...(sync && { sync }) }
  const lines = [...following.lines, ...fresh.map((line) => `${line}\n`)]
  if (!following.story && lines.length < past) return { lines, past, ...(sync && { sync }) }
  const told = following.story ? continueStory(following.story, fresh) : tellLines(lines)
  if (!told.ok) return { lines, problem: told.problem.message }
  const story = told.value
  // A line is later than our estimate of the match time: the estimate is behind.
  if (sync === undefined || story.at > sync.at + (local - sync.local)) sync = { at: story.at, local }
  return { lines, past, story, sync }
}

function tellLines(lines: readonly string[]) {
  const begun = beginStory(lines[0] ?? '')
  return begun.ok ? continueStory(begun.value, lines.slice(1)) : begun
}
