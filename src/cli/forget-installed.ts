import { rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Makes the next `npx http://ARENA/gamegrid.tgz` look for a newer client. npx takes a package as installed for ever if its
 * list of installed packages names the same address. That list is only a cache: without it npx compares the version.
 */
export function forgetInstalled(folder = resolve(import.meta.dirname, '../..')): void {
  if (!/[\\/]_npx[\\/]\w+[\\/]node_modules[\\/]/.test(folder)) return
  try {
    rmSync(join(dirname(folder), '.package-lock.json'), { force: true })
  } catch {
    // A cache that may not be written to stays as it is: the command works all the same.
  }
}
