import type { FastifyReply, FastifyRequest } from 'fastify'
import { hideKeys } from '../base/hide-keys.ts'
import { isObject } from '../base/json.ts'
import type { App } from './wire-server.ts'

/** A request of a player in its match, and the answer. It has no key, cookie or header. */
export interface Exchange {
  /** When the request arrived, in milliseconds since 1970. */
  readonly at: number
  /** How long the answer took. */
  readonly ms: number
  /** Where the match stood when the request arrived; undefined when it did not run. */
  readonly place: Place | undefined
  /** `GET /api/v1/games/5/turn?wait=20` */
  readonly request: string
  /** It only looks: the same again, with nothing new to see, need not be told again. */
  readonly isLook: boolean
  readonly status: number
  readonly answer: string
  /** The state of the match that the answer shows. */
  readonly shows: string | undefined
}

export interface Place {
  /** Counted from 0. */
  readonly round: number
  /** Turns played. */
  readonly turn: number
}

/** The logs of players that come by HTTP: each team reads its own. */
export interface RequestLogs {
  /** Where a match stands that runs. */
  placeIn(match: number): Place | undefined
  /** Logs a request of a person that plays in the match by HTTP; any other is left out. */
  add(match: number, person: number, exchange: Exchange): void
}

export interface RequestLogHost {
  readonly requestLogs: RequestLogs
  /** The team whose key the request carries; undefined without a key. A wrong key is refused. */
  identify(request: FastifyRequest): { readonly person: { readonly id: number } } | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the match stood when the request arrived. */
    placeThen: Place | undefined
    /** The state of the match that the answer shows: two answers that show the same differ in nothing but clocks. */
    shows: string | undefined
  }
}

/**
 * Logs the requests to the routes of a wire that carry a key of a player, with their answers, refusals included. The hook runs after the
 * one that waits for the disk: a log is read back only with answers that could leave.
 */
export function logRequests(
  app: App,
  host: RequestLogHost,
  /** The parameter of the routes that names the match. */
  matchParam: string,
): void {
  const { requestLogs } = host
  const matchOf = ({ params }: FastifyRequest): number | undefined => {
    const id = Number((params as Readonly<Record<string, unknown>> | undefined)?.[matchParam])
    return Number.isSafeInteger(id) && id > 0 ? id : undefined
  }
  app.decorateRequest('placeThen', undefined)
  app.decorateRequest('shows', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const match = matchOf(request)
    if (match !== undefined) request.placeThen = requestLogs.placeIn(match)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const match = matchOf(request)
    if (match !== undefined) {
      const person = teamOf(host, request)
      if (person !== undefined) requestLogs.add(match, person, exchangeOf(request, reply, payload))
    }
    done(null, payload)
  })
}

/** The id of the team whose key a request carries. With a wrong key the request is no team's. */
export function teamOf(host: RequestLogHost, request: FastifyRequest): number | undefined {
  try {
    return host.identify(request)?.person.id
  } catch {
    return undefined
  }
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): Exchange {
  const ms = reply.elapsedTime
  return {
    at: Math.round(Date.now() - ms),
    ms: Math.round(ms),
    place: request.placeThen,
    request: clean(`${request.method} ${addressOf(request)}${bodyOf(request)}`, REQUEST_ENDS),
    isLook: request.method === 'GET',
    status: reply.statusCode,
    // Polls that bring nothing new do not need it.
    get answer() {
      return textOf(payload)
    },
    shows: request.shows,
  }
}

/** Fields of a query that are shown. The key is not one of them. */
const SHOWN_FIELDS = ['wait', 'full', 'remark'] as const

function addressOf({ url, query }: FastifyRequest): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  if (!isObject(query)) return path
  const fields = SHOWN_FIELDS.flatMap((name) =>
    query[name] === undefined ? [] : [`${name}=${asText(query[name])}`],
  )
  return fields.length === 0 ? path : `${path}?${fields.join('&')}`
}

function bodyOf({ body, unreadBody }: FastifyRequest): string {
  if (unreadBody !== undefined) return ` ${unreadBody}`
  return body === undefined || body === null ? '' : ` ${asText(body)}`
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value)
  } catch {
    // Nested deeper than the stack.
    return '(deeply nested JSON)'
  }
}

/** Characters that are kept of the beginning and of the end of a long text. */
interface EndSizes {
  readonly head: number
  readonly tail: number
}

const REQUEST_ENDS: EndSizes = { head: 300, tail: 100 }
/** The fields around a board come before and after it. */
const ANSWER_ENDS: EndSizes = { head: 140, tail: 260 }

function textOf(payload: unknown): string {
  if (typeof payload === 'string') return clean(payload, ANSWER_ENDS)
  return payload instanceof Uint8Array ? `(${payload.byteLength} bytes)` : ''
}

/** One line without keys. A long text is cut before its keys are hidden, and half a key at a cut is left out with its word. */
function clean(text: string, { head, tail }: EndSizes): string {
  if (text.length <= head + tail) return onOneLine(hideKeys(text))
  const first = hideKeys(text.slice(0, head).replace(/[\w%-]{1,80}$/, ''))
  const last = hideKeys(text.slice(-tail).replace(/^[\w%-]{1,80}/, ''))
  // A slice keeps the whole text in memory; what comes out of a buffer does not.
  return Buffer.from(onOneLine(`${first} … ${last}`)).toString()
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().toWellFormed()
