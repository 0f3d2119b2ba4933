import staticFiles from '@fastify/static'
import type { App, ServerContext } from '../context.ts'

/** The web application, where it has been built; its pages are all one file that finds its way by the address. */
export async function webRoutes(app: App, { settings }: ServerContext): Promise<void> {
  const { webFolder } = settings
  if (webFolder === undefined) {
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'))
    return
  }
  await app.register(staticFiles, {
    root: webFolder,
    wildcard: false,
    index: ['index.html'],
    preCompressed: true,
    setHeaders(reply, path) {
      // Built files carry the hash of their content in their names.
      const isHashed = path.includes('/assets/')
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/matches/:id', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'))
}
