import { constants, type Stats } from 'node:fs'
import { chmod, copyFile, link, mkdir, readlink, symlink } from 'node:fs/promises'
import { walkFolder } from './walk-folder.ts'

export interface Likeness {
  /** Of all files. */
  readonly bytes: number
  /** Of the files that had to be copied. */
  readonly copied: number
}

/**
 * Copies the files, folders and links of `from` into the empty folder `to`. Files are hard-linked where possible and
 * copied otherwise; it stops once more than `mostCopied` bytes are copied. Folders and copies are readable by all
 * users, because the folder above `to` is closed to them.
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

/** Tries a hard link. False if the file is on another disk, has another owner, or has too many links. */
async function isLinked(path: Buffer, target: Buffer): Promise<boolean> {
  try {
    await link(path, target)
    return true
  } catch {
    return false
  }
}
