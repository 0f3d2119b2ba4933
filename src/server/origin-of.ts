import type { FastifyRequest } from 'fastify'

/** The address of this server as the client of a request wrote it, without a slash at the end. */
export function originOf({ protocol, host, raw }: FastifyRequest): string {
  const { localAddress = '127.0.0.1', localPort = 80 } = raw.socket
  // HTTP/1.0 may leave the host out.
  return `${protocol}://${host || `${localAddress}:${localPort}`}`
}
