import { readdirSync, readFileSync } from 'node:fs'
import { realClock } from '../clock.ts'
import type { MatchOnCores } from '../process/bot-process.ts'
import { allowedCores } from './sandbox-machine.ts'

/** A core that a program runs on until it is given back. */
export interface CoreLease extends Disposable {
  readonly core: number
}

/**
 * Leases a core. Both players of a match share one, because only one of them runs at a time. Where both move at the
 * same time they have one each, but only if there are two for every match that is played at once: all matches of
 * a contest are to have the same. No two matches are on one core while another is free.
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

/** The core with the fewest leases of ours; among equals, the one with the fewest sandboxes of other hosts. */
function freest(cores: readonly number[]): number {
  const equals = least(cores, leasesOf)
  if (equals.length === 1) return equals[0] as number
  if (realClock.now() - seenAt > LOOK_AGAIN_MS) {
    others = sandboxesByCore()
    seenAt = realClock.now()
  }
  const free = least(equals, (core) => others.get(core) ?? 0)
  // Hosts that start at the same moment see none of each other.
  return free[process.pid % free.length] as number
}

/** A look at all processes takes a few milliseconds, and other hosts are few. */
const LOOK_AGAIN_MS = 1000
let others: ReadonlyMap<number, number> = new Map()
let seenAt = -Infinity

function least(cores: readonly number[], weigh: (core: number) => number): readonly number[] {
  const weights = cores.map(weigh)
  const lowest = Math.min(...weights)
  return cores.filter((_, i) => weights[i] === lowest)
}

/** How many processes of bubblewrap are bound to each core, as the kernel lists them: no lock to keep, none to lose. */
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
