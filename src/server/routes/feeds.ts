import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TextBody } from '../../api/schema.ts'
import { TournamentParams } from '../../api/tournaments.ts'
import { findChallenge } from '../../challenges/index.ts'
import type { ContestResultRow, TournamentRow } from '../../store/store.ts'
import { atomId, atomText, type AtomEntry, type AtomFeed } from '../atom-feed.ts'
import type { App, ServerContext } from '../context.ts'
import { originOf } from '../origin-of.ts'
import { findTournament } from './tournaments.ts'

const ENTRIES = 50

const tags = ['tournaments']
const response = {
  200: TextBody('application/atom+xml', 'Atom 1.0'),
  304: { description: 'It has not changed', type: 'null' as const },
}

/** Results as Atom feeds: of all contests, and match by match of one. */
export function feedRoutes(app: App, { store, tournaments }: ServerContext): void {
  const updatedOf = (row: TournamentRow, newest: ContestResultRow | undefined): number =>
    Math.max(row.published ?? 0, store.annulled(row.id).at(-1)?.time ?? 0, newest?.ended ?? row.created)

  /** How a contest stands, in one entry. */
  async function contestEntry(row: TournamentRow, origin: string, updated: number): Promise<AtomEntry> {
    const { since } = await tournaments.prepare(row, 'summary')
    const { leader, played, entrants } = tournaments.summary(row, since)
    const first = leader === undefined ? '' : row.status === 'over' ? `, ${leader} won` : `, ${leader} leads`
    return {
      id: atomId('contest', row.id, row.created),
      title: `${row.name}: ${row.status}${first}`,
      updated,
      page: `${origin}/contests/${row.id}`,
      text: `${findChallenge(row.challenge)?.title ?? row.challenge}, ${entrants} entrants, ${played} matches played`,
    }
  }

  /** An annulled match keeps its entry, which says so: readers would go on showing an entry that is gone. */
  function matchEntries(
    row: TournamentRow,
    origin: string,
    results: readonly ContestResultRow[],
  ): readonly AtomEntry[] {
    const called = store.tournamentMatches(row.id)
    const annulled = new Map(store.annulled(row.id).map((one) => [one.match, one]))
    const entries = results.flatMap(({ match, ended }) => {
      const found = store.match(match)
      if (!found) return []
      const [first, second] = found.players.map((player) => player?.name ?? '')
      const result = `${first} ${found.score[0]}–${found.score[1]} ${second}`
      const gone = annulled.get(match)
      const after = gone && called.find((one) => one.key === gone.key && one.match > match)
      const instead = after ? `: played again as match ${after.match}` : ''
      return [
        {
          id: atomId('match', match, found.created),
          title: gone ? `Annulled: ${result}` : result,
          updated: gone?.time ?? ended,
          page: `${origin}/matches/${match}`,
          text: gone ? `Does not count${instead}. Reason: ${gone.reason}` : (found.end ?? ''),
        },
      ]
    })
    return entries.toSorted((a, b) => b.updated - a.updated)
  }

  app.get(
    '/feeds/contests.atom',
    {
      schema: {
        summary: 'The contests as an Atom feed, newest first',
        operation: 'getContestsFeed',
        tags,
        access: 'public',
        response,
      },
    },
    async (request, reply) => {
      const origin = originOf(request)
      const rows = tournaments.list({ limit: ENTRIES })
      const entries = await Promise.all(
        rows.map((row) => contestEntry(row, origin, updatedOf(row, store.contestResults(row.id, 1)[0]))),
      )
      const oldest = store.tournament(1)?.created ?? 0
      return send(request, reply, {
        id: atomId('contests', oldest),
        title: 'Contests',
        updated: Math.max(oldest, ...entries.map(({ updated }) => updated)),
        self: `${origin}/feeds/contests.atom`,
        page: `${origin}/contests`,
        entries,
      })
    },
  )

  app.get(
    '/contests/:tournament/feed.atom',
    {
      schema: {
        summary: 'The results of a contest as an Atom feed: its standings and matches, newest first',
        operation: 'getContestFeed',
        tags,
        access: 'public',
        params: TournamentParams,
        response,
        refuses: [404],
      },
    },
    async (request, reply) => {
      const row = findTournament(store, request.params.tournament)
      const origin = originOf(request)
      const results = store.contestResults(row.id, ENTRIES)
      const updated = updatedOf(row, results[0])
      return send(request, reply, {
        id: atomId('results', row.id, row.created),
        title: `${row.name}: results`,
        updated,
        self: `${origin}/contests/${row.id}/feed.atom`,
        page: `${origin}/contests/${row.id}`,
        entries: [await contestEntry(row, origin, updated), ...matchEntries(row, origin, results)],
      })
    },
  )
}

/** Readers poll: an unchanged feed costs them no body. */
function send(request: FastifyRequest, reply: FastifyReply, feed: AtomFeed): FastifyReply {
  const text = atomText(feed)
  const tag = `"${hash('sha256', text).slice(0, 32)}"`
  void reply.header('etag', tag).header('cache-control', 'no-cache')
  // No Last-Modified: a start or a ruling changes a feed, and is no entry with a time.
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  return reply.type('application/atom+xml; charset=utf-8').send(text)
}
