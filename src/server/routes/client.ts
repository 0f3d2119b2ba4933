import { join } from 'node:path'
import { TextBody } from '../../api/schema.ts'
import { notFound } from '../../protocols/request-error.ts'
import type { App, ServerContext } from '../context.ts'
import { originOf } from '../origin-of.ts'
import { openPackedClient } from '../packed-client.ts'

/** The command line for contestants: `npx http://ARENA/gamegrid.tgz` needs Node and this arena, and asks no other host. */
export function clientRoutes(app: App, { settings }: ServerContext): void {
  const { webFolder } = settings
  const client = webFolder === undefined ? undefined : openPackedClient(join(webFolder, 'client'))
  app.get(
    '/gamegrid.tgz',
    {
      schema: {
        summary: 'The command line for contestants, as an npm package: npx http://ARENA/gamegrid.tgz',
        operation: 'downloadClient',
        tags: ['server'],
        access: 'public',
        response: { 200: TextBody('application/gzip', 'The package') },
        refuses: [404],
      },
    },
    async (request, reply) => {
      if (!client) throw notFound('client here: it is built with the pages, which this arena does not have')
      const { body, etag } = await client(originOf(request))
      void reply.header('etag', etag).header('cache-control', 'no-cache')
      // npx asks at each run whether it has changed. The description of the API leaves this answer out.
      if (request.headers['if-none-match'] === etag) return reply.code(304 as 200).send()
      return reply.type('application/gzip').send(body)
    },
  )
}
