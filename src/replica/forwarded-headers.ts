import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** Headers that concern one connection and not the message. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Says which client a request is sent for. The address is the one from which the client reached this process; what the
 * client itself claims is dropped. So an arena that trusts its replicas (`--trust-proxy`) need trust no other hop.
 */
export const onBehalfOf = ({ ip, host, protocol, headers }: FastifyRequest): OutgoingHttpHeaders => ({
  // HTTP/1.0 may leave the host out.
  ...(headers.host !== undefined && { host: headers.host }),
  ...(host !== '' && { 'x-forwarded-host': host }),
  'x-forwarded-for': ip,
  'x-forwarded-proto': protocol,
})

/** The headers of a request that is passed on unchanged. */
export function requestHeaders(request: FastifyRequest): OutgoingHttpHeaders {
  const own = Object.entries(endToEnd(request.headers)).filter(
    ([name]) => name !== 'forwarded' && !name.startsWith('x-forwarded-'),
  )
  return { ...Object.fromEntries(own), ...onBehalfOf(request) }
}

/** Without the headers of the connection, and those that `Connection` names. */
export function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) || named.has(name) ? [] : [[name, value]],
    ),
  )
}
