import type { Result } from '../base/result.ts'
import { pause, type Clock } from '../runner/clock.ts'
import type { Store } from '../store/store.ts'
import type { PostJson } from '../protocols/post-json.ts'

export interface DeliveryOptions {
  readonly store: Store
  readonly post: PostJson
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Milliseconds to wait after so many failed attempts; undefined to give up. */
  readonly backOff?: (failures: number) => number | undefined
  /** An attempt was made, and its outcome is on disk. */
  readonly onAttempt: (run: number) => void
}

const CALLBACK_MS = 15_000

/** Posts the result of a run to its outside coordinator until that accepts it, or `backOff` gives up. */
export async function deliverCallback(id: number, options: DeliveryOptions): Promise<void> {
  const { store, post, clock, signal, backOff = doubling, onAttempt } = options
  for (;;) {
    const run = store.run(id)
    if (!run?.callback || !run.isOwed || signal.aborted) return
    const { runId, url } = run.callback
    const { score = 0, message = '' } = run
    const answer = await post(
      url,
      { runId, score, message },
      { signal, timeoutMs: CALLBACK_MS, idempotencyKey: idempotencyKey(id, store) },
    )
    if (signal.aborted) return
    const problem = problemOf(answer)
    const attempt = run.attempts + 1
    const wait = problem === undefined ? 0 : backOff(attempt)
    store.append({
      kind: 'callback-tried',
      run: id,
      attempt,
      ...(problem !== undefined && { problem }),
      ...(wait === undefined && { last: true }),
    })
    store.afterCommit(() => onAttempt(id))
    if (wait !== undefined && problem !== undefined) await pause(clock, wait, signal)
  }
}

/**
 * The id of the run's first battle. It is random, so no other run of any arena has the same key, and it is in the store, so an
 * attempt after a restart has the same key again.
 */
function idempotencyKey(run: number, store: Store): string {
  const players = store.match(store.casesOf(run)[0]?.match ?? 0)?.players ?? []
  return players.flatMap((player) => (player?.kind === 'sse' ? [player.battle] : []))[0] ?? `run-${run}`
}

/** Exponential back-off from one second to one minute; after half an hour it gives up. */
const doubling = (failures: number): number | undefined =>
  failures >= 35 ? undefined : Math.min(60_000, 1000 * 2 ** (failures - 1))

function problemOf(answer: Result<{ readonly status: number }>): string | undefined {
  if (!answer.ok) return answer.problem.message
  const { status } = answer.value
  return status >= 200 && status < 300 ? undefined : `it answered ${status}`
}
