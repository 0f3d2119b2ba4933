import { threadsOf } from './descendants.ts'
import { readOrEmpty } from './read-or-empty.ts'

/** Memory of a process in bytes: its pages, those that were swapped out, and the tables that map them. */
export interface ProcessMemory {
  readonly now: number
  /** The peak of its pages. */
  readonly peak: number
}

/** Undefined if the process has ended or /proc does not tell. */
export function memoryOf(pid: number): ProcessMemory | undefined {
  const own = parseStatus(readOrEmpty(`/proc/${pid}/status`))
  // /proc lists no memory for a process whose first thread has ended, although its other threads still use it.
  return (
    own ?? firstOf(threadsOf(pid), (thread) => parseStatus(readOrEmpty(`/proc/${pid}/task/${thread}/status`)))
  )
}

function parseStatus(status: string): ProcessMemory | undefined {
  const bytes = (name: string): number | undefined => {
    const kilobytes = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  }
  const [resident, peak] = [bytes('VmRSS'), bytes('VmHWM')]
  if (resident === undefined || peak === undefined) return undefined
  // Pages that are only read are shared, but the page tables that map them are not.
  const tables = (bytes('VmPTE') ?? 0) + (bytes('HugetlbPages') ?? 0)
  const now = resident + (bytes('VmSwap') ?? 0) + tables
  return { now, peak: Math.max(now, peak + tables) }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
