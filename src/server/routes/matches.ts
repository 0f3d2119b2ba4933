import { recentlyUsed } from '../../base/recently-used.ts'
import { identityOf } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { nextAfter, pageOf } from '../page.ts'
import { presentMatch } from '../present.ts'
import { found, granted } from '../../protocols/request-error.ts'
import { readNewPlayer, readTrialPlayers } from '../../arena/read-player.ts'
import { MatchBody, MatchList, MatchParams, MatchQuery, NewMatchBody } from '../../api/matches.ts'

/** How long the text of a list is cached unless a match changes. It is short because scores change without an event. */
const LIST_MS = 1000

interface SentList {
  readonly text: string
  readonly version: number
  readonly at: number
}

/** Matches, running and finished. */
export function matchRoutes(app: App, { arena, store, models }: ServerContext): void {
  const tags = ['matches']

  /** Cached lists: many clients ask for the same ones. */
  const lists = recentlyUsed<string, SentList>(50)
  let version = 0
  arena.onMatch(() => void version++)

  app.get(
    '/api/v1/matches',
    {
      schema: {
        summary: 'Matches, newest first',
        operation: 'listMatches',
        tags,
        access: 'public',
        querystring: MatchQuery,
        response: { 200: MatchList },
      },
    },
    (request, reply) => {
      const { challenge, player, invited, before, limit } = request.query
      const status = request.query.status ?? (invited === undefined ? undefined : 'open')
      void reply.type('application/json; charset=utf-8')
      const key = JSON.stringify([status, challenge, player, invited, before, limit])
      const known = lists.get(key)
      if (known && known.version === version && performance.now() - known.at < LIST_MS)
        return known.text as never
      const filter = {
        ...(status && { status }),
        ...(challenge !== undefined && { challenge }),
        ...(player !== undefined && { person: player }),
        ...(invited !== undefined && { invited }),
      }
      const page = pageOf(limit, before)
      const rows = store.matches(filter, page)
      const list: MatchList = {
        matches: rows.map((row) => presentMatch(row, store)),
        next: nextAfter(rows, page),
      }
      const text = JSON.stringify(list)
      lists.set(key, { text, version, at: performance.now() })
      // The framework sends a text as it is.
      return text as never
    },
  )

  app.post(
    '/api/v1/matches',
    {
      schema: {
        summary: 'Start a match: a team with a bot of its own, the organiser with any two players',
        operation: 'startMatch',
        tags,
        access: 'team',
        body: NewMatchBody,
        response: { 201: MatchBody },
        refuses: [409],
      },
    },
    (request, reply) => {
      const { challenge, players, settings, seed } = request.body
      const { id: team, role } = identityOf(request).person
      const read = (player: string) => granted(readNewPlayer(player, challenge, store, models))
      const called =
        role === 'organiser'
          ? ({ players: [read(players[0]), read(players[1])], origin: 'organiser' } as const)
          : ({
              players: granted(readTrialPlayers(players, challenge, team, store)),
              origin: 'trial',
              starter: team,
            } as const)
      const row = granted(
        arena.create({
          challenge,
          ...called,
          ...(settings && { settings }),
          ...(seed !== undefined && { seed }),
        }),
      )
      void reply.code(201)
      return presentMatch(row, store)
    },
  )

  app.get(
    '/api/v1/matches/:id',
    {
      schema: {
        summary: 'One match',
        operation: 'getMatch',
        tags,
        access: 'public',
        params: MatchParams,
        response: { 200: MatchBody },
        refuses: [404],
      },
    },
    (request) => {
      const row = found(store.match(request.params.id), `match ${request.params.id}`)
      const mayBePart = row.origin === 'tournament' || row.origin === 'demo'
      const tournament = mayBePart ? store.tournamentOf(row.id) : undefined
      return { ...presentMatch(row, store), ...(tournament !== undefined && { tournament }) }
    },
  )
}
