import { deferred, type Deferred } from '../../base/deferred.ts'
import { unlessAborted } from '../../base/unless-aborted.ts'
import {
  NO_LONGER_ASKED,
  type Answer,
  type Connection,
  type Contestant,
  type Gone,
  type Question,
} from '../../protocols/protocol.ts'

/** What came of an answer. */
export type DeskVerdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly why: string }
  /** The match had moved on before it was taken in. */
  | { readonly kind: 'late' }

export type DeskAnswer = Exclude<Answer, Gone>

/** Where a player of any game sits that comes and goes by HTTP: what it is asked lies here until it fetches it. */
export interface Desk {
  readonly contestant: Contestant
  /** The player has shown up: its rounds wait until then, for as long as getting ready may take. Once is enough for a match. */
  arrive(): void
  /** What it has to answer now. */
  readonly question: Question | undefined
  /** Hands in an answer, one to a question; undefined when nothing is asked. */
  answer(answer: DeskAnswer): Promise<DeskVerdict> | undefined
  /** What has come of the answer. The host says so; a refusal that is followed by the question again is known without it. */
  heard(verdict: DeskVerdict): void
}

export interface DeskOptions {
  /** As it was asked for. */
  readonly bot?: string
  /** It has shown up already: its match goes on after a restart. */
  readonly arrived?: boolean
  /** Called whenever it shows that it is there. */
  readonly onArrive?: () => void
}

interface Asked {
  readonly question: Question
  readonly settle: (answer: Answer) => void
}

export function openDesk(name: string, options: DeskOptions = {}): Desk {
  const arrival = deferred()
  let asked: Asked | undefined
  let verdict: Deferred<DeskVerdict> | undefined

  async function connect(_: unknown, signal: AbortSignal): Promise<Connection | Gone> {
    const isThere = arrival.promise.then(() => true)
    if (!(await unlessAborted(isThere, signal, false)))
      return { kind: 'gone', cause: 'slow-start', detail: 'it did not show up' }
    let isClosed = false
    return {
      ask: (question, asking) => (isClosed ? Promise.resolve(NO_LONGER_ASKED) : ask(question, asking)),
      tell() {},
      async [Symbol.asyncDispose]() {
        isClosed = true
        asked?.settle(NO_LONGER_ASKED)
      },
    }
  }

  function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    if (question.refused !== undefined) heard({ kind: 'refused', why: question.refused })
    return new Promise((resolve) => {
      const end = (): void => settle(NO_LONGER_ASKED)
      const settle = (given: Answer): void => {
        signal.removeEventListener('abort', end)
        asked = undefined
        resolve(given)
      }
      asked = { question, settle }
      if (signal.aborted) return end()
      signal.addEventListener('abort', end, { once: true })
    })
  }

  function answer(given: DeskAnswer): Promise<DeskVerdict> | undefined {
    if (asked === undefined) return undefined
    const mine = (verdict = deferred<DeskVerdict>())
    asked.settle(given)
    // By then everybody has heard of it who ever will.
    setImmediate(() => mine.resolve({ kind: 'late' }))
    return mine.promise
  }

  function heard(what: DeskVerdict): void {
    verdict?.resolve(what)
    verdict = undefined
  }

  if (options.arrived) arrival.resolve()
  return {
    contestant: { name, ...(options.bot !== undefined && { bot: options.bot }), rejoins: true, connect },
    arrive() {
      arrival.resolve()
      options.onArrive?.()
    },
    get question() {
      return asked?.question
    },
    answer,
    heard,
  }
}
