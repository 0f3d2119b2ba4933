import { PersonBody, PersonParams, SignInLinkBody, UseSignInLinkBody } from '../../api/people.ts'
import { issueSignInLink, acceptSignInLink } from '../../arena/sign-in-links.ts'
import { found, granted } from '../../protocols/request-error.ts'
import { identityOf } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { signIn } from '../identity.ts'
import { presentPerson } from '../present.ts'
import { ownTeam } from './keys.ts'

const tags = ['players']

/** Links that sign a team in once: the organiser hands them out, as a link or as a QR code. */
export function signInLinkRoutes(app: App, { store }: ServerContext): void {
  app.post(
    '/api/v1/players/:player/sign-in-links',
    {
      schema: {
        summary: 'A link that signs the team in once, within 24 hours; the earlier link of the team ends',
        operation: 'addSignInLink',
        tags,
        access: ownTeam,
        params: PersonParams,
        response: { 201: SignInLinkBody },
        refuses: [404],
      },
    },
    (request, reply) => {
      const { player } = request.params
      const team = found(store.person(player), `player ${player}`)
      const { token, expires } = granted(issueSignInLink(store, team, Date.now(), identityOf(request).key))
      void reply.code(201).header('cache-control', 'no-store')
      // In the fragment: browsers do not send it, so no log of a proxy has it.
      return { token, path: `/sign-in#${token}`, expires: new Date(expires).toISOString() }
    },
  )

  app.post(
    '/api/v1/session/link',
    {
      schema: {
        summary: 'Sign a browser in with the token of a sign-in link; the answer sets a cookie',
        operation: 'signInByLink',
        tags,
        access: 'public',
        body: UseSignInLinkBody,
        response: { 201: PersonBody },
        refuses: [403],
      },
    },
    (request, reply) => {
      const { person, session } = granted(acceptSignInLink(store, request.body.token.trim(), Date.now()))
      void signIn(request, reply, session).code(201).header('cache-control', 'no-store')
      return presentPerson(person)
    },
  )
}
