import { lchown } from 'node:fs/promises'
import { ok, type Result } from '../../base/result.ts'
import type { BotFolder } from './bot-folder.ts'
import { walkFolder } from './walk-folder.ts'

/**
 * Makes both folders the property of the user that a build runs as; without one it runs as ourselves. Nobody may be at
 * work in them, and whoever wants them back takes them.
 */
export async function handOver(
  folder: string,
  scratch: string,
  uid: number | undefined,
): Promise<Result<BotFolder>> {
  if (uid !== undefined)
    for (const root of [folder, scratch])
      for await (const { path } of walkFolder(root)) await lchown(path, uid, uid)
  return ok({ path: folder, [Symbol.dispose]() {} })
}
