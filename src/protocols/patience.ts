/** How clients bear with a server that is slow, overrun or away for a while. */

/** How long it may be away, as when it is restarted, before it is given up. */
export const PATIENCE_MS = 120_000
/** How long an answer may take, if it was not told to wait. */
export const ANSWER_MS = 15_000
export const LONGEST_PAUSE_MS = 2_000
const FIRST_PAUSE_MS = 100
const LONGEST_RETRY_AFTER_MS = 60_000

/** How long to wait after so many failures, and at least as long as the server asks for. */
export const backOffMs = (failures: number, retryMs: number): number =>
  Math.max(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), retryMs)

/** Whether to ask again later is worth it. */
export const mayPass = (status: number): boolean => status === 429 || status >= 500

/** How long the server asks to wait, in milliseconds. */
export const retryAfterMs = (header: string | null | undefined): number =>
  Math.min(Math.max(0, Number(header ?? 0) * 1000) || 0, LONGEST_RETRY_AFTER_MS)

export const endingAfter = (ms: number, signal?: AbortSignal): AbortSignal =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms)
