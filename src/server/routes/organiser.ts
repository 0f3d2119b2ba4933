import { Type } from 'typebox'
import { acceptInvitation, issueKey } from '../../arena/people.ts'
import type { App, ServerContext } from '../context.ts'
import { refuseOtherSites, signIn } from '../identity.ts'
import { presentPerson } from '../present.ts'
import { refusal } from '../problems.ts'
import { PersonBody, ProblemBody } from '../schemas.ts'

/** What the page behind the one-time link sends. Opening the link changes nothing: its button does. */
export function organiserRoutes(app: App, { store }: ServerContext): void {
  app.post(
    '/api/v1/organiser',
    {
      schema: {
        summary: 'Become the organiser, with the token of the one-time link',
        description: 'The answer is the only place where the key is shown; it signs a browser in as well.',
        tags: ['players'],
        body: Type.Object({ token: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
        response: {
          201: Type.Intersect([PersonBody, Type.Object({ key: Type.String() })]),
          400: ProblemBody,
          403: ProblemBody,
        },
      },
    },
    (request, reply) => {
      refuseOtherSites(request)
      const person = acceptInvitation(store, request.body.token)
      if (!person.ok) throw refusal(person.problem)
      const now = Date.now()
      const key = issueKey(store, person.value.id, 'api', now)
      const session = issueKey(store, person.value.id, 'session', now)
      if (!key.ok || !session.ok) throw new Error('a new organiser has too many keys')
      void signIn(request, reply, session.value).code(201).header('cache-control', 'no-store')
      return { ...presentPerson(person.value), key: key.value.text }
    },
  )
}
