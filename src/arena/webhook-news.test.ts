import { expect, test } from 'vitest'
import { created, house, newStores, over, person, tell } from '../store/new-store.fixture.ts'
import type { LogEntry, NewsRow, Store } from '../store/store.ts'
import type { LedgerEntry } from '../tournament-runner/ledger-entry.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { logContest, type LoggedContest } from './logged-contest.fixture.ts'
import { eventOf, tellNews } from './webhook-news.ts'

const newStore = newStores()

/** The news of the entry that is logged now. */
function newsOf(store: Store, entry: LogEntry): NewsRow {
  const seq = store.append(entry)
  const news = store.contestNews({ after: seq - 1, limit: 1 })[0]
  if (!news) throw new Error('no news')
  return news
}

const CUP = { id: 1, name: 'Cup', challenge: 'tic-tac-toe', path: '/contests/1' }
const moved = (status: 'running' | 'paused' | 'over'): LogEntry => ({
  kind: 'tournament-moved',
  tournament: 1,
  status,
})

test('a start, a pause and an end are told, the end with the first places', () => {
  using store = newStore()
  const contest = logContest(store)
  const told = (entry: LogEntry) => {
    const news = newsOf(store, entry)
    return [eventOf(news), tellNews(store, news)]
  }
  const { last } = store
  expect(told(moved('running'))).toEqual([
    'tournament.running',
    {
      type: 'tournament.running',
      timestamp: new Date(last + 1).toISOString(),
      data: { tournament: CUP },
    },
  ])
  expect(told(moved('paused'))).toMatchObject(['tournament.paused', { data: { tournament: CUP } }])
  contest.addAll()
  const places = [
    { place: 1, name: expect.any(String), points: expect.any(Number) },
    { place: expect.any(Number), name: expect.any(String), points: expect.any(Number) },
    { place: expect.any(Number), name: expect.any(String), points: expect.any(Number) },
  ]
  expect(told(moved('over'))).toEqual([
    'tournament.over',
    {
      type: 'tournament.over',
      timestamp: expect.any(String),
      data: { tournament: CUP, standings: places },
    },
  ])
  expect(told({ kind: 'marks-published', tournament: 1 })).toMatchObject([
    'tournament.published',
    { data: { standings: places } },
  ])
})

test('a round is told with the standings, but not the first, which has none', () => {
  using store = newStore()
  logContest(store)
  const reached = (round: number) => newsOf(store, { kind: 'round-reached', tournament: 1, round })
  expect(eventOf(reached(1))).toBe('tournament.round')
  expect(tellNews(store, reached(1))).toMatchObject({ data: { round: 1, standings: [] } })
  expect(tellNews(store, reached(2))).toMatchObject({ data: { round: 2, standings: [{}, {}, {}] } })
})

test('of many entrants the first three places are told, and at most ten that share them', () => {
  using store = newStore()
  const entrants = Array.from({ length: 12 }, (_, at) => `player:${at + 1}`)
  tell(store, ...entrants.map((_, at) => person(at + 1)))
  const contest = logContest(store, { entrants })
  const places = (): readonly number[] => {
    const news = newsOf(store, { kind: 'round-reached', tournament: 1, round: 2 })
    const { data } = tellNews(store, news) as { data: { standings: { place: number }[] } }
    return data.standings.map(({ place }) => place)
  }
  expect(places()).toEqual(Array(10).fill(1))
  // The earlier entrant wins each match, so all have places of their own.
  for (let next = contest.open(); next.length > 0; next = contest.open())
    for (const one of next) {
      const [first, second] = one.players.map((name) => Number(name.replace('person ', '')))
      const winner = Number(first) < Number(second) ? 0 : 1
      contest.add(one, { winner, score: winner === 0 ? [1, 0] : [0, 1] })
    }
  expect(places()).toEqual([1, 2, 3])
})

/** The first match of the contest was played as match 5. */
function playFirst(store: Store, contest: LoggedContest) {
  const [pairing] = contest.open()
  if (!pairing) throw new Error('no match')
  tell(
    store,
    created(5, [house, house], 'tic-tac-toe', { origin: 'tournament' }),
    { kind: 'tournament-match', tournament: 1, key: pairing.key, match: 5 },
    over(5, 0),
  )
  return pairing
}

/** What is told of a result. */
function resultOf(store: Store, contest: LoggedContest, pairing: Pairing, more: Partial<LedgerEntry> = {}) {
  const { last } = store
  contest.add(pairing, more)
  const news = store.contestNews({ after: last, limit: 1 })[0]
  if (!news) throw new Error('no news')
  expect(eventOf(news)).toBe('match.over')
  return tellNews(store, news)
}

test('a match is told with its players, its score, and the board where it can be seen', () => {
  using store = newStore()
  const contest = logContest(store)
  const pairing = playFirst(store, contest)
  const { key, players } = pairing
  expect(resultOf(store, contest, pairing)).toMatchObject({
    type: 'match.over',
    data: {
      tournament: CUP,
      key,
      players,
      winner: players[0],
      score: [1, 0],
      void: false,
      end: 'won by a crash',
      match: { id: 5, path: '/matches/5' },
    },
  })
})

test('a match that the organiser ruled, that was annulled or was not played has no board', () => {
  using store = newStore()
  const contest = logContest(store)
  const first = playFirst(store, contest)
  const [, second, third] = contest.open()
  if (!second || !third) throw new Error('no matches')
  const ruled = { by: 'Eve', reason: 'the other left' }
  expect(resultOf(store, contest, first, { winner: undefined, score: [0, 0], ruled })).toMatchObject({
    data: { winner: null, end: 'the other left', match: null },
  })
  const round = { seats: [0, 1], winner: 1, turns: 0, faults: [undefined, undefined] } as const
  const rounds = [
    { ...round, reason: 'first' },
    { ...round, reason: 'second' },
    { ...round, reason: 'did not show up' },
  ]
  expect(resultOf(store, contest, second, { winner: 1, score: [0, 1], void: true, rounds })).toMatchObject({
    data: { void: true, winner: second.players[1], end: 'did not show up', match: null },
  })
  expect(resultOf(store, contest, third)).toMatchObject({ data: { end: '', match: null } })
  tell(store, { kind: 'result-annulled', tournament: 1, key: first.key, reason: 'cable', by: 'Eve' })
  expect(resultOf(store, contest, first)).toMatchObject({ data: { end: '', match: null } })
  // The board of another match stays.
  using other = newStore()
  const cup = logContest(other)
  const [, annulled] = cup.open()
  if (!annulled) throw new Error('no match')
  cup.add(annulled)
  tell(other, { kind: 'result-annulled', tournament: 1, key: annulled.key, reason: 'cable', by: 'Eve' })
  expect(resultOf(other, cup, playFirst(other, cup))).toMatchObject({ data: { match: { id: 5 } } })
})

test('news of no tournament, and a result that cannot be read, are bugs', () => {
  using store = newStore()
  logContest(store)
  const news = newsOf(store, moved('running'))
  expect(() => tellNews(store, { ...news, body: { tournament: 9 } })).toThrow(
    `entry ${news.seq} is about no tournament`,
  )
  expect(() =>
    tellNews(store, { ...news, kind: 'tournament-result', body: { tournament: 1, entry: 'x' } }),
  ).toThrow('tournament 1 has a result that cannot be read')
})
