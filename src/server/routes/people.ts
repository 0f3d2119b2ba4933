import { Type } from 'typebox'
import { networkOf } from '../../base/network-of.ts'
import { issueKey, registerPerson, revokeKey, rotateKey } from '../../arena/people.ts'
import type { KeyRow } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'
import { identify, isOrganiser, requireIdentity, requireSelf, signIn } from '../identity.ts'
import { pageOf } from '../page.ts'
import { presentKey, presentPerson } from '../present.ts'
import { found, granted, notFound, RequestError, tooFast } from '../problems.ts'
import { ANYBODY, KEY } from '../route-schema.ts'
import {
  KeyList,
  KeyParams,
  NewKeyBody,
  NewPersonBody,
  PersonBody,
  PersonList,
  PersonParams,
  RegistrationBody,
} from '../../api/people.ts'
import { PageQuery } from '../../api/schema.ts'
import { openTokenBuckets } from '../token-buckets.ts'

/** Teams and their keys. A key is shown once, when it is made; after that only its name can be seen. */
export function peopleRoutes(app: App, { store, settings }: ServerContext): void {
  const tags = ['players']
  const { limits } = settings
  const registrations = openTokenBuckets(limits.registrations, limits.registrations / 3600)
  const params = PersonParams

  const keyOf = (player: number, id: string): KeyRow => {
    const key = store.key(id)
    if (!key || key.person !== player || key.revoked !== undefined)
      throw notFound(`key ${JSON.stringify(id)}`)
    return key
  }

  app.post(
    '/api/v1/players',
    {
      schema: {
        summary: 'Register a team; the answer is the only place where its key is shown',
        tags,
        security: ANYBODY,
        body: RegistrationBody,
        response: { 201: NewPersonBody },
        refuses: [409],
      },
    },
    (request, reply) => {
      // The organiser registers a whole field of teams at once.
      const isFree = isOrganiser(store, request)
      if (settings.registration === 'organiser' && !isFree)
        throw new RequestError(
          403,
          'registration-closed',
          'Only the organiser registers teams here: ask for your key',
        )
      const network = networkOf(request.ip)
      const seconds = isFree ? undefined : registrations.wait(network, 1, performance.now())
      if (seconds !== undefined) throw tooFast(seconds)
      const person = granted(registerPerson(store, request.body.name, 'player'))
      // A name that is refused costs nothing: a class behind one address tries many.
      if (!isFree) registrations.charge(network, 1, performance.now())
      const key = granted(issueKey(store, person.id, 'api', Date.now(), identify(store, request)?.key))
      void reply.code(201)
      return { ...presentPerson(person), key: key.text }
    },
  )

  app.get(
    '/api/v1/players',
    {
      schema: {
        summary: 'Everybody who is registered',
        tags,
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
        tags,
        security: KEY,
        response: { 200: PersonBody },
      },
    },
    (request) => presentPerson(requireIdentity(store, request).person),
  )

  app.get(
    '/api/v1/players/:player',
    { schema: { summary: 'One team', tags, params, response: { 200: PersonBody }, refuses: [404] } },
    (request) => {
      const { player } = request.params
      return presentPerson(found(store.person(player), `player ${player}`))
    },
  )

  app.get(
    '/api/v1/players/:player/keys',
    {
      schema: {
        summary: 'Names of the keys in use; for the team itself and the organiser',
        tags,
        security: KEY,
        params,
        response: { 200: KeyList },
      },
    },
    (request) => {
      requireSelf(store, request, request.params.player)
      return { keys: store.keysOf(request.params.player).map(presentKey) }
    },
  )

  app.post(
    '/api/v1/players/:player/keys',
    {
      schema: {
        summary: 'Another key, shown once',
        tags,
        security: KEY,
        params,
        response: { 201: NewKeyBody },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { player } = request.params
      const by = requireSelf(store, request, player).key
      const { id } = found(store.person(player), `player ${player}`)
      const key = granted(issueKey(store, id, 'api', Date.now(), by))
      void reply.code(201)
      return { id: key.id, key: key.text }
    },
  )

  app.post(
    '/api/v1/players/:player/keys/:key/rotate',
    {
      schema: {
        summary: 'A new key in place of this one, shown once',
        tags,
        security: KEY,
        params: KeyParams,
        response: { 201: NewKeyBody },
        refuses: [404],
      },
    },
    (request, reply) => {
      const { player, key: id } = request.params
      const by = requireSelf(store, request, player).key
      const now = Date.now()
      const key = granted(rotateKey(store, keyOf(player, id), now, by))
      // A browser that rotates the key it signed in with stays signed in.
      if (store.key(by.id)?.revoked !== undefined && by.use === 'session')
        void signIn(request, reply, granted(issueKey(store, player, 'session', now, store.key(key.id))))
      void reply.code(201)
      return { id: key.id, key: key.text }
    },
  )

  app.delete(
    '/api/v1/players/:player/keys/:key',
    {
      schema: {
        summary: 'Revoke a key; browsers that signed in with it are signed out',
        tags,
        security: KEY,
        params: KeyParams,
        response: { 204: Type.Null() },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { player, key: id } = request.params
      requireSelf(store, request, player)
      granted(revokeKey(store, keyOf(player, id)))
      void reply.code(204)
      return null
    },
  )
}
