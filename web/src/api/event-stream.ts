import { createParser } from 'eventsource-parser'

/** One event of a `text/event-stream`. */
export interface StreamEvent {
  readonly type: string
  readonly data: string
  readonly id?: string
}

/** `lost`: the connection failed and is tried again. `missing`: the server has no such stream (404 or 410), which is final. */
export type StreamState = 'connecting' | 'open' | 'lost' | 'missing' | 'ended'

/** What a stream is asked for. */
export interface Asked {
  readonly url: string
  readonly lastId: string | undefined
  /** Closes the connection. */
  readonly signal: AbortSignal
}

/** Opens a connection; gives the text as it comes. */
export type Connect = (asked: Asked) => Promise<ReadableStream<string> | 'missing' | 'lost'>

export interface StreamOptions {
  readonly url: string
  /** By an ordinary request, if nothing else is said. */
  readonly connect?: Connect
  /** Resumes after this event instead of at the beginning. */
  readonly lastId?: string
  /** Which event to resume after, if this one was the last; without it, that one. With undefined it begins anew. */
  readonly resumeAfter?: (lastId: string) => string | undefined
  /** Events that arrived together, in order. */
  readonly onEvents: (events: readonly StreamEvent[]) => void
  readonly onState?: (state: StreamState) => void
  /** An event of this type is the last one. */
  readonly endType?: string
  /** Milliseconds to wait before an attempt, which is counted from 1. */
  readonly retryDelay?: (attempt: number) => number
  /** Timeout: the server sends comments when nothing happens, so a longer silence means that the connection is dead. */
  readonly silenceMs?: number
}

const RETRY_MS = [300, 700, 1500, 3000, 5000]
const SILENCE_MS = 40_000

/**
 * Follows an event stream until it ends or is closed, and comes back after every failure with the id of the last event.
 * An `EventSource` cannot be told where to resume, hides why it failed, and takes one of the few connections of a
 * browser even while its page is hidden. This one can be closed and resumed.
 */
export function openEventStream(options: StreamOptions): () => void {
  const { url, connect = connectOverHttp, resumeAfter = (id) => id, onEvents, onState, endType } = options
  const { retryDelay = defaultDelay, silenceMs = SILENCE_MS } = options
  const closed = new AbortController()
  let { lastId } = options
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const announce = (state: StreamState): void => {
    if (!closed.signal.aborted) onState?.(state)
  }

  /** Reads until the stream ends or fails. */
  async function read(): Promise<'ended' | 'missing' | 'lost'> {
    const given = new AbortController()
    const giveUp = (): void => given.abort()
    timer = setTimeout(giveUp, silenceMs)
    const text = await connect({
      url,
      lastId: lastId === undefined ? undefined : resumeAfter(lastId),
      signal: AbortSignal.any([closed.signal, given.signal]),
    })
    if (typeof text === 'string') return text
    announce('open')
    const parse = eventParser()
    const reader = text.getReader()
    for (;;) {
      const chunk = await reader.read().catch(() => undefined)
      if (chunk === undefined || chunk.done) return 'lost'
      attempts = 0
      clearTimeout(timer)
      timer = setTimeout(giveUp, silenceMs)
      const events = parse(chunk.value)
      const end = endType === undefined ? -1 : events.findIndex(({ type }) => type === endType)
      const wanted = end < 0 ? events : events.slice(0, end)
      lastId = wanted.findLast(({ id }) => id !== undefined)?.id ?? lastId
      if (closed.signal.aborted) return 'lost'
      if (wanted.length > 0) onEvents(wanted)
      if (end < 0) continue
      void reader.cancel()
      return 'ended'
    }
  }

  async function attempt(): Promise<void> {
    const how = await read()
    clearTimeout(timer)
    if (closed.signal.aborted) return
    announce(how)
    if (how === 'lost') timer = setTimeout(() => void attempt(), retryDelay(++attempts))
  }

  void attempt()
  return () => {
    closed.abort()
    clearTimeout(timer)
  }
}

export const connectOverHttp: Connect = async ({ url, lastId, signal }) => {
  const request = fetch(url, {
    headers: { Accept: 'text/event-stream', ...(lastId !== undefined && { 'Last-Event-ID': lastId }) },
    cache: 'no-store',
    signal,
  })
  const response = await request.catch(() => undefined)
  if (response?.status === 404 || response?.status === 410) return 'missing'
  if (!response?.ok || response.body === null) return 'lost'
  return response.body.pipeThrough(new TextDecoderStream())
}

/** Jitter: after a restart of the server not all spectators reconnect at the same moment. */
const defaultDelay = (attempt: number): number =>
  (RETRY_MS[Math.min(attempt, RETRY_MS.length) - 1] ?? 0) * (0.75 + Math.random() / 2)

/** Takes in text in pieces of any size, and gives the events that each piece completes. */
export function eventParser(): (text: string) => readonly StreamEvent[] {
  let events: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ event = 'message', data, id }) =>
      events.push({ type: event, data, ...(id !== undefined && { id }) }),
  })
  return (text) => {
    events = []
    parser.feed(text)
    return events
  }
}
