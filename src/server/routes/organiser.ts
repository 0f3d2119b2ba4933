import { acceptInvitation, issueKey } from '../../arena/people.ts'
import type { App, ServerContext } from '../context.ts'
import { signIn } from '../identity.ts'
import { noteActor } from '../log-actions.ts'
import { presentPerson } from '../present.ts'
import { found, granted } from '../../protocols/request-error.ts'
import { BecomeOrganiserBody, NewPersonBody } from '../../api/people.ts'

/** The request of the page behind the one-time link. Opening the link changes nothing; the button on the page sends this. */
export function organiserRoutes(app: App, { store }: ServerContext): void {
  app.post(
    '/api/v1/organiser',
    {
      schema: {
        summary: 'Become the organiser, with the token of the one-time link',
        operation: 'becomeOrganiser',
        tags: ['players'],
        access: 'public',
        body: BecomeOrganiserBody,
        response: { 201: NewPersonBody },
        refuses: [403],
      },
    },
    (request, reply) => {
      const person = granted(acceptInvitation(store, request.body.token))
      const now = Date.now()
      const key = granted(issueKey(store, person.id, 'api', now))
      const row = found(store.key(key.id), 'new key')
      const session = granted(issueKey(store, person.id, 'session', now, row))
      noteActor(request, { person, key: row })
      void signIn(request, reply, session).code(201).header('cache-control', 'no-store')
      return { ...presentPerson(person), key: key.text }
    },
  )
}
