import type { FastifyRequest } from 'fastify'
import { show } from '../base/fields.ts'
import { asksForSocket } from './asks-for-socket.ts'
import type { App } from './context.ts'
import type { KnownHosts } from './known-hosts.ts'
import { forbidden, RequestError } from '../protocols/request-error.ts'

/**
 * Refuses two kinds of requests before any handler: requests for a host that the server was not told of (a browser sends them
 * after DNS rebinding), and changes and WebSockets that a page of another origin asks for (CSRF).
 */
export function refuseForeign(app: App, hosts: KnownHosts): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers
    // HTTP/1.0 may leave the header out; a browser never does.
    if (host !== undefined && !hosts.has(host, request.raw.socket.localAddress)) return done(wrongHost(host))
    // Behind a proxy the host of links comes from `X-Forwarded-Host`, which a client may have sent itself.
    if (request.host !== host && request.host !== '' && !hosts.has(request.host, undefined))
      return done(wrongHost(request.host))
    if (isOtherOrigin(request, hosts)) otherOrigin.add(request)
    const mayChange = isUnsafe(request) || asksForSocket(request)
    done(mayChange && isFromOtherSite(request) ? otherSite() : undefined)
  })
}

/** For a `GET` that changes something: the SSE wire begins a battle with one. */
export function refuseOtherSites(request: FastifyRequest): void {
  if (isFromOtherSite(request)) throw otherSite()
}

/** Whether a page of another origin made a browser send it. Programs send no origin. */
const isFromOtherSite = (request: FastifyRequest): boolean => otherOrigin.has(request)

/** Whether the headers prove that a page of this server sent it. A change by cookie needs that proof. */
export const isFromThisSite = (request: FastifyRequest): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers
  return !isFromOtherSite(request) && (origin !== undefined || site !== undefined)
}

export const isUnsafe = ({ method }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'

export const otherSite = (): RequestError =>
  forbidden('A request from another site may not act for you: open the page of the server itself')

const otherOrigin = new WeakSet<FastifyRequest>()

function isOtherOrigin({ headers }: FastifyRequest, hosts: KnownHosts): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && !hosts.isOwnOrigin(origin, host)
}

const wrongHost = (host: string): RequestError =>
  new RequestError(
    'wrong-host',
    `Cannot answer for ${show(host)}: the server does not know this host, --public-host adds a name`,
  )
