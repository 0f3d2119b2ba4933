import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { onSendHookHandler } from 'fastify'
import { registerFiles } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { PAGES } from '../pages.ts'
import { EMBED_POLICY } from '../security-headers.ts'

/** The web application, where it has been built. One file serves for all of its pages: it shows the page that the address names. */
export async function webRoutes(app: App, { settings }: ServerContext): Promise<void> {
  const { webFolder } = settings
  if (webFolder === undefined) {
    for (const page of ['/', '/organiser'])
      app.get(page, { schema: { operation: 'hidden', access: 'public' } }, (_request, reply) =>
        reply.redirect('/docs'),
      )
    return
  }
  const served = { preCompressed: true, decorateReply: false } as const
  await registerFiles(app, async () => {
    // Built files carry the hash of their content in their names.
    await app.register(staticFiles, {
      ...served,
      root: join(webFolder, 'assets'),
      prefix: '/assets/',
      index: false,
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    })
    // A route for each file, so that no file hides a page: only of the few files beside the hundreds above.
    await app.register(staticFiles, {
      ...served,
      root: webFolder,
      wildcard: false,
      globIgnore: ['assets/**'],
      index: ['index.html'],
      decorateReply: true,
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    })
  })
  for (const page of PAGES)
    app.get(page, { schema: { operation: 'hidden', access: 'public' } }, (_request, reply) =>
      reply.sendFile('index.html'),
    )
  // The address of this page has a secret token: no cache may keep it, and no link may pass it on.
  app.get(
    '/organiser',
    { schema: { operation: 'hidden', access: 'public' }, onSend: forgetIt },
    (_request, reply) => reply.sendFile('index.html'),
  )
  // The one page that other sites may embed: a visitor can change nothing on it.
  app.get('/embed/:id', { schema: { operation: 'hidden', access: 'public' } }, (_request, reply) =>
    reply
      .removeHeader('x-frame-options')
      .header('content-security-policy', EMBED_POLICY)
      .sendFile('index.html'),
  )
}

const forgetIt: onSendHookHandler = (_request, reply, payload, done) => {
  void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  done(null, payload)
}
