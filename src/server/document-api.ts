import { hash } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { App } from './context.ts'
import { markOptionalBodies, shareRefusals, withRefusals, type Description } from './route-schema.ts'

/** Describes every route by the very schemas that check its requests, as OpenAPI 3.1. */
export async function documentApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'gamegrid',
        version: '1',
        description: 'Contests of bots on grid games: matches, records, live events, teams and their bots.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'Your key' },
          query: { type: 'apiKey', in: 'query', name: 'key' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({ schema: withRefusals(schema, url, route), url }),
    transformObject(api) {
      if (!('openapiObject' in api)) return api.swaggerObject
      shareRefusals(api.openapiObject as Description)
      markOptionalBodies(api.openapiObject as Description)
      return api.openapiObject
    },
  })
  // Encoded once, when all routes are registered.
  let description = ''
  let tag = ''
  app.addHook('onReady', (done) => {
    description = JSON.stringify(app.swagger())
    tag = `"${hash('sha256', description)}"`
    done()
  })
  app.get('/openapi.json', { schema: { hide: true, access: 'public' } }, (request, reply) => {
    void reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(description)
  })
}
