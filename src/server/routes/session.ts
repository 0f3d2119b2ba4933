import { Type } from 'typebox'
import { findKey, issueKey } from '../../arena/people.ts'
import type { App, ServerContext } from '../context.ts'
import { SESSION_COOKIE, signIn } from '../identity.ts'
import { noteActor } from '../log-actions.ts'
import { presentPerson } from '../present.ts'
import { granted, RequestError } from '../../protocols/request-error.ts'
import { PersonBody, SessionBody, SignInBody } from '../../api/people.ts'

/** Signs a browser in: the key is sent once, and the browser keeps a cookie that no script can read. */
export function sessionRoutes(app: App, { store }: ServerContext): void {
  const tags = ['players']

  app.post(
    '/api/v1/session',
    {
      schema: {
        summary: 'Sign a browser in with a key; the answer sets a cookie',
        operation: 'signIn',
        tags,
        access: 'public',
        body: SignInBody,
        response: { 201: PersonBody },
        refuses: [403],
      },
    },
    (request, reply) => {
      const now = Date.now()
      const key = findKey(store, request.body.key.trim(), now)
      // A session makes no other session: otherwise it could outlive its 30 days.
      const person = key?.use === 'api' ? store.person(key.person) : undefined
      if (!key || !person)
        throw new RequestError('wrong-key', 'This key is not valid: it may have been revoked')
      const session = granted(issueKey(store, person.id, 'session', now, key))
      noteActor(request, { person, key })
      void signIn(request, reply, session).code(201)
      return presentPerson(person)
    },
  )

  app.get(
    '/api/v1/session',
    {
      schema: {
        summary: 'Who is signed in in this browser',
        operation: 'getSession',
        tags,
        access: 'anybody',
        response: { 200: SessionBody },
      },
    },
    ({ identity }) => ({ person: identity ? presentPerson(identity.person) : null }),
  )

  app.delete(
    '/api/v1/session',
    {
      schema: {
        summary: 'Sign this browser out',
        operation: 'signOut',
        tags,
        access: 'anybody',
        response: { 204: Type.Null() },
        refuses: [403],
      },
    },
    (request, reply) => {
      const { identity } = request
      if (identity?.key.use === 'session') store.append({ kind: 'key-revoked', key: identity.key.id })
      void reply.code(204).clearCookie(SESSION_COOKIE, { path: '/' })
      return null
    },
  )
}
