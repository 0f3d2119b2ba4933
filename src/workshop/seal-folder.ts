import { chmod, lchown } from 'node:fs/promises'
import { groupOf } from '../runner/sandbox/group-of.ts'
import { walkFolder } from '../runner/sandbox/walk-folder.ts'

/** Makes a folder read-only, also for the host. If bots run as other users, only the group of the team can read it. */
export async function sealFolder(folder: string, team: number | undefined): Promise<void> {
  const [uid, isRoot] = [process.getuid?.() ?? 0, process.getuid?.() === 0]
  const allowed = !isRoot ? 0o500 : team === undefined ? 0o555 : 0o550
  for await (const { path, stat } of walkFolder(folder)) {
    if (isRoot && team !== undefined) await lchown(path, uid, groupOf(team))
    if (!stat.isSymbolicLink()) await chmod(path, stat.mode & allowed)
  }
}
