import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Installs the packages of a folder with a package.json of its own, if they are missing. */
export function installTools(folder: string): void {
  if (existsSync(join(folder, 'node_modules'))) return
  console.log(`Installing the packages of ${folder}, once`)
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  throw new Error(`Cannot install the packages of ${folder}: ${error?.message ?? 'npm ci failed'}`)
}
