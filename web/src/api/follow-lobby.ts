import type { MatchBody, MatchList } from '../../../src/api/matches.ts'
import { fetchMatches } from './matches.ts'
import { API } from './request.ts'
import { ok, type Result } from '../../../src/base/result.ts'
import type { StreamState } from './event-stream.ts'
import { openLiveStream } from './live-stream.ts'
import { openPoll } from './poll.ts'

/** What is known of the lobby; immutable, replaced at each change. */
export interface Lobby {
  readonly state: StreamState
  /** Whether the lists have been read once. */
  readonly isLoaded: boolean
  /** Newest first. */
  readonly playing: readonly MatchBody[]
  readonly waiting: readonly MatchBody[]
  readonly over: readonly MatchBody[]
  /** The cursor of the next page of finished matches; null if there is none. */
  readonly next: number | null
}

export interface LobbyFollower {
  /** Reads one more page of finished matches. */
  readonly more: () => Promise<Result<unknown>>
  readonly close: () => void
}

export const EMPTY_LOBBY: Lobby = {
  state: 'connecting',
  isLoaded: false,
  playing: [],
  waiting: [],
  over: [],
  next: null,
}

const PAGE = 20

/** Finished matches that are kept, and those of each page of older ones that was asked for: a lobby may stay open for days. */
const MOST_OVER = 100

/** Loads the lists each time the stream of changes opens, and applies the changes to them. */
export function followLobby(onChange: (lobby: Lobby) => void, from: Lobby = EMPTY_LOBBY): LobbyFollower {
  const closed = new AbortController()
  let lobby: Lobby = { ...from, state: 'connecting' }
  /** The finished matches that were known when the stream opened. */
  let known = lobby.over
  let mostOver = Math.max(MOST_OVER, lobby.over.length)

  const change = (news: Partial<Lobby>): void => {
    if (closed.signal.aborted) return
    lobby = atMost(mostOver, { ...lobby, ...news })
    onChange(lobby)
  }

  const lists = openPoll({
    read: fetchLists,
    onAnswer: (found) => found.ok && change(withLists(lobby, found.value, known)),
  })

  const closeStream = openLiveStream({
    url: `${API}/live`,
    onState(state) {
      change({ state })
      if (state !== 'open') return
      known = lobby.over
      void lists.reload()
    },
    onEvents: (events) =>
      change(
        withMatches(
          lobby,
          events.flatMap(({ type, data }) => (type === 'message' ? [readInfo(data)] : [])),
        ),
      ),
  })

  return {
    async more() {
      if (lobby.next === null) return ok(undefined)
      const page = await fetchMatches({ status: 'over', limit: PAGE, before: lobby.next }, closed.signal)
      if (page.ok) {
        mostOver = Math.max(mostOver, lobby.over.length + page.value.matches.length)
        change({ ...withMatches(lobby, page.value.matches), next: page.value.next })
      }
      return page
    },
    close() {
      closed.abort()
      lists.close()
      closeStream()
    },
  }
}

async function fetchLists(signal: AbortSignal): Promise<Result<readonly MatchList[]>> {
  const pages = await Promise.all(
    (['playing', 'open', 'waiting', 'over'] as const).map((status) =>
      fetchMatches({ status, limit: status === 'playing' ? 100 : PAGE }, signal),
    ),
  )
  return pages.find((page) => !page.ok) ?? ok(pages.flatMap((page) => (page.ok ? [page.value] : [])))
}

/** The lobby with lists that were read anew: of running, open, waiting and finished matches. `known`: the finished ones of before. */
export function withLists(
  lobby: Lobby,
  [playing, open, waiting, over]: readonly MatchList[],
  known: readonly MatchBody[] = lobby.over,
): Lobby {
  // A match that was running and is not listed as running any more has ended while the stream was closed.
  const listed = new Set(playing?.matches.map(({ id }) => id))
  const ids = new Set(known.map(({ id }) => id))
  // More matches have ended meanwhile than a page has: what lies between is read as older matches.
  const isGap = (over?.next ?? null) !== null && !over?.matches.some(({ id }) => ids.has(id))
  const kept = {
    ...lobby,
    playing: lobby.playing.filter(({ id }) => listed.has(id)),
    waiting: [],
    ...(isGap && { over: [], next: over?.next ?? null }),
  }
  const found = [over, waiting, open, playing].flatMap((page) => page?.matches ?? [])
  return { ...withMatches(kept, found), isLoaded: true }
}

/** The lobby without the oldest finished matches, which can be read again. */
export function atMost(most: number, lobby: Lobby): Lobby {
  const over = lobby.over.slice(0, most)
  return over.length < lobby.over.length ? { ...lobby, over, next: over.at(-1)?.id ?? null } : lobby
}

const readInfo = (data: string): MatchBody => JSON.parse(data) as MatchBody

/** The lobby with news of some matches. Of two versions of one match the later one wins. */
export function withMatches(lobby: Lobby, news: readonly MatchBody[]): Lobby {
  const all = new Map([...lobby.over, ...lobby.waiting, ...lobby.playing].map((match) => [match.id, match]))
  for (const match of news) {
    const known = all.get(match.id)
    if (known === undefined || progressOf(match) >= progressOf(known)) all.set(match.id, match)
  }
  const matches = [...all.values()].sort((a, b) => b.id - a.id)
  return {
    ...lobby,
    playing: matches.filter(({ status }) => status === 'playing'),
    waiting: matches.filter(({ status }) => status === 'open' || status === 'waiting'),
    over: matches.filter(({ status }) => status === 'over'),
  }
}

const STEPS: readonly MatchBody['status'][] = ['open', 'waiting', 'playing', 'over']

const progressOf = ({ status, score }: MatchBody): number =>
  STEPS.indexOf(status) * 1000 + score[0] + score[1]
