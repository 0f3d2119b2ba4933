import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { must } from '../base/result.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { walkFolder } from '../runner/sandbox/walk-folder.ts'
import { unpackArchive } from '../workshop/unpack-archive.ts'
import { filesKey } from './queue-names.ts'
import { makeWorkerFolder } from './worker-folder.ts'

/** The folders of bots on a worker, by the hash of their archive. */
export interface BotFolderCache extends AsyncDisposable {
  /** The folder, until it is released; undefined if the archive cannot be had now. */
  use(sha: string): Promise<UsedFolder | undefined>
}

export interface UsedFolder {
  readonly path: string
  release(): void
}

interface Kept {
  readonly path: Promise<string | undefined>
  users: number
  /** What it takes on the disk; not known while it is fetched. */
  bytes: number
}

/** What folders may take on the disk together while no match uses them. The folder of one bot has less. */
const MOST_IDLE_BYTES = 1024 ** 3

/** Makes the folder of an archive; false if the archive cannot be had now. */
export type FetchFolder = (sha: string, folder: string) => Promise<boolean>

export async function openBotFolderCache(
  fetchFolder: FetchFolder,
  mostIdleBytes = MOST_IDLE_BYTES,
): Promise<BotFolderCache> {
  const home = await makeWorkerFolder()
  // In the order of their last use.
  const kept = new Map<string, Kept>()
  let fetched = 0

  async function fetch(sha: string): Promise<string | undefined> {
    // A new name each time: the folder that was kept before may not be removed completely yet.
    const folder = join(home, String(++fetched))
    if (sha !== '') return (await fetchFolder(sha, folder)) ? folder : undefined
    await mkdir(folder, { recursive: true })
    return folder
  }

  function keep(sha: string): Kept {
    const path = fetch(sha).then(async (folder) => {
      if (folder !== undefined) one.bytes = await bytesOf(folder)
      return folder
    })
    const one: Kept = { path, users: 0, bytes: 0 }
    return one
  }

  /** Removes the folders that were not used for the longest time, until the others are small enough. */
  async function forgetIdle(): Promise<void> {
    for (;;) {
      // Looked up anew each time: while one folder is removed, a match may begin to use another.
      const idle = [...kept].filter(([, { users }]) => users === 0)
      const [oldest] = idle
      if (oldest === undefined || idle.reduce((sum, [, { bytes }]) => sum + bytes, 0) <= mostIdleBytes) return
      const [sha, { path }] = oldest
      kept.delete(sha)
      const folder = await path.catch(() => undefined)
      if (folder !== undefined) await removeFolder(folder)
    }
  }

  return {
    async use(sha) {
      const known = kept.get(sha) ?? keep(sha)
      kept.delete(sha)
      kept.set(sha, known)
      known.users++
      const path = await known.path.catch((error: unknown) => {
        kept.delete(sha)
        throw error
      })
      if (path === undefined) {
        kept.delete(sha)
        return undefined
      }
      return {
        path,
        release() {
          known.users--
          void forgetIdle().catch(() => {})
        },
      }
    },
    [Symbol.asyncDispose]: () => removeFolder(home),
  }
}

/** The least that a file or a folder takes on the disk: its own block. */
const BLOCK_BYTES = 4096

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0
  for await (const { stat } of walkFolder(folder)) bytes += Math.max(stat.size, BLOCK_BYTES)
  return bytes
}

/** Fetches the folder of a program from Redis. */
export const fetchFromRedis =
  (redis: Redis): FetchFolder =>
  async (sha, folder) => {
    const archive = await redis.getBuffer(filesKey(sha))
    if (archive === null || createHash('sha256').update(archive).digest('hex') !== sha) return false
    const file = `${folder}.tar.gz`
    await writeFile(file, archive)
    // The archive comes from the organiser, so any ratio of compression is fine.
    must(await unpackArchive(file, folder, { fileBytes: Infinity, depth: 64, ratio: Infinity }))
    await rm(file)
    return true
  }
