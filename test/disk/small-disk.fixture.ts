import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A real file system of a few megabytes: further writes fail as on a full disk. */
export interface SmallDisk extends Disposable {
  readonly folder: string
  /** Bytes that are free. */
  free(): number
  /** Fills the disk, as another program would, until this many bytes are free. */
  fill(left: number): void
  /** Frees that room again. */
  release(): void
}

const BALLAST = 'ballast'

export function openSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'gamegrid-test', folder])
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw new Error('Cannot test a full disk: mounting a tmpfs is not permitted, run this test as root', {
      cause: error,
    })
  }
  const free = (): number => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  const release = (): void => rmSync(join(folder, BALLAST), { force: true })
  /** False if others wrote to the disk meanwhile: then it is full, and the file has what there was room for. */
  const writeBallast = (bytes: number): boolean => {
    try {
      if (bytes > 0) writeFileSync(join(folder, BALLAST), Buffer.alloc(bytes, 1))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      return false
    }
  }
  return {
    folder,
    free,
    fill(left) {
      for (let isFilled = false; !isFilled;) {
        release()
        isFilled = writeBallast(free() - left) || left === 0
      }
    },
    release,
    [Symbol.dispose]() {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
