import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { errorCode } from '../../base/error-code.ts'

/** An entry of a folder. Names are bytes, because an untrusted program may have chosen them. */
export interface Found {
  readonly path: Buffer
  /** The path relative to the folder, for messages. */
  readonly name: string
  readonly stat: Stats
  /** 0 for the folder itself. */
  readonly depth: number
}

/**
 * The folder and everything in it, parents first, without following links. Entries that vanish meanwhile are skipped; a
 * folder that cannot be read throws. A folder is read only after it was yielded, so that the caller can change its mode
 * first.
 */
export async function* walkFolder(root: string): AsyncGenerator<Found> {
  const left: { readonly path: Buffer; readonly depth: number }[] = [{ path: Buffer.from(root), depth: 0 }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { path, depth } = next
    const stat = await orGone(lstat(path))
    if (stat === undefined) continue
    yield { path, name: path.subarray(Buffer.byteLength(root) + 1).toString(), stat, depth }
    if (!stat.isDirectory()) continue
    for (const name of (await orGone(readdir(path, { encoding: 'buffer' }))) ?? [])
      left.push({ path: Buffer.concat([path, SLASH, name]), depth: depth + 1 })
  }
}

const SLASH = Buffer.from('/')

async function orGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
