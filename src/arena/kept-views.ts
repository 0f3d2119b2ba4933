import type { LRUCache } from 'lru-cache'
import { LONGEST_TIMER_MS } from '../base/longest-timer.ts'
import { threadCpuMs } from '../runner/thread-cpu-ms.ts'

/** What was worked out of a tournament, and when it has to be worked out again. */
export interface Kept<T> {
  readonly version: Version
  readonly value: T
  /** When it was computed, and the processor time that took. */
  readonly at: number
  readonly tookMs: number
}

/** `all` counts the changes of a tournament, `other` those among them that must be seen at once. */
export interface Version {
  readonly all: number
  readonly other: number
}

const FIRST: Version = { all: 0, other: 0 }

type Values<T> = LRUCache<number, Kept<T>>

/** Keeps what is worked out of tournaments until they change. What took long may lack the newest results for a while: it rests. */
export interface KeptViews extends Disposable {
  /** One more result, which a view may lack for a while, or another change, which must be seen at once. */
  changed(id: number, what: 'result' | 'other'): void
  versionOf(id: number): Version
  /** What is kept of a tournament, if it can be shown now. `since`: what it was at this version or later can be shown, too. */
  current<T extends object>(values: Values<T>, id: number, since?: Version): T | undefined
  /** The same, or what comes of the work. */
  keep<T extends object>(values: Values<T>, id: number, work: () => T, since?: Version): T
}

/** `restMs`: for how long something may be shown that took so many milliseconds. `onRested`: then the next view has the newest results. */
export function openKeptViews(restMs: (tookMs: number) => number, onRested: (id: number) => void): KeptViews {
  const resting = new Map<number, NodeJS.Timeout>()
  const versions = new Map<number, Version>()

  const versionOf = (id: number): Version => versions.get(id) ?? FIRST

  /** How long a view that lacks results, and nothing else, may still be shown. */
  const restOf = ({ tookMs, at }: Kept<unknown>): number => at + restMs(tookMs) - performance.now()

  /** Announces the tournament when its stale view expires: followers look again, and see the results that it lacked. */
  function noteRest(id: number, ms: number): void {
    if (resting.has(id)) return
    const until = performance.now() + ms
    // A timer counts whole milliseconds, so it can fire before `until`: then it waits again.
    const wait = (): void => {
      const leftMs = until - performance.now()
      if (leftMs > 0) {
        resting.set(id, setTimeout(wait, Math.min(Math.ceil(leftMs), LONGEST_TIMER_MS)).unref())
        return
      }
      resting.delete(id)
      onRested(id)
    }
    wait()
  }

  function current<T extends object>(values: Values<T>, id: number, since = versionOf(id)): T | undefined {
    const known = values.get(id)
    if (known === undefined) return undefined
    if (known.version.all >= since.all) return known.value
    if (known.version.other !== versionOf(id).other) return undefined
    const leftMs = restOf(known)
    if (leftMs <= 0) return undefined
    noteRest(id, leftMs)
    return known.value
  }

  return {
    changed(id, what) {
      const { all, other } = versionOf(id)
      versions.set(id, { all: all + 1, other: what === 'other' ? other + 1 : other })
    },
    versionOf,
    current,
    keep(values, id, work, since) {
      const known = current(values, id, since)
      if (known !== undefined) return known
      const version = versionOf(id)
      const began = threadCpuMs()
      const value = work()
      values.set(id, { version, value, at: performance.now(), tookMs: threadCpuMs() - began })
      return value
    },
    [Symbol.dispose]() {
      for (const timer of resting.values()) clearTimeout(timer)
    },
  }
}
