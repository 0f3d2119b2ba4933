import { Type } from 'typebox'
import { issueKey, registerPerson, rotateKey } from '../../arena/people.ts'
import type { KeyRow } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'
import { isOrganiser, requireIdentity, requireSelf } from '../identity.ts'
import { presentKey, presentPerson } from '../present.ts'
import { notFound, refusal, RequestError } from '../problems.ts'
import { Id, KeyBody, NewKeyBody, PageQuery, PersonBody, ProblemBody } from '../schemas.ts'

/** Teams and their keys. A key is shown once, when it is made; after that only its name can be seen. */
export function peopleRoutes(app: App, { store, settings }: ServerContext): void {
  const tags = ['players']
  const params = Type.Object({ player: Id })
  const keyParams = Type.Object({ player: Id, key: Type.String({ maxLength: 32 }) })

  const keyOf = (player: number, id: string): KeyRow => {
    const key = store.key(id)
    if (!key || key.person !== player || key.revoked !== undefined)
      throw notFound(`key ${JSON.stringify(id)}`)
    return key
  }

  app.post(
    '/api/v1/players',
    {
      config: {
        rateLimit: {
          max: settings.limits.registrations,
          timeWindow: '1 hour',
          // A whole field of teams is registered at once.
          allowList: (request) => isOrganiser(store, request),
        },
      },
      schema: {
        summary: 'Register a team; the answer is the only place where its key is shown',
        tags,
        body: Type.Object({ name: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
        response: {
          201: Type.Intersect([PersonBody, Type.Object({ key: Type.String() })]),
          400: ProblemBody,
          403: ProblemBody,
          409: ProblemBody,
        },
      },
    },
    (request, reply) => {
      if (settings.registration === 'organiser' && !isOrganiser(store, request))
        throw new RequestError(
          403,
          'registration-closed',
          'Only the organiser registers teams here: ask for your key',
        )
      const person = registerPerson(store, request.body.name, 'player')
      if (!person.ok) throw refusal(person.problem)
      const key = issueKey(store, person.value.id, 'api', Date.now())
      if (!key.ok) throw refusal(key.problem)
      void reply.code(201)
      return { ...presentPerson(person.value), key: key.value.text }
    },
  )

  app.get(
    '/api/v1/players',
    {
      schema: {
        summary: 'Everybody who is registered',
        tags,
        querystring: PageQuery,
        response: { 200: Type.Object({ players: Type.Array(PersonBody) }) },
      },
    },
    (request) => {
      const { after, limit = 50 } = request.query
      return { players: store.people({ limit, ...(after !== undefined && { after }) }).map(presentPerson) }
    },
  )

  app.get(
    '/api/v1/me',
    {
      schema: {
        summary: 'Who you are',
        tags,
        response: { 200: PersonBody, 401: ProblemBody, 403: ProblemBody },
      },
    },
    (request) => presentPerson(requireIdentity(store, request).person),
  )

  app.get(
    '/api/v1/players/:player',
    { schema: { summary: 'One team', tags, params, response: { 200: PersonBody, 404: ProblemBody } } },
    (request) => {
      const person = store.person(request.params.player)
      if (!person) throw notFound(`player ${request.params.player}`)
      return presentPerson(person)
    },
  )

  app.get(
    '/api/v1/players/:player/keys',
    {
      schema: {
        summary: 'Names of the keys in use; for the team itself and the organiser',
        tags,
        params,
        response: { 200: Type.Object({ keys: Type.Array(KeyBody) }), 401: ProblemBody, 403: ProblemBody },
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
        params,
        response: { 201: NewKeyBody, 401: ProblemBody, 403: ProblemBody, 404: ProblemBody, 409: ProblemBody },
      },
    },
    (request, reply) => {
      const { player } = request.params
      requireSelf(store, request, player)
      if (!store.person(player)) throw notFound(`player ${player}`)
      const key = issueKey(store, player, 'api', Date.now())
      if (!key.ok) throw refusal(key.problem)
      void reply.code(201)
      return { id: key.value.id, key: key.value.text }
    },
  )

  app.post(
    '/api/v1/players/:player/keys/:key/rotate',
    {
      schema: {
        summary: 'A new key in place of this one, shown once',
        tags,
        params: keyParams,
        response: { 201: NewKeyBody, 401: ProblemBody, 403: ProblemBody, 404: ProblemBody },
      },
    },
    (request, reply) => {
      const { player, key: id } = request.params
      requireSelf(store, request, player)
      const key = rotateKey(store, keyOf(player, id), Date.now())
      if (!key.ok) throw refusal(key.problem)
      void reply.code(201)
      return { id: key.value.id, key: key.value.text }
    },
  )

  app.delete(
    '/api/v1/players/:player/keys/:key',
    {
      schema: {
        summary: 'Revoke a key',
        tags,
        params: keyParams,
        response: { 204: Type.Null(), 401: ProblemBody, 403: ProblemBody, 404: ProblemBody },
      },
    },
    (request, reply) => {
      const { player, key: id } = request.params
      requireSelf(store, request, player)
      store.append({ kind: 'key-revoked', key: keyOf(player, id).id })
      void reply.code(204)
      return null
    },
  )
}
