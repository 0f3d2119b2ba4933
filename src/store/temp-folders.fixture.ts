import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'

/** Gives a new folder with every call; they are gone after the tests of the file. */
export function tempFolders(): () => string {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-store-'))
  // Built versions are read-only folders, which only root empties without changing their modes.
  afterAll(() => removeFolder(home))
  let count = 0
  return () => {
    const folder = join(home, `${count++}`)
    mkdirSync(folder)
    return folder
  }
}
