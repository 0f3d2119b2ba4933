import { Type } from 'typebox'
import { KeyList, KeyParams, NewKeyBody, PersonParams } from '../../api/people.ts'
import { issueKey, revokeKey, rotateKey } from '../../arena/people.ts'
import { show } from '../../base/fields.ts'
import type { KeyRow, Store } from '../../store/store.ts'
import { identityOf, owned } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { signIn } from '../identity.ts'
import { presentKey } from '../present.ts'
import { found, granted, notFound } from '../../protocols/request-error.ts'

const tags = ['players']

/** The keys of a team. A key is shown once, in the answer that makes it; after that the API shows only its id. */
export function keyRoutes(app: App, { store }: ServerContext): void {
  app.get(
    '/api/v1/players/:player/keys',
    {
      schema: {
        summary: 'Names of the keys in use; for the team itself and the organiser',
        operation: 'listKeys',
        tags,
        access: ownTeam,
        params: PersonParams,
        response: { 200: KeyList },
      },
    },
    (request) => {
      return { keys: store.keysOf(request.params.player).map(presentKey) }
    },
  )

  app.post(
    '/api/v1/players/:player/keys',
    {
      schema: {
        summary: 'Another key, shown once',
        operation: 'addKey',
        tags,
        access: ownTeam,
        params: PersonParams,
        response: { 201: NewKeyBody },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { player } = request.params
      const by = identityOf(request).key
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
        summary: 'Replace a key by a new one, which the answer shows once',
        operation: 'rotateKey',
        tags,
        access: ownTeam,
        params: KeyParams,
        response: { 201: NewKeyBody },
        refuses: [404],
      },
    },
    (request, reply) => {
      const { player, key: id } = request.params
      const by = identityOf(request).key
      const now = Date.now()
      const key = granted(rotateKey(store, keyOf(store, player, id), now, by))
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
        operation: 'revokeKey',
        tags,
        access: ownTeam,
        params: KeyParams,
        response: { 204: Type.Null() },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { player, key: id } = request.params
      granted(revokeKey(store, keyOf(store, player, id)))
      void reply.code(204)
      return null
    },
  )
}

/** The team in the address, and the organiser. */
export const ownTeam = owned<{ Params: { player: number } }>(({ params }) => params.player)

function keyOf(store: Store, player: number, id: string): KeyRow {
  const key = store.key(id)
  if (!key || key.person !== player || key.revoked !== undefined) throw notFound(`key ${show(id)}`)
  return key
}
