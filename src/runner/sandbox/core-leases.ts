import { readdirSync, readFileSync } from 'node:fs'
import { realClock } from '../clock.ts'
import type { MatchOnCores } from '../process/bot-process.ts'
import { allowedCores } from './sandbox-machine.ts'

/** A CPU core that is reserved for a program until the lease is disposed of. */
export interface CoreLease extends Disposable {
  readonly core: number
}

/**
 * Leases a core. Both players of a match share one, because only one of them runs at a time. In simultaneous games they
 * get one each, but only if there are two for every match at once, so that all matches of a tournament have equal
 * conditions. Two matches share a core only if no core is free.
 */
export function leaseCore(
  cores: readonly number[],
  match?: MatchOnCores,
  matchesAtOnce = Infinity,
): CoreLease {
  const hasTwo = match?.isSimultaneous === true && cores.length >= 2 * matchesAtOnce
  const key = hasTwo ? undefined : match?.key
  const share = (key && shares.get(key)) ?? { core: freest(cores), holders: 0 }
  if (key) shares.set(key, share)
  if (share.holders++ === 0) leased.set(share.core, leasesOf(share.core) + 1)
  let isReturned = false
  return {
    core: share.core,
    [Symbol.dispose]() {
      if (isReturned) return
      isReturned = true
      if (--share.holders > 0) return
      leased.set(share.core, leasesOf(share.core) - 1)
      if (key && shares.get(key) === share) shares.delete(key)
    },
  }
}

interface Share {
  readonly core: number
  holders: number
}

const shares = new WeakMap<object, Share>()
const leased = new Map<number, number>()

const leasesOf = (core: number): number => leased.get(core) ?? 0

/** The core with the fewest leases of this host; among equals, the one with the fewest sandboxes of other hosts. */
function freest(cores: readonly number[]): number {
  const equals = least(cores, leasesOf)
  if (equals.length === 1) return equals[0] as number
  if (realClock.now() - seenAt > LOOK_AGAIN_MS) {
    others = sandboxesByCore()
    seenAt = realClock.now()
  }
  const free = least(equals, (core) => others.get(core) ?? 0)
  // Hosts that start at the same moment do not see each other yet, so the pid spreads them.
  return free[process.pid % free.length] as number
}

/** How long the list of other hosts' sandboxes is cached: reading it takes a few milliseconds. */
const LOOK_AGAIN_MS = 1000
let others: ReadonlyMap<number, number> = new Map()
let seenAt = -Infinity

function least(cores: readonly number[], weigh: (core: number) => number): readonly number[] {
  const weights = cores.map(weigh)
  const lowest = Math.min(...weights)
  return cores.filter((_, i) => weights[i] === lowest)
}

/**
 * How many bubblewrap processes are bound to each core. The kernel's process list serves instead of a lock file, which
 * could be left behind.
 */
function sandboxesByCore(): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    try {
      if (readFileSync(`/proc/${pid}/comm`, 'latin1') !== 'bwrap\n') continue
      const cores = allowedCores(readFileSync(`/proc/${pid}/status`, 'latin1'))
      const [core] = cores
      if (core !== undefined && cores.length === 1) counts.set(core, (counts.get(core) ?? 0) + 1)
    } catch {
      // It has ended.
    }
  }
  return counts
}
