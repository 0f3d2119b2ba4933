import { deferred } from '../base/deferred.ts'
import { realTime, type CallerTime } from '../protocols/http-caller.ts'
import { backOffMs } from '../protocols/patience.ts'
import { addUsed, describeUsed, isUsedUp, NOTHING_USED, type Budget, type Used } from './budget.ts'
import type { Answered, Called, CallRequest, Endpoint } from './endpoint.ts'

export interface ModelCallsOptions {
  /** Calls that run at once. */
  readonly most: number
  readonly budget?: Budget | undefined
  /** What earlier runs of the same tournament have used of the budget. */
  readonly used?: Used
  /** How long to retry while an endpoint fails. */
  readonly patienceMs?: number
  /** For a server: what halts a command lets a call wait here, until its match ends or the endpoint answers again. */
  readonly neverHalts?: boolean
  readonly time?: CallerTime
}

/** Follows one call, so that the clock of its player stands while the model cannot think. */
export interface CallWatch {
  /** The call does not run: it waits for a place, or for the next try. */
  waits(): void
  /** The call runs, for the first time or again. */
  runs(): void
  /** A try failed on the way. */
  failed(why: string): void
}

/** All calls of a command to language models: how many run at once, what they used, and whether they may go on. */
export interface ModelCalls {
  /** Undefined if the command has to stop, or `signal` ended the call. */
  call(
    endpoint: Endpoint,
    request: CallRequest,
    watch: CallWatch,
    signal: AbortSignal,
  ): Promise<Answered | undefined>
  used(): Used
  /** Aborted when no call may follow. */
  readonly halted: AbortSignal
  /** Why no call is made any more, as a sentence without a full stop. */
  why(): string | undefined
}

/** An endpoint that fails for so long stops the command. Its matches are resumed later. */
const PATIENCE_MS = 600_000
/** Providers count calls by the minute, so a retry after milliseconds has no use. */
const SHORTEST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

export function openModelCalls(options: ModelCallsOptions): ModelCalls {
  const { most, budget, patienceMs = PATIENCE_MS, neverHalts = false, time = realTime } = options
  const halt = new AbortController()
  let reason: string | undefined
  let used = options.used ?? NOTHING_USED
  let running = 0
  const queue: (() => void)[] = []

  function stop(why: string): void {
    reason ??= why
    if (neverHalts) return
    halt.abort()
    for (const next of queue.splice(0)) next()
  }

  async function takePlace(watch: CallWatch): Promise<void> {
    if (running >= most) {
      watch.waits()
      const { promise, resolve } = deferred()
      queue.push(resolve)
      return promise
    }
    running++
  }

  /** The place goes to the call that waits longest. */
  function leavePlace(): void {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  async function callOnce(endpoint: Endpoint, request: CallRequest, watch: CallWatch, signal: AbortSignal) {
    await takePlace(watch)
    try {
      if (signal.aborted || halt.signal.aborted) return undefined
      if (budget && isUsedUp(budget, used))
        stop(`The budget of ${budget.amount} ${budget.unit} is used up: ${describeUsed(used)}`)
      if (reason !== undefined) return undefined
      watch.runs()
      return await endpoint.call(request, signal)
    } finally {
      leavePlace()
    }
  }

  function count({ usd, tokensIn, tokensOut }: Answered): void {
    used = addUsed(used, { usd: usd ?? 0, tokens: tokensIn + tokensOut })
    if (budget?.unit === 'usd' && usd === undefined)
      stop(
        'The budget is in dollars, but the endpoint does not say what a call costs: add the price to the model, like ,price=1.25/10',
      )
  }

  /** Whether another try may follow. */
  function mayTryAgain({ kind, why }: Failed, since: number): boolean {
    if (neverHalts) return true
    if (kind === 'refused') stop(`The endpoint refuses the calls: ${why}`)
    else if (time.now() - since >= patienceMs)
      stop(`The endpoint has failed for ${Math.round(patienceMs / 60_000)} minutes: ${why}`)
    return reason === undefined
  }

  function pauseMs(called: Failed, failures: number): number {
    // The endpoint may take such calls again when the organiser has changed the account, so they are tried now and then.
    if (called.kind === 'refused') return LONGEST_PAUSE_MS
    const doubled = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(failures, 10))
    return Math.max(doubled, backOffMs(failures, called.retryMs))
  }

  return {
    async call(endpoint, request, watch, signal) {
      let since: number | undefined
      for (let failures = 0; ; failures++) {
        const called = await callOnce(endpoint, request, watch, signal)
        if (called === undefined || (called.kind !== 'answered' && signal.aborted)) return undefined
        if (called.kind === 'answered') {
          count(called)
          return called
        }
        watch.failed(called.why)
        since ??= time.now()
        if (!mayTryAgain(called, since)) return undefined
        watch.waits()
        await time.pause(pauseMs(called, failures), AbortSignal.any([signal, halt.signal]))
        if (signal.aborted || halt.signal.aborted) return undefined
      }
    },
    used: () => used,
    halted: halt.signal,
    why: () => reason,
  }
}

type Failed = Exclude<Called, { readonly kind: 'answered' }>
