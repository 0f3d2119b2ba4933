import { networkOf } from '../../base/network-of.ts'
import { issueKey, registerPerson } from '../../arena/people.ts'
import type { App, ServerContext } from '../context.ts'
import { identityOf } from '../access.ts'
import { pageOf } from '../page.ts'
import { presentPerson } from '../present.ts'
import { found, granted, RequestError, tooFast } from '../../protocols/request-error.ts'
import { NewPersonBody, PersonBody, PersonList, PersonParams, RegistrationBody } from '../../api/people.ts'
import { PageQuery } from '../../api/schema.ts'
import { openTokenBuckets } from '../../protocols/token-buckets.ts'

/** Teams: registered by themselves, or by the organiser alone. */
export function peopleRoutes(app: App, { store, settings }: ServerContext): void {
  const tags = ['players']
  const { limits } = settings
  const registrations = openTokenBuckets(limits.registrations, limits.registrations / 3600)

  app.post(
    '/api/v1/players',
    {
      schema: {
        summary: 'Register a team; only the answer shows its key',
        operation: 'registerTeam',
        tags,
        access: 'anybody',
        body: RegistrationBody,
        response: { 201: NewPersonBody },
        refuses: [409],
      },
    },
    (request, reply) => {
      // The organiser registers all teams of a class at once.
      const { identity } = request
      const isFree = identity?.person.role === 'organiser'
      if (settings.registration === 'organiser' && !isFree)
        throw new RequestError(
          'registration-closed',
          'Only the organiser registers teams here: ask for your key',
        )
      const network = networkOf(request.ip)
      const seconds = isFree ? undefined : registrations.wait(network, 1, performance.now())
      if (seconds !== undefined) throw tooFast(seconds)
      const person = granted(registerPerson(store, request.body.name, 'player'))
      // A refused name is not charged: a class behind one address tries many names.
      if (!isFree) registrations.charge(network, 1, performance.now())
      const key = granted(issueKey(store, person.id, 'api', Date.now(), identity?.key))
      void reply.code(201)
      return { ...presentPerson(person), key: key.text }
    },
  )

  app.get(
    '/api/v1/players',
    {
      schema: {
        summary: 'All people: teams and organisers',
        operation: 'listPlayers',
        tags,
        access: 'public',
        querystring: PageQuery,
        response: { 200: PersonList },
      },
    },
    (request) => {
      const { after, limit } = request.query
      return { players: store.people(pageOf(limit, after)).map(presentPerson) }
    },
  )

  app.get(
    '/api/v1/me',
    {
      schema: {
        summary: 'Who you are',
        operation: 'getMe',
        tags,
        access: 'team',
        response: { 200: PersonBody },
      },
    },
    (request) => presentPerson(identityOf(request).person),
  )

  app.get(
    '/api/v1/players/:player',
    {
      schema: {
        summary: 'One team',
        operation: 'getPlayer',
        tags,
        access: 'public',
        params: PersonParams,
        response: { 200: PersonBody },
        refuses: [404],
      },
    },
    (request) => {
      const { player } = request.params
      return presentPerson(found(store.person(player), `player ${player}`))
    },
  )
}
