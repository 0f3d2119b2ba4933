import { LRUCache } from 'lru-cache'
import { deferred, type Deferred } from '../base/deferred.ts'
import type { UpstreamAnswer } from './upstream.ts'

/** A request without a key: its answer is the same for every client that asks it. */
export interface Question {
  /** Equal questions have equal keys. */
  readonly key: string
  /** The address of the client: a limit of the arena concerns it alone. */
  readonly asker: string
  /** An answer may be used again for so long, whatever the arena says of it. */
  readonly keepMs: number
  ask(): Promise<UpstreamAnswer>
}

/**
 * Answers many equal questions with few requests to the arena.
 *
 * An answer is never older than its question, unless the arena allows that (`max-age`): a page that was told of a change asks again, and
 * must see the change. So questions that come while a request is under way wait for the next one, and share that.
 */
export interface SharedAnswers {
  answer(question: Question): Promise<UpstreamAnswer>
  /** The last answer that was kept, however old. */
  stale(key: string): UpstreamAnswer | undefined
  /** Keeps an answer under another key as well. */
  keep(key: string, answer: UpstreamAnswer): void
  /** Asks again for everything. `stale` still has the answers that were kept. */
  expire(): void
}

export interface SharedAnswersOptions {
  /** The shortest time from one request to the next equal one. */
  readonly paceMs?: number
  readonly maxBytes?: number
}

/** Five requests a second for each address, however many clients ask: an arena with ten replicas gets fifty. */
const PACE_MS = 200
const MAX_BYTES = 128 << 20
/** How large one answer may be, as a part of all. */
const LARGEST = 1 / 8

interface Waiting {
  readonly question: Question
  readonly told: Deferred<UpstreamAnswer>
}

export function openSharedAnswers(options: SharedAnswersOptions = {}): SharedAnswers {
  const { paceMs = PACE_MS, maxBytes = MAX_BYTES } = options
  const kept = new LRUCache<string, UpstreamAnswer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes * LARGEST,
    sizeCalculation: ({ body }, key) => body.length + key.length + HEADERS_SIZE,
    noDeleteOnStaleGet: true,
  })
  const lines = new Map<string, (waiting: Waiting) => void>()

  function openLine(key: string): (waiting: Waiting) => void {
    let waiting: Waiting[] = []
    let state: 'free' | 'pausing' | 'asking' = 'free'

    async function ask(): Promise<void> {
      const batch = waiting
      const [first] = batch
      if (!first) return void lines.delete(key)
      waiting = []
      state = 'asking'
      const began = performance.now()
      try {
        const answer = await first.question.ask()
        const keepMs = Math.max(first.question.keepMs, maxAgeMs(answer))
        if (isForAll(answer)) {
          if (keepMs > 0 && answer.status === 200) kept.set(key, answer, { ttl: keepMs })
          for (const { told } of batch) told.resolve(answer)
        } else tellSome(batch, answer)
      } catch (error) {
        for (const { told } of batch) told.reject(error)
      }
      state = 'pausing'
      setTimeout(() => void ask(), Math.max(0, began + paceMs - performance.now())).unref()
    }

    /** The answer concerns the client that asked. A limit concerns all clients at its address; the others ask again. */
    function tellSome(batch: readonly Waiting[], answer: UpstreamAnswer): void {
      const [first, ...rest] = batch
      first?.told.resolve(answer)
      if (answer.status === LIMITED) {
        const isLimited = ({ question }: Waiting): boolean => question.asker === first?.question.asker
        for (const { told } of rest.filter(isLimited)) told.resolve(answer)
        waiting.unshift(...rest.filter((one) => !isLimited(one)))
      } else for (const { question, told } of rest) question.ask().then(told.resolve, told.reject)
    }

    return (one) => {
      waiting.push(one)
      if (state === 'free') void ask()
    }
  }

  return {
    async answer(question) {
      const { key } = question
      const known = kept.get(key)
      if (known) return known
      const told = deferred<UpstreamAnswer>()
      const line = lines.get(key) ?? openLine(key)
      lines.set(key, line)
      line({ question, told })
      return told.promise
    },
    stale: (key) => kept.get(key, { allowStale: true }),
    keep: (key, answer) => void kept.set(key, answer, { ttl: 1 }),
    expire() {
      // Each `set` changes the order in which the cache is gone through.
      const all = kept.entries().toArray()
      for (const [key, answer] of all)
        kept.set(key, answer, { ttl: 1, start: performance.now() - LONG_AGO_MS })
    },
  }
}

const LIMITED = 429
const LONG_AGO_MS = 1_000
/** What an answer takes beside its body, about. */
const HEADERS_SIZE = 1_000
const SHARED_STATUSES: readonly number[] = [200, 301, 302, 307, 308, 404]

/**
 * The question had no key, so `private` says nothing: the arena sends it where a key would have changed the answer. What it forbids to keep, or
 * what gives the client a cookie, is for that client alone.
 */
function isForAll({ status, headers }: UpstreamAnswer): boolean {
  const isForOne = headers['set-cookie'] !== undefined || /\bno-store\b/.test(headers['cache-control'] ?? '')
  return !isForOne && (SHARED_STATUSES.includes(status) || status >= 500)
}

function maxAgeMs({ headers }: UpstreamAnswer): number {
  const control = headers['cache-control'] ?? ''
  if (!/\bpublic\b/.test(control)) return 0
  return Number(/\bmax-age=(\d{1,9})\b/.exec(control)?.[1] ?? 0) * 1000
}
