import { messageOf } from '../base/message-of.ts'
import type { MatchEvent } from '../match/match.ts'
import type { MatchOrder } from '../queue/match-order.ts'
import type { AttemptEnd, MatchQueue, SecondOpinion, ToldEvent } from '../queue/match-queue.ts'
import { pause, realClock } from '../runner/clock.ts'
import type { MatchRow, Store } from '../store/store.ts'
import type { DiskSpace } from './disk-space.ts'
import type { LiveOptions, RestOfMatch } from './live-match.ts'
import { orderOfRow, type VersionSource } from './order-of-row.ts'
import type { ReadMatch } from './read-row.ts'
import { usedByLogs } from './used-by-logs.ts'

export interface AwayOptions {
  readonly row: MatchRow
  readonly read: ReadMatch
  readonly store: Store
  readonly space: DiskSpace | undefined
  readonly queue: Pick<MatchQueue, 'attempt' | 'look' | 'compare' | 'whyNone'>
  readonly versions: VersionSource
  /** Whether a contest is decided in this match: then a second worker always looks at it, if that can show anything. */
  isFinal(): boolean
  /** A final counts. The promise tells what came of it on another worker, if its bots may depend on time or chance. */
  onFinal(opinion: Promise<SecondOpinion | undefined>): void
  /** A worker has the match, for the first time or again. */
  onBegan(worker: string): void
  /** No worker has the match any more; it is ordered again. */
  onLost(why: string): void
  /** No worker can play the match, and what is missing; undefined when one can. */
  onMissing(why: string | undefined): void
}

/** A match is given up after the hosts of so many attempts failed, as one that is played here. */
const MOST_FAILURES = 3
/** A match that so many workers left while they played it is given up, too. */
const MOST_SUSPECT = 20

const AGAIN_MS = 50
const LONGEST_AGAIN_MS = 1000

/** Plays the rest of a match on workers. After a lost attempt it is ordered again, from the log. */
export function playAway(options: AwayOptions): LiveOptions['play'] {
  return async (rest) => {
    let [failures, suspect] = [0, 0]
    for (let lost = 1; !rest.signal.aborted; lost++) {
      const end = await attempt(options, rest)
      if (end.kind === 'played' || end.kind === 'aborted') return
      rest.far.stood()
      options.onLost(end.why)
      if (end.kind === 'failed' && ++failures >= MOST_FAILURES)
        throw new Error(`${failures} workers failed to play it: ${end.why}`)
      if (end.kind === 'lost' && end.isSuspect && ++suspect >= MOST_SUSPECT)
        throw new Error(`${suspect} workers went away while they played it`)
      await pause(realClock, Math.min(lost * AGAIN_MS, LONGEST_AGAIN_MS), rest.signal)
    }
  }
}

/** Resolves when a worker can play the order; false if the signal comes first. */
async function untilPlayable(options: AwayOptions, order: MatchOrder, signal: AbortSignal): Promise<boolean> {
  for (; !signal.aborted; await pause(realClock, LONGEST_AGAIN_MS, signal)) {
    const missing = options.queue.whyNone(order)
    options.onMissing(missing)
    if (missing === undefined) return true
  }
  return false
}

async function attempt(options: AwayOptions, rest: RestOfMatch): Promise<AttemptEnd> {
  const { row, read, store, space, queue, versions } = options
  const { signal } = rest
  await space?.until('ample', signal)
  // A round that was interrupted is played again: the worker voids it, as an arena that was restarted does.
  const past: readonly MatchEvent[] = store.eventsOf(row.id)
  const logged = [usedByLogs(store, row.id, 0), usedByLogs(store, row.id, 1)] as const
  const order = await orderOfRow(row, read, versions, past, logged).catch((error: unknown) =>
    messageOf(error),
  )
  if (typeof order === 'string') return { kind: 'failed', why: order }
  if (!order.ok) return { kind: 'failed', why: order.problem.message }
  if (!(await untilPlayable(options, order.value, signal))) return { kind: 'aborted' }
  /** The last event counts only with the account of the worker, whose hash must be that of all events. */
  let last: ToldEvent | undefined
  const end = await queue.attempt(order.value, {
    signal,
    onBegan: (worker) => options.onBegan(worker),
    onEvent(told) {
      rest.far.heard(told.event.at)
      if (told.match.phase === 'over') last = told
      else rest.onEvent(told.event, told.match)
    },
    onLog: (player, log) => void store.append({ kind: 'bot-logged', match: row.id, player, log }),
  })
  if (end.kind !== 'played') return end
  // The time of the match is over, and its last event waits for the second look.
  rest.far.stood()
  const isFinal = options.isFinal()
  const counts = await queue.look(order.value, end, { isFinal, signal })
  if (counts.kind !== 'played') return counts
  if (counts.worker !== end.worker)
    throw new Error('its worker is set aside, because two others played it differently')
  if (last) rest.onEvent(last.event, last.match)
  if (isFinal) options.onFinal(queue.compare(order.value, end))
  return end
}
