import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'

const PREFIX = '.workshop-'

/** A folder for unfinished work; `sweepWorkshop` recognises its name. */
export const makeTemp = (root: string): Promise<string> => mkdtemp(join(root, PREFIX))

/**
 * Removes unfinished work from `root`, the folder of all versions. Call it before any work begins.
 */
export async function sweepWorkshop(root: string): Promise<void> {
  for (const name of await readdir(root)) if (name.startsWith(PREFIX)) await removeFolder(join(root, name))
}
