import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '../base/json.ts'
import { LONGEST_TIMER_MS } from '../base/longest-timer.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { ANSWER_MS, backOffMs, endingAfter, mayPass, PATIENCE_MS, retryAfterMs } from './patience.ts'
import { whyUnreachable } from './why-unreachable.ts'

export interface HttpCallerOptions {
  /** Where the server is: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** How long to retry while the server is unreachable, for example while it restarts; two minutes by default. */
  readonly patienceMs?: number
  readonly time?: CallerTime
  readonly signal?: AbortSignal
}

/** The client's clock; tests replace it. */
export interface CallerTime {
  /** Milliseconds that never go back. */
  now(): number
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

/** The parts in which HTTP wires differ. */
export interface HttpWire {
  /** The prefix of its problem codes. */
  readonly name: string
  readDocument(body: Uint8Array): Result<JsonObject>
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Long polling: for how many seconds the server may hold the answer. */
  readonly waitS?: number
}

/** What the server said. */
export interface Said {
  readonly status: number
  readonly document: JsonObject
}

/** The answer, or a failure that is worth a retry. */
export type Call =
  | ({ readonly kind: 'answered' } & Said)
  | { readonly kind: 'troubled'; readonly why: string; readonly retryMs: number }

/** How a client waits between calls. */
export interface Patience {
  /** Waits with exponential back-off; fails when the patience is used up. */
  trouble(why: string, retryMs?: number): Promise<Result<void>>
  /** Pauses if the answer to the call of `asked` came at once although it could be held: without a pause, calls would flood the server. */
  pauseUnlessHeld(asked: number): Promise<void>
  now(): number
}

export interface HttpCaller extends Patience {
  /** Calls, with retries, until there is an answer. */
  ask(request: HttpRequest): Promise<Result<Said>>
  askOnce(request: HttpRequest): Promise<Result<Call>>
}

/** An answer that comes sooner than this was not held. */
const HELD_MS = 500
const UNHELD_PAUSE_MS = 250
/** 16 MiB: many times the largest position. */
const MAX_BODY = 2 ** 24

export const realTime: CallerTime = {
  now: () => performance.now(),
  pause: (ms, signal) =>
    sleep(Math.min(ms, LONGEST_TIMER_MS), undefined, signal && { signal }).catch(() => {}),
}

/** An HTTP client that retries while the server is slow, overloaded or unreachable. */
export function openHttpCaller(wire: HttpWire, options: HttpCallerOptions): HttpCaller {
  const { url, patienceMs = PATIENCE_MS, time = realTime, signal } = options
  const stopped = fail('stopped', 'Cannot finish the game: it was stopped')
  let troubledSince: number | undefined
  let troubles = 0

  async function askOnce({ address, waitS = 0, ...request }: HttpRequest): Promise<Result<Call>> {
    if (signal?.aborted) return stopped
    try {
      const response = await (options.fetch ?? fetch)(address, {
        ...request,
        redirect: 'error',
        signal: endingAfter(waitS * 1000 + ANSWER_MS, signal),
      })
      const body = await readBody(response)
      const { status } = response
      const retryMs = retryAfterMs(response.headers.get('retry-after'))
      if (mayPass(status)) return ok({ kind: 'troubled', why: `it answers ${status}`, retryMs })
      const document = wire.readDocument(body)
      return document.ok ? ok({ kind: 'answered', status, document: document.value }) : document
    } catch (error) {
      return signal?.aborted ? stopped : ok({ kind: 'troubled', why: whyUnreachable(error), retryMs: 0 })
    }
  }

  async function trouble(why: string, retryMs = 0): Promise<Result<void>> {
    troubledSince ??= time.now()
    if (time.now() - troubledSince >= patienceMs)
      return fail('server-lost', `Cannot reach the server at ${url}: ${why}`)
    await time.pause(backOffMs(troubles++, retryMs), signal)
    return signal?.aborted ? stopped : ok(undefined)
  }

  async function ask(request: HttpRequest): Promise<Result<Said>> {
    for (;;) {
      const called = await askOnce(request)
      if (!called.ok) return called
      if (called.value.kind === 'answered') {
        troubledSince = undefined
        troubles = 0
        return ok(called.value)
      }
      const waited = await trouble(called.value.why, called.value.retryMs)
      if (!waited.ok) return waited
    }
  }

  return {
    ask,
    askOnce,
    trouble,
    async pauseUnlessHeld(asked) {
      if (time.now() - asked < HELD_MS) await time.pause(UNHELD_PAUSE_MS, signal)
    },
    now: () => time.now(),
  }
}

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
