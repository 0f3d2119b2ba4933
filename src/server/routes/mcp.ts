import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { KeyInQuery } from '../../api/schema.ts'
import { readBoardPage } from '../../mcp/board-page.ts'
import { Refusal, type ArenaCaller } from '../../mcp/arena-caller.ts'
import { RequestError } from '../../protocols/request-error.ts'
import { identityOf } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { originOf } from '../origin-of.ts'
import { openStreamPlaces } from '../stream-places.ts'

/** Requests that may wait at once, of one team and of all: an assistant needs one. */
const PLACES = { each: 32, all: 2_000 }

/**
 * The arena for assistants: MCP over HTTP, stateless, for clients of 2026-07-28 and of 2025. The tools call the API of this
 * server with the key of the request, through all its hooks: so every guard, limit and log of the API holds here, too.
 */
export function mcpRoutes(app: App, { settings, onFailure }: ServerContext): void {
  const places = openStreamPlaces(PLACES)
  const options = {
    version: '1',
    boardPage: readBoardPage(settings.webFolder),
    onFailure: (error: unknown) => onFailure?.(error),
  }

  app.post(
    '/mcp',
    {
      schema: {
        summary: 'The arena for assistants, over the Model Context Protocol',
        operation: 'hidden',
        access: 'team',
        querystring: Type.Object({ ...KeyInQuery }),
      },
    },
    async (request, reply) => {
      if (Array.isArray(request.body))
        throw new RequestError('bad-request', 'Cannot read a batch: send one message in a request')
      const key = keyIn(request)
      const { person } = identityOf(request)
      const leave = places.take(`player ${person.id}`)
      if (!leave)
        throw new RequestError('too-many-waiting', 'Too many of your requests wait: end some of them first')
      reply.raw.once('close', leave)
      // Loaded with the first request of an assistant: a server without one need not load the packages of the protocol.
      const { createMcpHandler } = await import('@modelcontextprotocol/server')
      const { newMcpServer } = await import('../../mcp/new-mcp-server.ts')
      const handler = createMcpHandler(
        () => newMcpServer(async () => callerFor(app, request, reply, key), options),
        // No list changes, so there is nothing to subscribe to.
        { maxSubscriptions: 0 },
      )
      reply.raw.once('close', () => void handler.close())
      return handler.fetch(webRequest(request), { parsedBody: request.body })
    },
  )
}

/** A key in the header or the address. A session of a browser is none: pages have the API. */
function keyIn({ headers, query }: FastifyRequest): string {
  const bearer = /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const key = bearer ?? (query as { readonly key?: string }).key
  if (key !== undefined) return key
  throw new RequestError('no-key', 'This needs your key: send it as "Authorization: Bearer KEY"')
}

const callerFor = (app: App, request: FastifyRequest, reply: FastifyReply, key: string): ArenaCaller => ({
  url: originOf(request),
  async call({ method, path, json, signal }) {
    const gone = new AbortController()
    const leave = (): void => gone.abort()
    const unwanted = AbortSignal.any([signal, gone.signal])
    reply.raw.once('close', leave)
    try {
      const { statusCode, body } = await app.inject({
        method,
        url: `/api/v1${path}`,
        // The request came to a host that the server knows, by any of its names.
        headers: { host: 'localhost', authorization: `Bearer ${key}` },
        remoteAddress: request.ip,
        signal: unwanted,
        ...(json && { payload: json }),
      })
      return { status: statusCode, text: body }
    } catch (error) {
      throw unwanted.aborted ? new Refusal('The client has gone') : error
    } finally {
      reply.raw.off('close', leave)
    }
  },
})

/** The request as the handler of the protocol takes it, whose body was read already. Its key stays here. */
function webRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !KEPT_BACK.includes(name)) headers.set(name, value)
  return new Request(`${originOf(request)}/mcp`, { method: 'POST', headers })
}

const KEPT_BACK: readonly string[] = ['authorization', 'cookie', 'content-length', 'transfer-encoding']
