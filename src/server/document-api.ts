import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { App } from './context.ts'

/** Describes every route by the very schemas that check its requests, as OpenAPI 3.1, and shows that as a page. */
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
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: { withDefaultFonts: false, url: '/openapi.json', telemetry: false },
  })
}
