import { chmod, lchown } from 'node:fs/promises'
import { errorCode } from '../../base/error-code.ts'
import { ok, type Result } from '../../base/result.ts'
import type { BotFolder } from './bot-folder.ts'
import { refuse } from './sandbox-machine.ts'
import { walkFolder } from './walk-folder.ts'

/**
 * Changes the owner of both folders to the user that a build runs as; without one the build runs as the host's user. No
 * process may use them meanwhile; `reclaimFolder` takes them back.
 */
export async function handOver(
  folder: string,
  scratch: string,
  uid: number | undefined,
): Promise<Result<BotFolder>> {
  try {
    if (uid !== undefined) for (const root of [folder, scratch]) await giveTo(uid, root)
    return ok({ path: folder, [Symbol.dispose]() {} })
  } catch (error) {
    const code = errorCode(error) ?? String(error)
    return refuse(`the folder of the build cannot be given to another user (${code})`)
  }
}

async function giveTo(uid: number, root: string): Promise<void> {
  for await (const { path } of walkFolder(root)) await lchown(path, uid, uid)
  // An earlier command may have removed the permissions, and bubblewrap enters the folder without root's capabilities.
  await chmod(root, 0o755)
}
