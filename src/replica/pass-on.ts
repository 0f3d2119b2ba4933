import { pipeline } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endToEnd, requestHeaders } from './forwarded-headers.ts'
import { unreachable, type Upstream } from './upstream.ts'

/**
 * Passes a request on to the arena, and its answer back, byte by byte as they come. Nothing of it is kept. The result settles when both
 * are through; it rejects while the client can still be told why.
 */
export function passOn(upstream: Upstream, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw } = reply
  return new Promise((resolve, reject) => {
    const asked = upstream.request(request.method, request.raw.url ?? '/', requestHeaders(request))
    raw.on('close', () => {
      reply.hijack()
      asked.destroy()
      resolve()
    })
    asked.on('error', (error) => {
      // The answer may come before the whole request is sent, as that to an upload that is too big.
      if (raw.headersSent || raw.closed) return
      upstream.note(error)
      reject(unreachable())
    })
    asked.on('response', (answer) => {
      upstream.note(undefined)
      reply.hijack()
      raw.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
      // An event stream may be silent for a while after its headers.
      raw.flushHeaders()
      raw.socket?.setNoDelay(true)
      pipeline(answer, raw, () => {})
    })
    request.raw.pipe(asked)
  })
}
