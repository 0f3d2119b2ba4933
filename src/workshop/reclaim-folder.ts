import { chmod, lchown, rm } from 'node:fs/promises'
import { isUtf8 } from 'node:buffer'
import { show } from '../base/fields.ts'
import { fail, type Problem } from '../base/result.ts'
import { findInside } from '../runner/sandbox/find-inside.ts'
import { walkFolder, type Found } from '../runner/sandbox/walk-folder.ts'

/**
 * Takes a folder back after a build: the host owns and can read everything again, and only files, folders and links are
 * left.
 */
export async function reclaimFolder(folder: string): Promise<Problem | undefined> {
  for await (const found of walkFolder(folder)) {
    if (!isUtf8(found.path)) return refuse(found, 'its name cannot be read, expected UTF-8')
    await takeBack(found)
    if (found.stat.isSymbolicLink() && (await findInside(folder, found.name)).kind !== 'found')
      return refuse(found, 'it is a link that leads out of the folder, or nowhere')
  }
  return undefined
}

async function takeBack({ path, stat }: Found): Promise<void> {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  if (uid !== undefined && gid !== undefined && (stat.uid !== uid || stat.gid !== gid))
    await lchown(path, uid, gid)
  if (stat.isDirectory()) await chmod(path, 0o755)
  else if (stat.isFile()) await chmod(path, stat.mode & 0o111 ? 0o755 : 0o644)
  // Sockets and pipes are removed.
  else if (!stat.isSymbolicLink()) await rm(path)
}

const refuse = ({ name }: Found, why: string): Problem =>
  fail('build-folder', `Cannot keep ${show(name)}: ${why}`).problem
