import { Type } from 'typebox'
import { acceptInvitation, issueKey } from '../../arena/people.ts'
import type { App, ServerContext } from '../context.ts'
import { signIn } from '../identity.ts'

/** The one-time link that makes whoever holds it the organiser. Opening it changes nothing: the button on the page does. */
export function organiserRoutes(app: App, { store }: ServerContext): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const Token = Type.Object({ token: Type.String({ maxLength: 200 }) })

  app.get('/organiser', { schema: { hide: true, querystring: Token } }, (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send(
        page(
          'Become the organiser',
          `<p>This link works once. The organiser registers teams and programs.</p>
<form method="post" action="/organiser"><input type="hidden" name="token" value="${escape(request.query.token)}">
<button>I am the organiser</button></form>`,
        ),
      ),
  )

  app.post('/organiser', { schema: { hide: true, body: Token } }, (request, reply) => {
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    const person = acceptInvitation(store, request.body.token)
    if (!person.ok)
      return reply
        .code(403)
        .send(page('This link does not work', `<p>${escape(person.problem.message)}.</p>`))
    const key = issueKey(store, person.value.id, 'api', Date.now())
    const session = issueKey(store, person.value.id, 'session', Date.now())
    if (!key.ok || !session.ok) throw new Error('a new organiser has too many keys')
    return signIn(request, reply, session.value).send(
      page(
        'You are the organiser',
        `<p>This browser is signed in. For scripts, this is your key; it is shown only now:</p>
<pre>${key.value.text}</pre><p><a href="/">To the arena</a></p>`,
      ),
    )
  })
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · gamegrid</title><h1>${title}</h1>
${body}
</html>
`

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
