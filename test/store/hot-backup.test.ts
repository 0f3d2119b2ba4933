import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { backupStore } from '../../src/store/backup.ts'
import { checkStore } from '../../src/store/check.ts'
import { openStore } from '../../src/store/open-store.ts'
import { rebuildStore } from '../../src/store/rebuild.ts'
import { tempFolders } from '../../src/store/temp-folders.fixture.ts'

const newFolder = tempFolders()

/** A folder with the backup as its database. */
function restore(file: string): string {
  const folder = newFolder()
  copyFileSync(file, join(folder, 'arena.db'))
  return folder
}

test('backups made while another process writes are each as of one moment, and open and go on', async () => {
  const folder = newFolder()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  let acknowledged = 0
  lines.on('line', (line) => {
    acknowledged = (JSON.parse(line) as { seq?: number }).seq ?? 0
  })
  const home = newFolder()
  try {
    while (acknowledged === 0) await once(lines, 'line')
    for (let count = 0; count < 5; count++) {
      const known = acknowledged
      while (acknowledged < known + 100) await once(lines, 'line')
      const before = acknowledged
      const file = join(home, `${count}.db`)
      expect(must(await backupStore(folder, file)).bytes).toBe(statSync(file).size)
      const copy = restore(file)
      const checked = must(checkStore(copy))
      expect(checked.problems).toEqual([])
      expect(checked.entries).toBeGreaterThanOrEqual(before)
      expect(must(rebuildStore(copy)).same).toBe(true)
      using store = must(openStore(copy))
      const seq = store.append({ kind: 'invitation-issued', invitation: 'i', hash: 'h' })
      expect(seq).toBe(checked.entries + 1)
    }
  } finally {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  expect(readdirSync(home).sort()).toEqual(['0.db', '1.db', '2.db', '3.db', '4.db'])
})
