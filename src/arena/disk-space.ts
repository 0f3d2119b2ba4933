import { statfs } from 'node:fs/promises'
import { fail, ok, type Result } from '../base/result.ts'
import { unlessAborted } from '../base/unless-aborted.ts'
import { deferred, type Deferred } from '../base/deferred.ts'

/**
 * The free space of an arena's disk. `short`: no new upload, build or match begins. `full`: the matches that are being played
 * stand still as well, until there is room again.
 */
const DISK_LEVELS = ['ample', 'short', 'full'] as const
export type DiskLevel = (typeof DISK_LEVELS)[number]

export interface DiskSpace extends Disposable {
  readonly level: DiskLevel
  /** Whether something new of that size may begin; measures the disk first. */
  roomFor(bytes: number): Promise<Result<void>>
  /** Whether something new may begin, by the last measurement. */
  room(): Result<void>
  /** Resolves at that level or a better one, or when the signal aborts; undefined if the level is reached already. */
  until(level: 'ample' | 'short', signal: AbortSignal): Promise<void> | undefined
  /** A write of the database failed because the disk is full, or succeeded again. */
  noteFull(isFull: boolean): void
}

export interface DiskSpaceOptions {
  /** The folders that the arena writes to: the disk with the least room counts. */
  readonly folders: readonly string[]
  /** Free bytes below which nothing new begins; by default 256 MiB, or a tenth of a small disk. */
  readonly reserveBytes?: number
  readonly onChange?: (level: DiskLevel) => void
}

const MB = 1024 * 1024
const RESERVE_BYTES = 256 * MB
/** The disk is `full` below this part of the reserve: the rest is for what the matches still have to write. */
const LAST_PART = 1 / 16
/** Hysteresis: new work begins again when this multiple of the reserve is free, so that it does not start and stop by turns. */
const AMPLE = 1.1
const LOOK_MS = 1000

export const NO_ROOM =
  'the disk of the server is nearly full: it goes on by itself when the organiser has made room'

export async function openDiskSpace(options: DiskSpaceOptions): Promise<DiskSpace> {
  const waiting = new Set<{ readonly level: DiskLevel; readonly wait: Deferred<void> }>()
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  timer.unref()
  let isFull = false
  let level: DiskLevel = 'ample'
  let free = Infinity
  let reserve = options.reserveBytes ?? RESERVE_BYTES

  async function look(): Promise<void> {
    const disks = await Promise.all(options.folders.map(measure))
    const tightest = disks.toSorted((a, b) => a.free - a.reserve - (b.free - b.reserve))[0]
    if (tightest) ({ free, reserve } = tightest)
    judge()
  }

  async function measure(folder: string): Promise<{ readonly free: number; readonly reserve: number }> {
    const { bavail, bsize, blocks } = await statfs(folder)
    const reserve = options.reserveBytes ?? Math.min(RESERVE_BYTES, (blocks * bsize) / 10)
    return { free: bavail * bsize, reserve }
  }

  function judge(): void {
    const now = levelOf()
    if (now === level) return
    level = now
    options.onChange?.(level)
    for (const one of waiting) if (isReached(one.level)) one.wait.resolve()
  }

  function levelOf(): DiskLevel {
    if (isFull || free < reserve * LAST_PART) return 'full'
    return free < reserve * (level === 'ample' ? 1 : AMPLE) ? 'short' : 'ample'
  }

  const isReached = (wanted: DiskLevel): boolean => DISK_LEVELS.indexOf(level) <= DISK_LEVELS.indexOf(wanted)

  const noRoom = fail('no-room', `Cannot begin anything new: ${NO_ROOM}`)
  const room = (): Result<void> => (level === 'ample' ? ok(undefined) : noRoom)

  await look()
  return {
    get level() {
      return level
    },
    room,
    async roomFor(bytes) {
      await look()
      return free - bytes >= reserve ? room() : noRoom
    },
    until(wanted, signal) {
      if (isReached(wanted) || signal.aborted) return undefined
      const one = { level: wanted, wait: deferred() }
      waiting.add(one)
      return unlessAborted(one.wait.promise, signal, undefined).finally(() => waiting.delete(one))
    },
    noteFull(now) {
      isFull = now
      judge()
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
