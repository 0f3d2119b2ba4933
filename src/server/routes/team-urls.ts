import { NewTeamUrlBody, TeamUrlsBody } from '../../api/evaluations.ts'
import { PersonParams } from '../../api/people.ts'
import { show } from '../../base/fields.ts'
import { CHALLENGES } from '../../challenges/index.ts'
import type { PersonRow, Store } from '../../store/store.ts'
import { identityOf } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { readOutgoingUrl } from '../../protocols/outgoing-url.ts'
import { found, granted, RequestError } from '../../protocols/request-error.ts'
import { findWire } from '../../wires/index.ts'
import { ownTeam } from './keys.ts'

const tags = ['evaluations']

/** The addresses at which teams wait to be called to their battles. */
export function teamUrlRoutes(app: App, { store }: ServerContext): void {
  const urlsOf = (person: number): TeamUrlsBody => ({ urls: store.teamUrls(person) })

  function setUrl(person: number, { challenge, url }: NewTeamUrlBody): TeamUrlsBody {
    requireCalledTeams(challenge)
    if (url !== null) {
      granted(readOutgoingUrl(url))
      store.append({ kind: 'team-url-set', person, challenge, url })
    } else if (store.teamUrl(person, challenge) !== undefined)
      store.append({ kind: 'team-url-set', person, challenge })
    return urlsOf(person)
  }

  app.get(
    '/api/v1/me/team-urls',
    {
      schema: {
        summary: 'The addresses of your team for its battles',
        operation: 'getMyTeamUrls',
        tags,
        access: 'team',
        response: { 200: TeamUrlsBody },
      },
    },
    (request) => urlsOf(identityOf(request).person.id),
  )

  app.put(
    '/api/v1/me/team-urls',
    {
      schema: {
        summary: 'Set the address of your team: the arena posts to URL/tic-tac-toe or URL/quoridor',
        operation: 'setMyTeamUrls',
        tags,
        access: 'team',
        body: NewTeamUrlBody,
        response: { 200: TeamUrlsBody },
      },
    },
    (request) => setUrl(identityOf(request).person.id, request.body),
  )

  app.get(
    '/api/v1/players/:player/team-urls',
    {
      schema: {
        summary: 'The addresses of a team for its battles; for the team itself and the organiser',
        operation: 'getTeamUrls',
        tags,
        access: ownTeam,
        params: PersonParams,
        response: { 200: TeamUrlsBody },
        refuses: [404],
      },
    },
    ({ params: { player } }) => urlsOf(found(store.person(player), `player ${player}`).id),
  )

  app.put(
    '/api/v1/players/:player/team-urls',
    {
      schema: {
        summary: 'Set the address of a team; for the team itself and the organiser',
        operation: 'setTeamUrls',
        tags,
        access: ownTeam,
        params: PersonParams,
        body: NewTeamUrlBody,
        response: { 200: TeamUrlsBody },
        refuses: [404],
      },
    },
    ({ params: { player }, body }) => setUrl(found(store.person(player), `player ${player}`).id, body),
  )
}

/** Where the team waits; a refusal if it has not said so. */
export function requireUrl(store: Store, { id, name }: PersonRow, challenge: string): string {
  const url = store.teamUrl(id, challenge)
  if (url !== undefined) return url
  throw new RequestError('no-team-url', `${name} has set no address for ${challenge}`)
}

/** Refuses a challenge to whose matches no team is called. */
export function requireCalledTeams(challenge: string): void {
  const called = CHALLENGES.filter(({ wire }) => findWire(wire)?.callsTeams).map(({ id }) => id)
  if (!called.includes(challenge))
    throw new RequestError(
      'bad-challenge',
      `Cannot battle at ${show(challenge)}: expected ${called.join(' or ')}`,
    )
}
