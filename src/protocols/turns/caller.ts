import { setTimeout as sleep } from 'node:timers/promises'
import { parseObject, type JsonObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { whyUnreachable } from '../why-unreachable.ts'

/** Time as the client sees it; tests bring their own. */
export interface TurnsTime {
  /** Milliseconds that never go back. */
  now(): number
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

export interface CallerOptions {
  /** Where the arena is: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly key: string
  readonly fetch?: typeof fetch
  /** How long the arena may be away, as when it is restarted, before it is given up; two minutes unless told otherwise. */
  readonly patienceMs?: number
  readonly time?: TurnsTime
  readonly signal?: AbortSignal
}

/** What the arena said. */
export interface Said {
  readonly status: number
  readonly document: JsonObject
}

/** What it said, unless there was trouble that may pass. */
export type Call =
  | ({ readonly kind: 'answered' } & Said)
  | { readonly kind: 'troubled'; readonly why: string; readonly retryMs: number }

export interface Caller {
  /** Asks until there is an answer other than "later"; the answer may be held back for `waitS` seconds. */
  get(path: string, waitS?: number): Promise<Result<Said>>
  /** Asks once: whether a move got through that was not answered must be looked up. */
  post(path: string, body: JsonObject): Promise<Result<Call>>
  /** Waits after trouble, longer every time, until patience ends. */
  trouble(why: string, retryMs?: number): Promise<Result<void>>
  now(): number
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

const PATIENCE_MS = 120_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
const LONGEST_RETRY_AFTER_MS = 60_000
/** How long an answer may take beyond the time it was told to wait. */
const ANSWER_MS = 15_000
/** Many times the biggest position. */
const MAX_BODY = 2 ** 24

const realTime: TurnsTime = {
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, signal && { signal }).catch(() => {}),
}

/** Calls an arena that may be slow, deaf or away for a while. */
export function openCaller(options: CallerOptions): Caller {
  const { key, patienceMs = PATIENCE_MS, time = realTime, signal } = options
  const url = options.url.replace(/\/+$/, '')
  let troubledSince: number | undefined
  let troubles = 0

  async function call(path: string, waitS: number, body?: JsonObject): Promise<Result<Call>> {
    if (signal?.aborted) return STOPPED
    try {
      const response = await (options.fetch ?? fetch)(`${url}${path}${waitS > 0 ? `?wait=${waitS}` : ''}`, {
        method: body ? 'POST' : 'GET',
        redirect: 'error',
        headers: {
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: endingAfter(waitS * 1000 + ANSWER_MS, signal),
      })
      const text = await readBody(response)
      const { status } = response
      if (status === 429 || status >= 500)
        return ok({ kind: 'troubled', why: `it answers ${status}`, retryMs: retryAfter(response) })
      const document = parseObject(text)
      if (document) return ok({ kind: 'answered', status, document })
      return fail('turns.server', `Cannot understand the server at ${url}: expected JSON`)
    } catch (error) {
      return signal?.aborted ? STOPPED : ok({ kind: 'troubled', why: whyUnreachable(error), retryMs: 0 })
    }
  }

  async function trouble(why: string, retryMs = 0): Promise<Result<void>> {
    troubledSince ??= time.now()
    if (time.now() - troubledSince >= patienceMs)
      return fail('turns.lost', `Cannot reach the server at ${url}: ${why}`)
    const backOff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** troubles++)
    await time.pause(Math.max(backOff, retryMs), signal)
    return signal?.aborted ? STOPPED : ok(undefined)
  }

  async function get(path: string, waitS = 0): Promise<Result<Said>> {
    for (;;) {
      const called = await call(path, waitS)
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
    get,
    post: (path, body) => call(path, 0, body),
    trouble,
    now: () => time.now(),
    pause: (ms, until = signal) => time.pause(ms, until),
  }
}

/** What the server said instead of playing. */
export function refused({ status, document }: Said): Result<never> {
  const { message } = document
  const why = typeof message === 'string' ? message : `it answers ${status}`
  return fail('turns.refused', `Cannot play on this server: ${why}`)
}

const STOPPED = fail('turns.stopped', 'Cannot finish the game: it was stopped')

const endingAfter = (ms: number, signal: AbortSignal | undefined): AbortSignal =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms)

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BODY) throw new Error(`it answers with more than ${MAX_BODY} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS) : 0
}
