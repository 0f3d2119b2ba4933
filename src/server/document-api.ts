import { hash } from 'node:crypto'
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import { registerFiles } from './access.ts'
import type { App } from './context.ts'
import { markOptionalBodies, shareRefusals, withRefusals, type Description } from './route-schema.ts'

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
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      // The script of the page passes here as well.
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      if (typeof payload !== 'string' || !isPage) return payload
      void reply.header('content-security-policy', policyFor(payload))
      return payload.replace('<body>', `<body>${WAY_BACK}`)
    })
    await registerFiles(app, () =>
      scope.register(scalar, {
        routePrefix: '/docs',
        // Off: all that would send requests to the servers of its makers.
        configuration: {
          url: '/openapi.json',
          withDefaultFonts: false,
          telemetry: false,
          showDeveloperTools: 'never',
          agent: { disabled: true },
          mcp: { disabled: true },
        },
      }),
    )
  })
}

/** The page is a program of others, which knows no arena. It leaves room for a bar of this height. */
const WAY_BACK = `
<style>
:root { --scalar-custom-header-height: 2.5rem }
.way-back { position: sticky; top: 0; z-index: 1000; box-sizing: border-box; height: 2.5rem; padding: 0 1rem;
  display: flex; align-items: center; font: 600 1rem system-ui, sans-serif; background: #1b1b1b }
.way-back a { color: #fff }
</style>
<nav class="way-back" aria-label="Arena"><a href="/">← Back to the arena</a></nav>`

/** The page may run its own inline scripts, by their hashes, and inline styles; everything else comes from this server. */
function policyFor(page: string): string {
  const scripts = [...page.matchAll(/<script type="text\/javascript">(.*?)<\/script>/gs)]
  const hashes = scripts.map(([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`)
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
