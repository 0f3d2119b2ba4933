import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { asAnyUser } from '../../test/cli/run.ts'

test('a user that may not write to the checkout is told who builds the boards of a report, and gets a report without them', async () => {
  const root = mkdtempSync(join(tmpdir(), 'gamegrid-checkout-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['web', 'src']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'web/vite.config.ts'), '')
  chmodSync(root, 0o555)
  const script = `import { findPlayer } from ${JSON.stringify(resolve(import.meta.dirname, 'find-player.ts'))}
console.log(findPlayer(['html'], ${JSON.stringify(root)}))`
  const [program = '', ...args] = [...asAnyUser, process.execPath, '--input-type=module', '-e', script]
  const { stdout, stderr } = await promisify(execFile)(program, args)
  chmodSync(root, 0o755)
  expect(stdout).toBe('undefined\n')
  expect(stderr).toBe(
    `The boards of the report could not be packed: this user cannot write to ${root}; run "npm run build:web" there as its owner, then write the report again\n`,
  )
})
