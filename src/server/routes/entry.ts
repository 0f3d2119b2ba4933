import { Type } from 'typebox'
import {
  ChoiceBody,
  DecisionBody,
  EntryTeamParams,
  EntryTermsBody,
  JoinBody,
  JoinedBody,
  JoiningBody,
  JoinParams,
  ReadinessBody,
} from '../../api/entry.ts'
import { TournamentBody, TournamentParams } from '../../api/tournaments.ts'
import { readEntryTerms } from '../../arena/entry-terms.ts'
import { issueKey } from '../../arena/people.ts'
import { networkOf } from '../../base/network-of.ts'
import { granted, RequestError, tooFast } from '../../protocols/request-error.ts'
import { openTokenBuckets } from '../../protocols/token-buckets.ts'
import type { TournamentRow } from '../../store/store.ts'
import { identityOf } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { signIn } from '../identity.ts'
import { presentReadiness } from '../present-readiness.ts'
import { presentPerson } from '../present.ts'
import { ownTeam } from './keys.ts'
import { findTournament, present } from './tournaments.ts'

const tags = ['tournaments']

/** Wrong codes from one network: so many at once, then one in two seconds. A class shares a network, and people mistype. */
const WRONG_CODES = 60

/** How teams enter a contest: the organiser sets the terms, a team joins by the link, and everybody sees who is ready. */
export function entryRoutes(app: App, context: ServerContext): void {
  const { store, tournaments } = context
  const { entry } = tournaments

  app.put(
    '/api/v1/tournaments/:tournament/entry',
    {
      schema: {
        summary:
          'Open or close the entry of a contest that has not started, with or without an end; for the organiser',
        operation: 'setEntry',
        tags,
        access: 'organiser',
        params: TournamentParams,
        body: EntryTermsBody,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const row = findTournament(store, request.params.tournament)
      granted(entry.set(row, granted(readEntryTerms(request.body))))
      return present(tournaments, row)
    },
  )

  joinRoutes(app, context)

  app.put(
    '/api/v1/tournaments/:tournament/teams/:player',
    {
      schema: {
        summary: 'Approve or refuse a team, or enter one that did not ask; for the organiser',
        operation: 'decideTeam',
        tags,
        access: 'organiser',
        params: EntryTeamParams,
        body: DecisionBody,
        response: { 200: TournamentBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { tournament, player } = request.params
      const row = findTournament(store, tournament)
      granted(entry.decide(row, player, request.body.state))
      return present(tournaments, row)
    },
  )

  app.delete(
    '/api/v1/tournaments/:tournament/teams/:player',
    {
      schema: {
        summary: 'Leave a contest while its entry is open; the organiser may take a team out until the start',
        operation: 'leaveTournament',
        tags,
        access: ownTeam,
        params: EntryTeamParams,
        response: { 204: Type.Null() },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { tournament, player } = request.params
      const by = identityOf(request).person.role === 'organiser' ? 'organiser' : 'team'
      granted(entry.leave(findTournament(store, tournament), player, Date.now(), by))
      void reply.code(204)
      return null
    },
  )

  app.put(
    '/api/v1/tournaments/:tournament/teams/:player/plays',
    {
      schema: {
        summary: 'Choose the bot or wire of your team, until the contest starts',
        operation: 'chooseEntrant',
        tags,
        access: ownTeam,
        params: EntryTeamParams,
        body: ChoiceBody,
        response: { 200: ChoiceBody },
        refuses: [404, 409],
      },
    },
    (request): ChoiceBody => {
      const { tournament, player } = request.params
      const { plays } = request.body
      granted(entry.choose(findTournament(store, tournament), player, plays ?? undefined))
      return { plays }
    },
  )

  app.get(
    '/api/v1/tournaments/:tournament/readiness',
    {
      schema: {
        summary: 'The teams that have joined, their builds and their connections',
        operation: 'getReadiness',
        tags,
        access: 'anybody',
        params: TournamentParams,
        response: { 200: ReadinessBody },
        refuses: [404],
      },
    },
    async (request): Promise<ReadinessBody> => {
      const row = findTournament(store, request.params.tournament)
      return {
        tournament: await present(tournaments, row),
        teams: presentReadiness(entry.readiness(row, Date.now()), request.identity?.person),
      }
    },
  )
}

/** What a join link shows, and how a team joins by it. */
function joinRoutes(app: App, { store, tournaments, settings }: ServerContext): void {
  const { entry } = tournaments
  const { registrations: limit } = settings.limits
  const wrongCodes = openTokenBuckets(WRONG_CODES, 0.5)
  const registrations = openTokenBuckets(limit, limit / 3600)

  /** The contest of a code. Wrong codes are counted: otherwise a program could try them all. */
  function contestWith(code: string, ip: string): TournamentRow {
    const network = networkOf(ip)
    const seconds = wrongCodes.wait(network, 1, performance.now())
    if (seconds !== undefined) throw tooFast(seconds)
    const row = entry.withCode(code)
    if (!row.ok) wrongCodes.charge(network, 1, performance.now())
    return granted(row)
  }

  app.get(
    '/api/v1/join/:code',
    {
      schema: {
        summary: 'The contest of a join link, and the state of your team in it',
        operation: 'getJoinLink',
        tags,
        access: 'anybody',
        params: JoinParams,
        response: { 200: JoinBody },
        refuses: [404],
      },
    },
    async (request): Promise<JoinBody> => {
      const row = contestWith(request.params.code, request.ip)
      const person = request.identity?.person
      return {
        tournament: await present(tournaments, row),
        joined: store.entryTeams(row.id).filter(({ state }) => state === 'in').length,
        you:
          person === undefined
            ? null
            : { player: presentPerson(person), state: entry.standing(row, person.id) ?? null },
      }
    },
  )

  app.post(
    '/api/v1/join/:code',
    {
      schema: {
        summary:
          'Join a contest; the server registers a new team, and the answer sets a cookie that signs it in',
        operation: 'joinTournament',
        tags,
        access: 'anybody',
        params: JoinParams,
        body: JoiningBody,
        response: { 201: JoinedBody },
        refuses: [404, 409],
      },
    },
    (request, reply): JoinedBody => {
      const row = contestWith(request.params.code, request.ip)
      const now = Date.now()
      const { name, members } = request.body
      const team = request.identity?.person
      const network = networkOf(request.ip)
      if (team === undefined) {
        if (name === undefined)
          throw new RequestError('bad-name', 'Cannot join without a name: give your team one', { at: 'name' })
        const seconds = registrations.wait(network, 1, performance.now())
        if (seconds !== undefined) throw tooFast(seconds)
      }
      const joined = granted(entry.join(row, team ? { team, members } : { name: name ?? '', members }, now))
      if (joined.isNew) {
        // A refused name is not charged: a class behind one address tries many names.
        registrations.charge(network, 1, performance.now())
        void signIn(request, reply, granted(issueKey(store, joined.person.id, 'session', now)))
      }
      void reply.code(201).header('cache-control', 'no-store')
      return { player: presentPerson(joined.person), tournament: row.id, state: joined.state }
    },
  )
}
