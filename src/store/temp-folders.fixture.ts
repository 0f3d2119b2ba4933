import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Gives a new folder with every call; they are gone after the tests of the file. */
export function tempFolders(): () => string {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-store-'))
  afterAll(() => rmSync(home, { recursive: true }))
  let count = 0
  return () => {
    const folder = join(home, `${count++}`)
    mkdirSync(folder)
    return folder
  }
}
