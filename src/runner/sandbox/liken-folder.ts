import { constants, type Stats } from 'node:fs'
import { chmod, copyFile, link, mkdir, readlink, symlink } from 'node:fs/promises'
import { walkFolder } from './walk-folder.ts'

export interface Likeness {
  /** Of all files. */
  readonly bytes: number
  /** Of those that had to be copied. */
  readonly copied: number
}

/**
 * Makes the empty folder `to` like `from`: files, folders and links; anything else has no business in a bot. A file that
 * may be shared is the same file under a second name, which costs nothing; where that cannot be, it is copied. It stops
 * when more than `mostCopied` bytes would have to be. Folders and copies are open to all: `to` lies where they are not.
 */
export async function likenFolder(
  from: string,
  to: string,
  mayShare: (stat: Stats) => boolean,
  mostCopied = Infinity,
): Promise<Likeness> {
  let [bytes, copied] = [0, 0]
  for await (const { path, stat, depth } of walkFolder(from)) {
    const target = Buffer.concat([Buffer.from(to), path.subarray(Buffer.byteLength(from))])
    if (stat.isDirectory()) {
      if (depth > 0) await mkdir(target)
      await chmod(target, 0o755)
    } else if (stat.isSymbolicLink()) {
      await symlink(await readlink(path, { encoding: 'buffer' }), target)
    } else if (stat.isFile()) {
      bytes += stat.size
      if (mayShare(stat) && (await isLinked(path, target))) continue
      copied += stat.size
      if (copied > mostCopied) break
      await copyFile(path, target, constants.COPYFILE_FICLONE)
      await chmod(target, stat.mode & 0o111 ? 0o755 : 0o644)
    }
  }
  return { bytes, copied }
}

/** False: on another disk, another user's, or linked too often. */
async function isLinked(path: Buffer, target: Buffer): Promise<boolean> {
  try {
    await link(path, target)
    return true
  } catch {
    return false
  }
}
