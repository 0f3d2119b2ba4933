import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import type { ProblemBody } from '../api/problems.ts'
import { statusOf } from '../base/problem-codes.ts'
import { http } from '../protocols/node-http.ts'

/** Answers a request that is not HTTP, too long or too slow, if the connection can still be written, and closes it. */
export function answerBrokenRequest({ code }: Pick<ConnectionError, 'code'>, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const problem = PROBLEMS[code] ?? NOT_HTTP
  const status = statusOf(problem.error)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

const NOT_HTTP: ProblemBody = { error: 'bad-request', message: 'Cannot read the request: this is not HTTP' }

const PROBLEMS: Readonly<Record<string, ProblemBody>> = {
  HPE_HEADER_OVERFLOW: {
    error: 'headers-too-big',
    message: 'Cannot read the request: its headers are too big',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    error: 'too-slow',
    message: 'Cannot wait for the rest of the request: it came too slowly',
  },
  EGAMEGRIDSLOW: {
    error: 'too-slow',
    message: 'Cannot wait for the rest of the request: this address sends too many slow requests',
  },
}
