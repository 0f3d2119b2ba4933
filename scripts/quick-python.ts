import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SYSTEM_PYTHON = '/usr/bin/python3'

/**
 * A folder for PATH with the Python of the system as `python3` and `python`, where there is one. The tests start Python some thousand
 * times. A version manager like pyenv puts a shell script before its own Python, and that takes six times the processor time to start.
 * The host asks for `python`, too: each process that runs a sandbox looks for all runtimes once, and that script alone starts 30 shells.
 */
export function quickPython(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-python-'))
  // Bots of another user find it, too.
  chmodSync(folder, 0o755)
  if (existsSync(SYSTEM_PYTHON))
    for (const name of ['python3', 'python']) symlinkSync(SYSTEM_PYTHON, join(folder, name))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
