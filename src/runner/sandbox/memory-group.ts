import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { threadId } from 'node:worker_threads'
import { errorCode } from '../../base/error-code.ts'
import { realClock } from '../clock.ts'
import { readOrEmpty } from '../process/read-or-empty.ts'

/** A place in the cgroup tree where this process may create groups with a memory limit. */
export interface MemoryPlace {
  readonly version: 1 | 2
  readonly folder: string
}

/** Finds such a place and tests it. `proc` is a parameter for tests. */
export function findMemoryPlace(proc = '/proc/self'): MemoryPlace | undefined {
  return memoryPlaces(readOrEmpty(join(proc, 'mountinfo')), readOrEmpty(join(proc, 'cgroup'))).find(works)
}

/** Candidate places for groups, best first. */
export function memoryPlaces(mountinfo: string, cgroup: string): readonly MemoryPlace[] {
  const mounts = mountinfo.split('\n').flatMap(parseMount)
  const paths = new Map(cgroup.split('\n').flatMap(parseMembership))
  return mounts.flatMap((mount): readonly MemoryPlace[] => {
    const path = paths.get(mount.version === 1 ? 'memory' : '')
    if (path === undefined) return []
    const inside = relative(mount.root, path)
    const own = inside.startsWith('..') ? mount.folder : join(mount.folder, inside)
    // cgroup v2 allows no processes in groups that have children with limits, so ours is made beside our own group or higher up.
    return mount.version === 1
      ? [{ version: 1, folder: own }]
      : ancestors(own, mount.folder).map((folder) => ({ version: 2, folder }))
  })
}

interface Mount {
  readonly version: 1 | 2
  readonly root: string
  readonly folder: string
}

function parseMount(line: string): readonly Mount[] {
  const [left = '', right = ''] = line.split(' - ')
  const [, , , root = '/', folder = '/'] = left.split(' ')
  const [type, , options = ''] = right.split(' ')
  if (type === 'cgroup2') return [{ version: 2, root, folder }]
  return type === 'cgroup' && options.split(',').includes('memory') ? [{ version: 1, root, folder }] : []
}

/** `4:memory:/a/b` or, for version 2, `0::/a/b`. */
function parseMembership(line: string): readonly (readonly [string, string])[] {
  const match = /^\d+:([^:]*):(.*)$/.exec(line)
  return match ? (match[1] as string).split(',').map((controller) => [controller, match[2] as string]) : []
}

function ancestors(from: string, root: string): string[] {
  const all = [from]
  for (let at = from; at !== root && at.startsWith(root); at = dirname(at)) all.push(dirname(at))
  return all
}

function works(place: MemoryPlace): boolean {
  if (place.version === 2 && !readOrEmpty(join(place.folder, 'cgroup.subtree_control')).includes('memory'))
    return false
  const folder = newGroup(place)
  try {
    mkdirSync(folder)
  } catch {
    return false
  }
  try {
    limitGroup(folder, place, 64)
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}

let groups = 0

const newGroup = (place: MemoryPlace): string => join(place.folder, `${groupPrefix()}${threadId}-${++groups}`)

function limitGroup(folder: string, { version }: MemoryPlace, limitMb: number): void {
  const bytes = String(limitMb * 1024 * 1024)
  const [memory, withSwap, swap] = FILES[version]
  writeFileSync(join(folder, memory), bytes)
  // Kernels without swap accounting do not have this file.
  if (existsSync(join(folder, withSwap))) writeFileSync(join(folder, withSwap), swap ?? bytes)
}

/** A control group with a memory limit for all its processes together. */
export class MemoryGroup implements Disposable {
  readonly #place: MemoryPlace
  readonly #folder: string

  private constructor(place: MemoryPlace) {
    this.#place = place
    this.#folder = newGroup(place)
  }

  /**
   * Makes a group and moves a process into it. The kernel waits some ten milliseconds for every move, and no process
   * can make or remove groups meanwhile. So other threads wait for it, not the event loop.
   */
  static async around(pid: number, place: MemoryPlace, limitMb: number): Promise<MemoryGroup> {
    const group = new MemoryGroup(place)
    await mkdir(group.#folder)
    try {
      limitGroup(group.#folder, place, limitMb)
      await writeFile(join(group.#folder, 'cgroup.procs'), String(pid))
    } catch (error) {
      // A process that has ended needs no limit.
      if (errorCode(error) !== 'ESRCH') {
        group[Symbol.dispose]()
        throw error
      }
    }
    return group
  }

  /** Whether the kernel has killed a process of this group because of the limit. */
  wasExceeded(): boolean {
    const file = this.#place.version === 1 ? 'memory.oom_control' : 'memory.events'
    const count = /^oom_kill (\d+)$/m.exec(readOrEmpty(join(this.#folder, file)))?.[1]
    return count !== undefined && count !== '0'
  }

  /** The peak memory of the group; 0 on kernels that do not tell. */
  peakBytes(): number {
    const file = this.#place.version === 1 ? 'memory.max_usage_in_bytes' : 'memory.peak'
    return Number(readOrEmpty(join(this.#folder, file)))
  }

  /** What cannot be removed now is tried again soon; what is left when the host ends, the watchdog removes. */
  [Symbol.dispose](): void {
    void this.#remove(FIRST_RETRY_MS)
  }

  async #remove(retryMs: number): Promise<void> {
    try {
      await rmdir(this.#folder)
    } catch {
      // The kernel may need a moment to notice that the last process is gone.
      if (retryMs < LAST_RETRY_MS && existsSync(this.#folder))
        realClock.at(realClock.now() + retryMs, () => void this.#remove(2 * retryMs))
    }
  }
}

const FIRST_RETRY_MS = 1
const LAST_RETRY_MS = 4000

/** The files that limit memory and swap, and the value for the second. */
const FILES = {
  1: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes', undefined],
  2: ['memory.max', 'memory.swap.max', '0'],
} as const

export const groupPrefix = (): string => `gamegrid-${process.pid}-`

/** Removes the groups of hosts that were killed. */
export function sweepMemoryGroups({ folder }: MemoryPlace): void {
  for (const name of readdirSync(folder)) {
    const host = /^gamegrid-(\d+)-/.exec(name)?.[1]
    if (host === undefined || existsSync(`/proc/${host}`)) continue
    try {
      rmdirSync(join(folder, name))
    } catch {
      // Another host has removed it meanwhile.
    }
  }
}
