import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifySchema, RouteOptions } from 'fastify'
import type { App } from './context.ts'
import { isPollingPath } from './routes/polling.ts'
import { ProblemBody } from './schemas.ts'

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
    transform: ({ schema, url, route }) => ({ schema: withRefusals(schema, url, route), url }),
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: { withDefaultFonts: false, url: '/openapi.json', telemetry: false },
  })
}

/** What a request may be told before its route hears of it; the polling wire has its own words for these. */
function withRefusals(schema: FastifySchema, url: string, { method }: RouteOptions): FastifySchema {
  if (schema.hide || isPollingPath(url)) return schema
  const hasInput = schema.params ?? schema.querystring ?? schema.body
  const mayHaveBody = method !== 'GET' && method !== 'HEAD'
  return {
    ...schema,
    response: {
      ...((hasInput || mayHaveBody) && { 400: ProblemBody }),
      ...(mayHaveBody && { 413: ProblemBody, 415: ProblemBody }),
      429: ProblemBody,
      ...(schema.response as object),
    },
  }
}
