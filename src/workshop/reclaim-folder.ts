import { chmod, lchown, realpath, rm } from 'node:fs/promises'
import { isUtf8 } from 'node:buffer'
import { sep } from 'node:path'
import { show } from '../base/fields.ts'
import { fail, type Problem } from '../base/result.ts'
import { walkFolder, type Found } from '../runner/sandbox/walk-folder.ts'

/**
 * Takes a folder back from a build that has ended: everything is ours again and open to be read, and nothing in it is
 * more than a file, a folder or a link to one of them.
 */
export async function reclaimFolder(folder: string): Promise<Problem | undefined> {
  const top = await realpath(folder)
  for await (const found of walkFolder(folder)) {
    if (!isUtf8(found.path)) return refuse(found, 'its name cannot be read, expected UTF-8')
    await takeBack(found)
    if (found.stat.isSymbolicLink() && !(await isInside(found.path, top)))
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
  // Sockets and pipes have no business in a bot.
  else if (!stat.isSymbolicLink()) await rm(path)
}

async function isInside(link: Buffer, top: string): Promise<boolean> {
  try {
    const target = await realpath(link)
    return target === top || target.startsWith(top + sep)
  } catch {
    return false
  }
}

const refuse = ({ name }: Found, why: string): Problem =>
  fail('build.folder', `Cannot keep ${show(name)}: ${why}`).problem
