import { API, fetchMatches, type MatchInfo } from './api.ts'
import { openEventStream, type StreamState } from './event-stream.ts'

/** What the lobby knows. A new value whenever that changes. */
export interface Lobby {
  readonly state: StreamState
  /** Whether the lists have been read once. */
  readonly isLoaded: boolean
  /** Newest first. */
  readonly playing: readonly MatchInfo[]
  readonly waiting: readonly MatchInfo[]
  readonly over: readonly MatchInfo[]
  /** Where older finished matches go on; null when there are none. */
  readonly next: number | null
}

export interface LobbyFollower {
  /** Reads one more page of finished matches. */
  readonly more: () => Promise<void>
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
const RETRY_MS = 3_000

/** Reads the lists whenever the stream of changes (re)opens, and keeps them up to date by it. */
export function followLobby(onChange: (lobby: Lobby) => void, from: Lobby = EMPTY_LOBBY): LobbyFollower {
  const closed = new AbortController()
  let lobby: Lobby = { ...from, state: 'connecting' }
  let retry: ReturnType<typeof setTimeout> | undefined

  const change = (news: Partial<Lobby>): void => {
    if (closed.signal.aborted) return
    lobby = { ...lobby, ...news }
    onChange(lobby)
  }

  async function load(): Promise<void> {
    const query = (status: MatchInfo['status'], limit: number) =>
      fetchMatches({ status, limit }, closed.signal)
    const [playing, open, waiting, over] = await Promise.all([
      query('playing', 100),
      query('open', PAGE),
      query('waiting', PAGE),
      query('over', PAGE),
    ])
    // What is running but no longer listed has ended while nobody was listening.
    const listed = new Set(playing.matches.map(({ id }) => id))
    const kept = { ...lobby, playing: lobby.playing.filter(({ id }) => listed.has(id)), waiting: [] }
    const found = [...over.matches, ...waiting.matches, ...open.matches, ...playing.matches]
    change({
      ...withMatches(kept, found),
      isLoaded: true,
      ...(lobby.isLoaded ? {} : { next: over.next }),
    })
  }

  async function loadUntilRead(): Promise<void> {
    clearTimeout(retry)
    try {
      await load()
    } catch {
      retry = setTimeout(() => void loadUntilRead(), RETRY_MS)
    }
  }

  const closeStream = openEventStream({
    url: `${API}/live`,
    onState(state) {
      change({ state })
      if (state === 'open') void loadUntilRead()
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
      if (lobby.next === null) return
      const page = await fetchMatches({ status: 'over', limit: PAGE, before: lobby.next }, closed.signal)
      change({ ...withMatches(lobby, page.matches), next: page.next })
    },
    close() {
      closed.abort()
      clearTimeout(retry)
      closeStream()
    },
  }
}

const readInfo = (data: string): MatchInfo => JSON.parse(data) as MatchInfo

/** The lobby with these matches as they are now; of two reports of one match the further one is kept. */
export function withMatches(lobby: Lobby, news: readonly MatchInfo[]): Lobby {
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

const STEPS: readonly MatchInfo['status'][] = ['open', 'waiting', 'playing', 'over']

const progressOf = ({ status, score }: MatchInfo): number =>
  STEPS.indexOf(status) * 1000 + score[0] + score[1]
