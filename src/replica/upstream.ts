import type { ClientRequest, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import * as https from 'node:https'
import { parseObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { http } from '../protocols/node-http.ts'
import { RequestError } from '../protocols/request-error.ts'
import { whyUnreachable } from '../protocols/why-unreachable.ts'

/** The arena that a replica stands in front of. */
export interface Upstream extends Disposable {
  /** Its origin, without a slash at the end. */
  readonly origin: string
  request(method: string, path: string, headers: OutgoingHttpHeaders): ClientRequest
  /** A whole answer; rejects with a `RequestError` if there is none. */
  read(path: string, headers: OutgoingHttpHeaders): Promise<UpstreamAnswer>
  /** Tells the operator once that the arena is lost, and once that it is back. */
  note(failure: unknown): void
}

export interface UpstreamAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** How long the arena may take until it begins to answer a request that others may share. */
const ANSWER_MS = 30_000

/** Reads the address of an arena. An arena has a host of its own, so there is no path in it. */
export function readArenaUrl(text: string): Result<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin) return ok(url.origin)
  return fail(
    'bad-url',
    `Cannot be a replica of ${JSON.stringify(text)}: expected the address of an arena like http://10.0.0.5:8080`,
  )
}

export function openUpstream(origin: string, onState: (problem: string | undefined) => void): Upstream {
  const { protocol, hostname, port } = new URL(origin)
  const { Agent, request: send } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo' })
  let isLost = false

  function note(failure: unknown): void {
    const wasLost = isLost
    isLost = failure !== undefined
    if (isLost !== wasLost) onState(isLost ? whyUnreachable(failure) : undefined)
  }

  const request: Upstream['request'] = (method, path, headers) =>
    send({
      // The brackets of an IPv6 address belong to the URL.
      hostname: hostname.replace(/^\[|\]$/g, ''),
      ...(port !== '' && { port }),
      agent,
      method,
      path,
      headers,
    })

  const readOnce = (path: string, headers: OutgoingHttpHeaders): Promise<UpstreamAnswer | 'stale'> =>
    new Promise((resolve, reject) => {
      const asked = request('GET', path, headers)
      asked.setTimeout(ANSWER_MS, () => asked.destroy(new DOMException('', 'TimeoutError')))
      let hasBegun = false
      const lose = (error: Error): void => {
        // The arena had closed the idle connection: the request did not reach it.
        if (asked.reusedSocket && !hasBegun && error.name !== 'TimeoutError') return resolve('stale')
        note(error)
        reject(unreachable())
      }
      asked.on('error', lose)
      asked.on('response', (response) => {
        hasBegun = true
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', lose)
        response.on('end', () => {
          note(undefined)
          const { statusCode: status = 0 } = response
          resolve({ status, headers: response.headers, body: Buffer.concat(parts) })
        })
      })
      asked.end()
    })

  return {
    origin,
    request,
    note,
    async read(path, headers) {
      for (;;) {
        const answer = await readOnce(path, headers)
        if (answer !== 'stale') return answer
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}

/** The sentence names no address: that of the arena may be one of an inner network. */
export const unreachable = (): RequestError =>
  new RequestError('arena-unreachable', 'The arena does not answer: try again in a moment', { retryAfter: 2 })

/** Whether an arena answers there. */
export async function checkArena(origin: string): Promise<Result<undefined>> {
  try {
    const response = await fetch(`${origin}/api/v1/server`, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (parseObject(await response.text())?.['disk'] !== undefined) return ok(undefined)
    return fail(
      'server-refused',
      `Cannot be a replica of ${origin}: no arena answers there (status ${response.status})`,
    )
  } catch (error) {
    return fail('server-lost', `Cannot reach the arena at ${origin}: ${whyUnreachable(error)}`)
  }
}
