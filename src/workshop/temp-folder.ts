import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PREFIX = '.workshop-'

/** A folder for work in progress, which `sweepWorkshop` knows by its name. */
export const makeTemp = (root: string): Promise<string> => mkdtemp(join(root, PREFIX))

/** Removes what work that was cut short has left in `root`, the folder of all versions. To be called before any work begins. */
export async function sweepWorkshop(root: string): Promise<void> {
  for (const name of await readdir(root)) if (name.startsWith(PREFIX)) await removeFolder(join(root, name))
}

const run = promisify(execFile)

/** Also one that a stranger's program has locked, or nested deeper than a path can be long. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    await run('chmod', ['-R', 'u+rwX', '--', folder]).catch(() => {})
    await run('rm', ['-rf', '--', folder])
  }
}
