import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { IncomingMessage, RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { PassThrough, type Duplex } from 'node:stream'
import { errorCode } from '../../base/error-code.ts'
import { http } from '../../protocols/node-http.ts'
import { HOST_IS_SHORT, type PostJson, type PostOptions } from '../../protocols/post-json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { realClock } from '../../runner/clock.ts'
import { hasFreeDescriptor, isShortage } from '../../runner/is-shortage.ts'
import type { AddressRules } from './address-rules.ts'
import { readOutgoingUrl } from '../../protocols/outgoing-url.ts'

/** Finds all addresses of a name. */
export type Lookup = (
  host: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Opens a connection to an address that was checked. */
export type Connect = (address: string, port: number) => Duplex

export interface OutgoingOptions {
  readonly rules: AddressRules
  readonly lookup?: Lookup
  /** Stands in for the network, also for https. */
  readonly connect?: Connect
}

const MAX_REDIRECTS = 3
const CONNECT_MS = 10_000
/** The answer is drained and thrown away, up to so many bytes and milliseconds. */
const MAX_DRAIN_BYTES = 64 * 1024
const MAX_DRAIN_MS = 5_000

/**
 * Posts JSON to URLs that clients gave. A name is resolved once, its address is checked, and that very address is called: a
 * name that resolves to another address a moment later (DNS rebinding) gains nothing. The same holds for every redirect.
 */
export function openOutgoing({ rules, lookup = systemLookup, connect }: OutgoingOptions): PostJson {
  const dial = dialling(checkedLookup(rules, lookup), connect)
  return async (text, body, options) => {
    let target = readOutgoingUrl(text)
    for (let redirects = 0; ; redirects++) {
      if (!target.ok) return target
      const url = target.value
      // The token goes to the first address only, never to the target of a redirect.
      const sent = redirects === 0 ? options : { ...options, authorization: undefined, headers: undefined }
      const answer = await send(url, JSON.stringify(body), sent, rules, dial)
      if (!answer.ok || answer.value.location === undefined) return answer
      if (options.refusesRedirects === true) return ok({ status: answer.value.status })
      if (redirects === MAX_REDIRECTS)
        return fail('outgoing-failed', `it redirected more than ${MAX_REDIRECTS} times`)
      if (!URL.canParse(answer.value.location, url.href))
        return fail('outgoing-failed', 'its redirect names no address')
      target = readOutgoingUrl(new URL(answer.value.location, url.href).href)
    }
  }
}

interface Answered {
  readonly status: number
  /** The target of a redirect. */
  readonly location?: string
}

/** Redirects that keep the method: a POST stays a POST. */
const REDIRECTS = [301, 302, 307, 308]

type SendOptions = Omit<PostOptions, 'headers'> & { readonly headers?: PostOptions['headers'] | undefined }

function send(
  url: URL,
  body: string,
  { signal, timeoutMs, authorization, idempotencyKey, headers }: SendOptions,
  rules: AddressRules,
  dial: RequestOptions,
): Promise<Result<Answered>> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !rules.isAllowed(host, host)) return Promise.resolve(forbidden())
  if (signal.aborted) return Promise.resolve(fail('outgoing-failed', 'it was given up'))
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      ...dial,
      maxHeaderSize: 16 * 1024,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: '*/*',
        'user-agent': 'gamegrid',
        ...(authorization !== undefined && { authorization }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers?.(body),
      },
    })
    let isSettled = false
    const settle = (result: Result<Answered>): void => {
      isSettled = true
      clearTimeout(connecting)
      clearTimeout(waiting)
      signal.removeEventListener('abort', giveUp)
      resolve(result)
    }
    const end = (message: string): void => {
      if (isSettled) return
      settle(fail('outgoing-failed', message))
      request.destroy()
    }
    const giveUp = (): void => end('it was given up')
    let isConnected = false
    // If our event loop was blocked, data that arrived meanwhile is read before the timeout counts.
    const giveUpConnecting = (): void => {
      if (!isConnected) end(`nothing there within ${CONNECT_MS / 1000} s`)
    }
    const giveUpWaiting = (): void => end(`no answer within ${timeoutMs / 1000} s`)
    const connecting = setTimeout(() => realClock.settle(giveUpConnecting), CONNECT_MS)
    const waiting = setTimeout(() => realClock.settle(giveUpWaiting), timeoutMs)
    signal.addEventListener('abort', giveUp, { once: true })
    request.on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
    request.on('error', (error) => {
      const isOurFault = isShortage(error) || !hasFreeDescriptor()
      settle(fail(isOurFault ? HOST_IS_SHORT : 'outgoing-failed', explain(error)))
    })
    request.on('response', (response) => {
      const { statusCode: status = 0 } = response
      const { location } = response.headers
      settle(ok({ status, ...(REDIRECTS.includes(status) && location !== undefined && { location }) }))
      drain(response)
    })
    // Without this listener, Node would close the connection, with no error and no response.
    request.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      end(`it answered ${statusCode}`)
    })
    request.end(body)
  })
}

/** How a request reaches its host. A name is looked up here only if there is a stand-in: Node does it itself otherwise. */
function dialling(lookup: LookupFunction, connect: Connect | undefined): RequestOptions {
  if (!connect) return { agent: false, lookup }
  return {
    createConnection({ host, port }, done) {
      const open = (address: string): void => done(null, connect(address, Number(port)))
      if (isIP(host ?? '') !== 0) open(host ?? '')
      else
        lookup(host ?? '', {}, (error, address) => {
          if (error) done(error, new PassThrough())
          else if (typeof address === 'string') open(address)
        })
      return undefined
    },
  }
}

/** Looks a name up and lets only addresses through that may be called. */
const checkedLookup =
  (rules: AddressRules, lookup: Lookup): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const allowed = addresses.filter(({ address }) => rules.isAllowed(address, host))
      const [first] = allowed
      if (!first) return callback(Object.assign(new Error('forbidden'), { code: FORBIDDEN }), [])
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })

const FORBIDDEN = 'EGAMEGRIDFORBIDDEN'

const forbidden = () => fail('outgoing-forbidden', 'the server may not call that address')

/** Drains the answer, so that the other side is not cut off, up to a limit. */
function drain(response: IncomingMessage): void {
  let bytes = 0
  const timer = setTimeout(() => response.destroy(), MAX_DRAIN_MS)
  timer.unref()
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_DRAIN_BYTES) response.destroy()
  })
  response.on('close', () => clearTimeout(timer))
  response.on('error', () => {})
}

function explain(error: Error): string {
  const code = errorCode(error) ?? ''
  return WORDS[code] ?? `the call failed (${code === '' ? 'no reason given' : code})`
}

const WORDS: Readonly<Record<string, string>> = {
  [FORBIDDEN]: 'the server may not call that address',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it hung up without an answer',
  EPIPE: 'it hung up without an answer',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that host',
  ETIMEDOUT: 'nothing there',
  HPE_HEADER_OVERFLOW: 'its headers are too big',
}
