import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Removes a folder, also one whose permissions an untrusted program has removed, or whose nesting exceeds the longest
 * path.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    await run('chmod', ['-R', 'u+rwX', '--', folder]).catch(() => {})
    await run('rm', ['-rf', '--', folder])
  }
}
