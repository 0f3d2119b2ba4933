import type { WebhookEvent } from '../api/webhooks.ts'
import type { NewsRow, Store, TournamentRow } from '../store/store.ts'
import { parseLedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { standingsNow } from './tournament-views.ts'

/** The event that an entry of the log is to a webhook. */
export function eventOf({ kind, body }: NewsRow): WebhookEvent {
  switch (kind) {
    case 'tournament-result':
      return 'match.over'
    case 'round-reached':
      return 'tournament.round'
    case 'marks-published':
      return 'tournament.published'
    case 'tournament-moved':
      return MOVES[String(body['status'])] ?? 'tournament.over'
  }
}

const MOVES: Readonly<Record<string, WebhookEvent>> = {
  running: 'tournament.running',
  paused: 'tournament.paused',
}

/** What is posted of an entry of the log. */
export function tellNews(store: Store, news: NewsRow): Readonly<Record<string, unknown>> {
  const row = store.tournament(Number(news.body['tournament']))
  if (!row) throw new Error(`entry ${news.seq} is about no tournament`)
  const { id, name, challenge } = row
  return {
    type: eventOf(news),
    timestamp: new Date(news.time).toISOString(),
    data: { tournament: { id, name, challenge, path: `/contests/${id}` }, ...detailsOf(store, row, news) },
  }
}

function detailsOf(store: Store, row: TournamentRow, { kind, body }: NewsRow): object {
  if (kind === 'tournament-result') return matchResult(store, row.id, String(body['entry']))
  // Before the first round there are no standings.
  if (kind === 'round-reached')
    return { round: body['round'], standings: body['round'] === 1 ? [] : firstPlaces(store, row) }
  const isEnd = kind === 'marks-published' || body['status'] === 'over'
  return isEnd ? { standings: firstPlaces(store, row) } : {}
}

function matchResult(store: Store, tournament: number, line: string): object {
  const entry = parseLedgerEntry(line)
  if (!entry) throw new Error(`tournament ${tournament} has a result that cannot be read`)
  const { key, players, winner, score, ruled, rounds } = entry
  const called = store.matchOfKey(tournament, key)
  const isPlayed =
    called !== undefined && !ruled && !store.annulled(tournament).some(({ match }) => match === called)
  const match = isPlayed ? store.match(called) : undefined
  return {
    key,
    players,
    winner: winner === undefined ? null : players[winner],
    score,
    void: entry.void === true,
    end: match?.end ?? ruled?.reason ?? rounds.at(-1)?.reason ?? '',
    match: match ? { id: match.id, path: `/matches/${match.id}` } : null,
  }
}

/** Nearly always three entrants; more where several share a place. */
const PLACES = 3
const MOST_FIRST = 10

const firstPlaces = (store: Store, row: TournamentRow): readonly object[] =>
  standingsNow(store, row)
    .filter(({ place }) => place <= PLACES)
    .slice(0, MOST_FIRST)
    .map(({ place, total, standing }) => ({ place, name: standing.entrant.name, points: total }))
