import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'

/** Answers what is not HTTP, too long or too slow, as far as the other side still listens, and hangs up. */
export function answerBrokenRequest({ code }: Pick<ConnectionError, 'code'>, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const { status, error, message } = PROBLEMS[code] ?? NOT_HTTP
  const body = JSON.stringify({ error, message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

const NOT_HTTP = { status: 400, error: 'bad-request', message: 'Cannot read the request: this is not HTTP' }

const PROBLEMS: Readonly<Record<string, typeof NOT_HTTP>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'too-big',
    message: 'Cannot read the request: its headers are too big',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'too-slow',
    message: 'Cannot wait for the rest of the request: it came too slowly',
  },
  EGAMEGRIDSLOW: {
    status: 408,
    error: 'too-slow',
    message: 'Cannot wait for the rest of the request: too many slow ones come from this address',
  },
}
