import type { ClientRequest, IncomingMessage } from 'node:http'
import https from 'node:https'
import { createParser } from 'eventsource-parser'
import { show } from '../../base/fields.ts'
import { parseObject } from '../../base/json.ts'
import type { Problem } from '../../base/result.ts'
import { http } from '../../protocols/node-http.ts'
import { backOffMs, LONGEST_PAUSE_MS, mayPass, retryAfterMs } from '../../protocols/patience.ts'
import { whyUnreachable } from '../../protocols/why-unreachable.ts'

export type StreamHappening =
  /** A stream has opened, and tells everything from the beginning. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'event'; readonly data: string }
  /** The arena says that the battle has ended, but no longer how. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly problem: Problem }

export interface EventStream extends Disposable {
  /** Closes the connection and opens another one. */
  reconnect(why: string, retryMs?: number): void
  /** The stream has told something new, so earlier failures are over. */
  recovered(): void
}

export interface StreamOptions {
  readonly address: string
  /** How long the arena may be away before it is given up. */
  readonly patienceMs: number
}

/** A thousand times the longest event. */
const MAX_EVENT = 2 ** 17
const MAX_REFUSAL = 2 ** 12
/** Nothing is sent while the opponent thinks: only the operating system can notice that a connection is dead. */
const KEEP_ALIVE_MS = 15_000

/** Listens to a stream of events, again and again until the arena says that there are no more. */
export function followStream(
  { address, patienceMs }: StreamOptions,
  hear: (happening: StreamHappening) => void,
): EventStream {
  let request: ClientRequest | undefined
  let pause: NodeJS.Timeout | undefined
  let openedAt: number | undefined
  let troubledSince: number | undefined
  let troubles = 0

  function open(): void {
    const opened = (address.startsWith('https:') ? https : http).get(address, {
      agent: false,
      headers: { accept: 'text/event-stream' },
    })
    request = opened
    // What a connection says after it was dropped is not heard.
    const ifCurrent = (act: () => void): void => {
      if (opened === request) act()
    }
    opened.setNoDelay(true)
    opened.setSocketKeepAlive(true, KEEP_ALIVE_MS)
    opened.on('error', (error) => ifCurrent(() => reconnect(whyUnreachable(error))))
    opened.on('response', (response) => {
      response.on('error', (error) => ifCurrent(() => reconnect(whyUnreachable(error))))
      if (response.statusCode === 200) read(response, ifCurrent)
      else void readText(response).then((text) => ifCurrent(() => refuse(response, text)))
    })
  }

  function read(response: IncomingMessage, ifCurrent: (act: () => void) => void): void {
    const parser = createParser({
      maxBufferSize: MAX_EVENT,
      onEvent: ({ data }) => ifCurrent(() => hear({ kind: 'event', data })),
      onError({ type }) {
        if (type === 'max-buffer-size-exceeded')
          ifCurrent(() => reconnect('it sends an event that does not end'))
      },
    })
    openedAt = performance.now()
    hear({ kind: 'opened' })
    response.setEncoding('utf8')
    response.on('data', (text: string) => ifCurrent(() => parser.feed(text)))
    response.on('end', () => ifCurrent(() => reconnect('it hung up')))
  }

  function refuse({ statusCode = 0, headers }: IncomingMessage, text: string): void {
    if (statusCode === ENDED) hear({ kind: 'closed' })
    else if (mayPass(statusCode)) reconnect(`it answers ${statusCode}`, retryAfterMs(headers['retry-after']))
    else hear({ kind: 'failed', problem: refusal(statusCode, text) })
  }

  function reconnect(why: string, retryMs = 0): void {
    hangUp()
    // After a connection that has held for a while, a failure is a new one and not part of an earlier series.
    if (openedAt !== undefined && performance.now() - openedAt > LONGEST_PAUSE_MS) recovered()
    openedAt = undefined
    troubledSince ??= performance.now()
    if (performance.now() - troubledSince >= patienceMs)
      return hear({
        kind: 'failed',
        problem: { code: 'server-lost', message: `Cannot reach the arena at ${address}: ${why}` },
      })
    pause = setTimeout(open, backOffMs(troubles++, retryMs))
  }

  function recovered(): void {
    troubledSince = undefined
    troubles = 0
  }

  function hangUp(): void {
    clearTimeout(pause)
    const dropped = request
    request = undefined
    dropped?.destroy()
  }

  open()
  return {
    reconnect,
    recovered,
    [Symbol.dispose]: hangUp,
  }
}

/** The battle is over. */
export const ENDED = 423

/** What the arena said instead of playing. */
export function refusal(status: number, text: string): Problem {
  const error = parseObject(text)?.['error']
  const why = typeof error === 'string' ? `it says ${show(error)}` : `it answers ${status}`
  return { code: 'server-refused', message: `Cannot play in this arena: ${why}` }
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk
      if (text.length > MAX_REFUSAL) break
    }
  } catch {
    // The part that has come is enough.
  }
  return text
}
