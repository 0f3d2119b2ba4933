import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { whyUnreachable } from '../why-unreachable.ts'
import { decodeDocument, type Format } from './format.ts'

/** Time as the client sees it; tests bring their own. */
export interface PollingTime {
  /** Milliseconds that never go back. */
  now(): number
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

export interface CallerOptions {
  /** Where the server is: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly format?: Format
  readonly fetch?: typeof fetch
  /** How long a server may be away, as when it is restarted, before it is given up; two minutes unless told otherwise. */
  readonly patienceMs?: number
  readonly time?: PollingTime
  readonly signal?: AbortSignal
}

/** What the server answered, unless there was trouble that may pass. */
export type Call =
  | { readonly kind: 'answered'; readonly status: number; readonly document: JsonObject }
  | { readonly kind: 'troubled'; readonly why: string; readonly retryMs: number }

export interface Caller {
  /** Asks until there is an answer other than "later". */
  get(path: string, query: Readonly<Record<string, string>>): Promise<Result<JsonObject>>
  /** Asks once: whether a move got through that was not answered must be looked up. */
  post(path: string, query: Readonly<Record<string, string>>): Promise<Result<Call>>
  /** Waits after trouble, longer every time, until patience ends. */
  trouble(why: string, retryMs?: number): Promise<Result<void>>
  now(): number
  pause(ms: number): Promise<void>
}

const PATIENCE_MS = 120_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
const LONGEST_RETRY_AFTER_MS = 60_000
/** How long an answer may take beyond the time it was told to wait. */
const ANSWER_MS = 15_000
/** Several times a full board. */
const MAX_BODY = 2 ** 24

const realTime: PollingTime = {
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, signal && { signal }).catch(() => {}),
}

export function openCaller(options: CallerOptions): Caller {
  const { format = 'json', patienceMs = PATIENCE_MS, time = realTime, signal } = options
  let troubledSince: number | undefined
  let troubles = 0

  async function call(
    method: string,
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<Result<Call>> {
    if (signal?.aborted) return stopped
    try {
      const response = await (options.fetch ?? fetch)(addressOf(options.url, `${path}.${format}`, query), {
        method,
        redirect: 'error',
        signal: patienceFor(Number(query['wait'] ?? 0) * 1000 + ANSWER_MS, signal),
      })
      const body = await readBody(response)
      const { status } = response
      if (status === 429 || status >= 500)
        return ok({ kind: 'troubled', why: `it answers ${status}`, retryMs: retryAfter(response) })
      const document = decodeDocument(format, body)
      if (!document.ok)
        return fail('polling.server', `Cannot understand the server: ${document.problem.message}`)
      return ok({ kind: 'answered', status, document: document.value })
    } catch (error) {
      return signal?.aborted ? stopped : ok({ kind: 'troubled', why: whyUnreachable(error), retryMs: 0 })
    }
  }

  async function trouble(why: string, retryMs = 0): Promise<Result<void>> {
    troubledSince ??= time.now()
    if (time.now() - troubledSince >= patienceMs)
      return fail('polling.lost', `Cannot reach the server at ${options.url}: ${why}`)
    const backOff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** troubles++)
    await time.pause(Math.max(backOff, retryMs), signal)
    return signal?.aborted ? stopped : ok(undefined)
  }

  async function get(path: string, query: Readonly<Record<string, string>>): Promise<Result<JsonObject>> {
    for (;;) {
      const called = await call('GET', path, query)
      if (!called.ok) return called
      if (called.value.kind === 'answered') {
        troubledSince = undefined
        troubles = 0
        const { status, document } = called.value
        return status === 200 ? ok(document) : refused(document)
      }
      const waited = await trouble(called.value.why, called.value.retryMs)
      if (!waited.ok) return waited
    }
  }

  return {
    get,
    post: (path, query) => call('POST', path, query),
    trouble,
    now: () => time.now(),
    pause: (ms) => time.pause(ms, signal),
  }
}

/** What the server said instead of playing. */
export const refused = (document: JsonObject): Result<never> => {
  const { message, error } = document
  const why = typeof message === 'string' ? message : typeof error === 'string' ? error : 'it gives no reason'
  return fail('polling.refused', `Cannot play on this server: ${why}`)
}

const stopped = fail('polling.stopped', 'Cannot finish the game: it was stopped')

function addressOf(url: string, path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return `${url.replace(/\/+$/, '')}${path}${search === '' ? '' : `?${search}`}`
}

const patienceFor = (ms: number, signal: AbortSignal | undefined): AbortSignal =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms)

async function readBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BODY) throw new Error(`it answers with more than ${MAX_BODY} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS) : 0
}
