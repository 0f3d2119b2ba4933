import { API } from '../api/request.ts'
import { openEventStream, type StreamEvent, type StreamState } from '../api/event-stream.ts'
import { beginStory, continueStory, type Story } from './story.ts'

/** What is known of a match that is followed; immutable, replaced at each change. */
export interface Following {
  readonly state: StreamState
  readonly story?: Story
  /** Why the match cannot be followed any further. */
  readonly problem?: string
  /** The whole record, line by line, each with its line feed. */
  readonly lines: readonly string[]
  /** A match time and the local time of the same moment. Running clocks count from them. */
  readonly sync?: Sync
}

interface Sync {
  readonly at: number
  readonly local: number
}

export interface FollowOptions {
  readonly match: number
  readonly onChange: (following: Following) => void
  /** Goes on from what was known before. */
  readonly from?: Following
  /** For tests: the server's origin, a clock, and the retry delays. */
  readonly origin?: string
  readonly now?: () => number
  readonly retryDelay?: (attempt: number) => number
}

export const NOT_FOLLOWED: Following = { state: 'connecting', lines: [] }

/** Follows a match from its first line to the line with the result, then closes the stream. */
export function followMatch(options: FollowOptions): () => void {
  const { match, onChange, from = NOT_FOLLOWED, origin = '', now = () => performance.now() } = options
  let following: Following = { ...from, state: 'connecting' }

  const change = (news: Partial<Following>): void => {
    following = { ...following, ...news }
    onChange(following)
  }
  const close = openEventStream({
    url: `${origin}${API}/matches/${match}/events`,
    endType: 'end',
    ...(following.lines.length > 0 && { lastId: String(following.lines.length - 1) }),
    ...(options.retryDelay && { retryDelay: options.retryDelay }),
    onState: (state) => change({ state }),
    onEvents(events) {
      const news = takeIn(following, events, now())
      change(news)
      if (news.problem !== undefined) close()
      else if (news.story?.isComplete) {
        close()
        change({ state: 'ended' })
      }
    },
  })
  return close
}

/** The match time now, extrapolated from the last sync. */
export const matchTime = ({ sync, story }: Following, local: number): number =>
  sync === undefined ? (story?.at ?? 0) : sync.at + Math.max(0, local - sync.local)

/** What changes when events arrive. Lines that are known already are skipped. */
export function takeIn(
  following: Following,
  events: readonly StreamEvent[],
  local: number,
): Partial<Following> & { readonly lines: readonly string[] } {
  let { sync } = following
  const fresh: string[] = []
  let expected = following.lines.length
  for (const { type, data, id } of events) {
    if (type === 'now') sync = readNow(data, local) ?? sync
    if (type !== 'message' || Number(id) < expected) continue
    if (Number(id) > expected) return { lines: following.lines, problem: 'Lines of the record are missing' }
    fresh.push(data)
    expected++
  }
  if (fresh.length === 0) return { lines: following.lines, ...(sync && { sync }) }
  const lines = [...following.lines, ...fresh.map((line) => `${line}\n`)]
  const told = tellLines(following.story, fresh)
  if (!told.ok) return { lines, problem: told.problem.message }
  const story = told.value
  // A line is later than our estimate of the match time: the estimate is behind.
  if (sync === undefined || story.at > sync.at + (local - sync.local)) sync = { at: story.at, local }
  return { lines, story, sync }
}

function tellLines(story: Story | undefined, lines: readonly string[]) {
  if (story !== undefined) return continueStory(story, lines)
  const begun = beginStory(lines[0] ?? '')
  return begun.ok ? continueStory(begun.value, lines.slice(1)) : begun
}

function readNow(data: string, local: number): Sync | undefined {
  const at: unknown = (JSON.parse(data) as { readonly at?: unknown }).at
  return typeof at === 'number' ? { at, local } : undefined
}
