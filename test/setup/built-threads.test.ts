import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILT_COMMAND, root } from '../cli/run.ts'

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-threads-'))
/** Apart from the rest, because the hook looks at this file, too. */
const isSource = `endsWith('.ts')`
const hook = resolve(import.meta.dirname, 'built-threads.ts')

beforeAll(() => {
  const files = {
    'vitest.config.ts': `
      export default {
        test: {
          globals: true,
          setupFiles: ${JSON.stringify(hook)},
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      }`,
    'start.ts': `export const program = import.meta.url.${isSource} ? './thread.ts' : './thread.js'`,
    'start.test.ts': `
      import { writeFileSync } from 'node:fs'
      import { program } from './start.ts'
      test('tells its program', () => writeFileSync('program.txt', program))`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The program that the source starts in one more run of Vitest, with the same cache. */
function programWith(bundle: string | undefined): string {
  const env = { ...process.env, [BUILT_COMMAND]: bundle }
  execFileSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  })
  return readFileSync(join(folder, 'program.txt'), 'utf8')
}

test('each run starts the programs of its own bundle, whatever an earlier run left in the cache', () => {
  expect(programWith('/tmp/one')).toBe('file:///tmp/one/dist/cli/thread.js')
  expect(programWith('/tmp/two')).toBe('file:///tmp/two/dist/cli/thread.js')
  expect(programWith(undefined)).toBe('./thread.ts')
})
