import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { hasKey } from '../base/hide-keys.ts'
import { isObject } from '../base/json.ts'
import type { Store } from '../store/store.ts'
import type { App } from './context.ts'
import type { Identity } from './identity.ts'
import { isUnsafe } from './refuse-foreign.ts'

/** Characters of a body that are logged: enough for all but a list of many entrants. */
const MAX_INPUT = 2000

/**
 * Logs each change that an organiser made, and who it was: in one hook, so that no route can forget it. It is appended
 * before the answer is sent, and the answer waits until it is on disk.
 */
export function logActions(app: App, store: Store): void {
  // Before the handler runs: it may revoke the key of this very request.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.identity && isAction(request)) noteActor(request, request.identity)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const actor = actors.get(request)
    if (actor && reply.statusCode < 400) {
      actors.delete(request)
      const input = inputOf(request)
      store.append({
        kind: 'organiser-acted',
        person: actor.person.id,
        key: actor.key.id,
        address: request.ip,
        method: request.method,
        path: request.url.split('?')[0] ?? '',
        ...(input !== undefined && { input }),
      })
    }
    done(null, payload)
  })
}

/** Names the organiser of a request that has its key in the body. */
export function noteActor(request: FastifyRequest, actor: Identity): void {
  if (actor.person.role === 'organiser') actors.set(request, actor)
}

const actors = new WeakMap<FastifyRequest, Identity>()

/** Requests that play a game are no actions of the organiser: it plays as a team does. */
function isAction(request: FastifyRequest): boolean {
  const url = request.routeOptions.url ?? ''
  return isUnsafe(request) && url.startsWith('/api/') && !/^\/api\/v1\/(games|formats)\b/.test(url)
}

/** The body as JSON, without what is secret; an archive, which is read as it arrives, is left out. */
function inputOf({ body }: FastifyRequest): string | undefined {
  if (!isObject(body) || body instanceof Readable) return undefined
  // A match of a tournament has a key, too, which is no secret.
  const text = JSON.stringify(body, (name, value: unknown) =>
    name === 'token' || (name === 'key' && hasKey(String(value))) ? undefined : value,
  )
  if (text === '{}') return undefined
  return text.length > MAX_INPUT ? `${text.slice(0, MAX_INPUT)}…` : text
}
