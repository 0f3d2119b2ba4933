/** Timeouts and back-off of clients whose server is slow, overloaded or unreachable. */

/** How long to retry while the server is unreachable, for example while it restarts. */
export const PATIENCE_MS = 120_000
/** The timeout of a call, beside the time for which the server may hold the answer. */
export const ANSWER_MS = 15_000
export const LONGEST_PAUSE_MS = 2_000
const FIRST_PAUSE_MS = 100
const LONGEST_RETRY_AFTER_MS = 60_000

/** Exponential back-off after so many failures, at least as long as the server's `Retry-After`. */
export const backOffMs = (failures: number, retryMs: number): number =>
  Math.max(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), retryMs)

/** Whether a retry may succeed. */
export const mayPass = (status: number): boolean => status === 429 || status >= 500

/** Reads `Retry-After` as milliseconds. */
export const retryAfterMs = (header: string | null | undefined): number =>
  Math.min(Math.max(0, Number(header ?? 0) * 1000) || 0, LONGEST_RETRY_AFTER_MS)

export const endingAfter = (ms: number, signal?: AbortSignal): AbortSignal =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms)
