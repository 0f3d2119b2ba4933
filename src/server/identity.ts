import type { FastifyReply, FastifyRequest } from 'fastify'
import { findKey, findWorkerKey, SESSION_MS, type IssuedKey } from '../arena/people.ts'
import type { KeyRow, PersonRow, Store } from '../store/store.ts'
import { RequestError } from '../protocols/request-error.ts'
import { isFromThisSite, isUnsafe, otherSite } from './refuse-foreign.ts'

export const SESSION_COOKIE = 'gamegrid_session'

/** Gives the browser a session, in a cookie that no script can read. */
export const signIn = (request: FastifyRequest, reply: FastifyReply, session: IssuedKey): FastifyReply =>
  reply.setCookie(SESSION_COOKIE, session.text, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: request.protocol === 'https',
    maxAge: SESSION_MS / 1000,
  })

/** The team that sends a request, and the key or session that shows it. */
export interface Identity {
  readonly person: PersonRow
  readonly key: KeyRow
}

/** Undefined for a request without a key; a key that is wrong is refused. */
export function identify(store: Store, request: FastifyRequest): Identity | undefined {
  const known = identified.get(request)
  if (known?.last === store.last) return known.identity
  const identity = readIdentity(store, request)
  if (identity) identified.set(request, { identity, last: store.last })
  return identity
}

/** Hooks ask for the identity of a request several times: until something is appended to the log, it is the same. */
const identified = new WeakMap<FastifyRequest, { readonly identity: Identity; readonly last: number }>()

function readIdentity(store: Store, request: FastifyRequest): Identity | undefined {
  const given = keyIn(request)
  if (given === undefined) return undefined
  const key = findKey(store, given.text, Date.now())
  const person = key && store.person(key.person)
  if (!person) {
    // A cookie that has expired is ignored: public pages stay readable.
    if (given.isCookie) return undefined
    throw findWorkerKey(store, given.text, Date.now())
      ? new RequestError(
          'wrong-key',
          'This is the key of a worker: it fetches archives for matches and nothing else',
        )
      : wrongKey()
  }
  if (given.isCookie && isUnsafe(request) && !isFromThisSite(request)) throw otherSite()
  return { person, key }
}

/** Lets a request pass that has the key of a worker; it must not come as a cookie, nor in the address. */
export function admitWorker(store: Store, request: FastifyRequest): void {
  const text = bearerIn(request)
  if (text === undefined)
    throw new RequestError('no-key', 'This needs the key of a worker: send it as "Authorization: Bearer KEY"')
  if (!findWorkerKey(store, text, Date.now())) throw wrongKey()
}

const wrongKey = (): RequestError =>
  new RequestError('wrong-key', 'This key is not valid: it may have been revoked')

function bearerIn({ headers }: FastifyRequest): string | undefined {
  const [scheme, bearer] = (headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && bearer ? bearer : undefined
}

function keyIn(request: FastifyRequest): { readonly text: string; readonly isCookie: boolean } | undefined {
  const bearer = bearerIn(request)
  if (bearer !== undefined) return { text: bearer, isCookie: false }
  const { key } = request.query as { readonly key?: unknown }
  if (typeof key === 'string') return { text: key, isCookie: false }
  const cookie = request.cookies[SESSION_COOKIE]
  return cookie ? { text: cookie, isCookie: true } : undefined
}
