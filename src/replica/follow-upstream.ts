import type { ClientRequest, IncomingMessage } from 'node:http'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Upstream, UpstreamAnswer } from './upstream.ts'

/** What is heard of an event stream of the arena. */
export interface StreamListener {
  opened(): void
  /** Events that arrived together, in order. */
  heard(events: readonly EventSourceMessage[]): void
  /** There is no such stream, or not now. The stream is closed. */
  refused(answer: UpstreamAnswer): void
  /** The connection could not be made, or has ended. The stream is closed. */
  lost(error: unknown): void
}

/** The arena sends something every 15 seconds; after a longer silence the connection is dead. */
const SILENCE_MS = 40_000
/** A refusal is one sentence. */
const MAX_REFUSAL = 16_384

/** Opens an event stream of the arena, after the event with the id `after`; the result closes it. */
export function followUpstream(
  upstream: Upstream,
  path: string,
  after: number | undefined,
  listener: StreamListener,
): () => void {
  let isClosed = false
  const asked: ClientRequest = upstream.request('GET', path, {
    accept: 'text/event-stream',
    ...(after !== undefined && { 'last-event-id': String(after) }),
  })
  const close = (): void => {
    isClosed = true
    asked.destroy()
  }
  const lose = (error: unknown): void => {
    if (isClosed) return
    close()
    listener.lost(error)
  }
  const refuse = (answer: UpstreamAnswer): void => {
    if (isClosed) return
    close()
    listener.refused(answer)
  }
  asked.setNoDelay(true)
  asked.setTimeout(SILENCE_MS, () => lose(new DOMException('', 'TimeoutError')))
  asked.on('error', lose)
  asked.on('response', (response) => {
    response.on('error', lose)
    upstream.note(undefined)
    if (response.statusCode === 200) return readEvents(response)
    void readRefusal(response).then(refuse, lose)
  })
  asked.end()

  function readEvents(response: IncomingMessage): void {
    let events: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (event) => void events.push(event) })
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      parser.feed(text)
      const together = events
      events = []
      if (together.length > 0 && !isClosed) listener.heard(together)
    })
    response.on('end', () => lose(new Error('it hung up')))
    if (!isClosed) listener.opened()
  }
  return close
}

async function readRefusal(response: IncomingMessage): Promise<UpstreamAnswer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    if ((length += part.length) > MAX_REFUSAL) break
  }
  return { status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(parts) }
}
