import type { Stats } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../base/error-code.ts'
import { INSIDE_FOLDER } from './inside-folder.ts'

/** What a path in a bot's folder resolves to. */
export type Inside =
  | { readonly kind: 'found'; readonly path: string; readonly stat: Stats }
  | { readonly kind: 'missing' }
  /** A link leads out of the folder, or links form a loop. */
  | { readonly kind: 'outside' }

const MOST_LINKS = 40

/**
 * Resolves a path below a bot's folder with links as the bot sees them: its folder is /bot, and there is nothing above.
 * The host reads each link and never follows one, so nothing outside the folder is touched. No program may run in the
 * folder meanwhile.
 */
export async function findInside(folder: string, name: string): Promise<Inside> {
  const left = name.split('/')
  const way: string[] = []
  const top = await orMissing(lstat(folder))
  if (top === undefined) throw new Error('the folder of the bot is not there')
  let stat = top
  for (let links = 0; left.length > 0;) {
    const part = left.shift() as string
    if (part === '' || part === '.') continue
    if (part === '..') {
      if (way.pop() === undefined) return { kind: 'outside' }
      stat = await lstat(join(folder, ...way))
      continue
    }
    const found = await orMissing(lstat(join(folder, ...way, part)))
    if (found === undefined) return { kind: 'missing' }
    if (!found.isSymbolicLink()) {
      way.push(part)
      stat = found
      continue
    }
    const target = await readlink(join(folder, ...way, part))
    if (++links > MOST_LINKS) return { kind: 'outside' }
    if (target.startsWith('/')) {
      if (!`${target}/`.startsWith(`${INSIDE_FOLDER}/`)) return { kind: 'outside' }
      way.length = 0
      left.unshift(...target.slice(INSIDE_FOLDER.length).split('/'))
    } else left.unshift(...target.split('/'))
  }
  return { kind: 'found', path: join(folder, ...way), stat }
}

async function orMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'ENAMETOOLONG')
      return undefined
    throw error
  }
}
