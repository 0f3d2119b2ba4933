import { hash } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { OPERATIONS, type OperationId } from '../api/operations/index.ts'
import type { App } from './context.ts'
import { onFirstUse } from './on-first-use.ts'
import {
  addExamples,
  markOptionalBodies,
  shareRefusals,
  withRefusals,
  type Description,
} from './route-schema.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Its name in the description of the API, which has the sentence and the examples of this name; `hidden` for pages and files. */
    operation: OperationId | 'hidden'
  }
}

const ABOUT = `Everything that the pages and the command line of an arena do, your programs can do, too: register a team, upload bots, \
play matches in any game over plain HTTP, watch them live, hold contests, read records and ratings.

- **Keys.** \`POST /api/v1/players\` registers a team and shows its key. Send it as \`Authorization: Bearer KEY\`, or as \`?key=KEY\`.
- **Refusals** are \`{"error": CODE, "message": SENTENCE}\`. The page *Problem codes* of the guide has the cause and the cure of each code.
- **Lists** come in pages: \`limit\` rows after or before an id.
- **Live news** are server-sent events. **Times** are in UTC, as RFC 3339 writes them; durations are in milliseconds, as their names say.`

/** Describes every route by the very schemas that check its requests, as OpenAPI 3.1. */
export async function documentApi(app: App): Promise<void> {
  demandOperations(app)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'The API of a gamegrid arena',
        version: '1',
        description: ABOUT,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'Your key' },
          query: {
            type: 'apiKey',
            in: 'query',
            name: 'key',
            description: 'Your key, if you cannot set headers',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: withText(withRefusals(schema, url, route)),
      url,
    }),
    transformObject(api) {
      if (!('openapiObject' in api)) return api.swaggerObject
      const description = api.openapiObject as Description
      addExamples(description)
      shareRefusals(description)
      markOptionalBodies(description)
      return api.openapiObject
    },
  })
  // Most servers are never asked for it, and to write it takes as long as all else at their start.
  const written = onFirstUse(() => {
    const description = JSON.stringify(app.swagger())
    return { description, tag: `"${hash('sha256', description)}"` }
  })
  app.get('/openapi.json', { schema: { operation: 'hidden', access: 'public' } }, (request, reply) => {
    const { description, tag } = written()
    void reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(description)
  })
}

/** A route without an operation of its own cannot be registered: it would be missing in the reference. */
function demandOperations(app: App): void {
  const routes = new Map<OperationId, string>()
  app.addHook('onRoute', ({ schema, method, url }) => {
    if (method === 'HEAD' || schema?.hide) return
    const route = `${[method].flat().join(', ')} ${url}`
    const operation = schema?.operation
    if (operation === 'hidden') return
    if (operation === undefined)
      throw new Error(
        `Cannot serve ${route}: its schema has no "operation" that names it in the description of the API`,
      )
    const other = routes.get(operation)
    if (other !== undefined && other !== route)
      throw new Error(`Cannot serve ${route}: ${other} is the operation ${operation} already`)
    routes.set(operation, route)
  })
}

function withText(schema: FastifySchema): FastifySchema {
  const { operation, ...published } = schema
  if (operation === 'hidden' || schema.hide) return { ...schema, hide: true }
  const { description } = OPERATIONS[operation]
  return { ...published, operationId: operation, description } as unknown as FastifySchema
}
