import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { asAnyUser } from '../../test/cli/run.ts'
import { findWebFolder } from './web-folder.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('builds what is missing, once', async () => {
  const { root, find } = checkout()
  expect(await find()).toEqual({
    folder: join(root, 'dist/web'),
    printed: ['Building the web application, once'],
  })
  expect((await find()).printed).toEqual([])
})

test('builds anew what has changed, and leaves nothing else behind', async () => {
  const { root, find } = checkout()
  await find()
  writeFileSync(join(root, 'src/word.ts'), `export const word = 'second'`)
  inAMinute(join(root, 'src/word.ts'))
  const { folder = '', printed } = await find()
  expect(printed).toEqual(['Building the web application anew: it has changed'])
  const [script = ''] = readdirSync(join(folder, 'assets'))
  expect(readFileSync(join(folder, 'assets', script), 'utf8')).toContain('second')
  expect(readdirSync(join(root, 'dist'))).toEqual(['web'])
})

test('does not build for a test that has changed', async () => {
  const { root, find } = checkout()
  await find()
  writeFileSync(join(root, 'src/word.test.ts'), '')
  inAMinute(join(root, 'src/word.test.ts'))
  expect((await find()).printed).toEqual([])
})

test('serves the last one that could be built', async () => {
  const { root, find } = checkout()
  const { folder } = await find()
  writeFileSync(join(root, 'src/word.ts'), 'export const =')
  inAMinute(join(root, 'src/word.ts'))
  const again = await find()
  expect(again.folder).toBe(folder)
  expect(again.printed).toEqual([
    'Building the web application anew: it has changed',
    // The reason, as one line.
    expect.stringMatching(/^The web application could not be built: [^─│╭]*word\.ts[^─│╭]*$/),
  ])
})

test('two that build at once share one build', async () => {
  const { root, find } = checkout()
  const first = find()
  const second = find()
  await first
  const { ino } = statSync(join(root, 'dist/web'))
  await second
  expect(statSync(join(root, 'dist/web')).ino).toBe(ino)
})

test('a user that may not write to the checkout is told who builds, and how', async () => {
  const { root } = checkout()
  chmodSync(root, 0o555)
  const script = `import { findWebFolder } from ${JSON.stringify(resolve(import.meta.dirname, 'web-folder.ts'))}
await findWebFolder((line) => console.log(line), ${JSON.stringify(root)})`
  const [program = '', ...args] = [...asAnyUser, process.execPath, '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(program, args)
  chmodSync(root, 0o755)
  expect(stdout).toBe(
    `Building the web application, once\nThe web application could not be built: this user cannot write to ${root}; run "npm run build:web" there as its owner, then start the server again\n`,
  )
})

/** A small web application of its own, built by the real tool. */
function checkout() {
  const root = mkdtempSync(join(tmpdir(), 'gamegrid-checkout-'))
  folders.push(root)
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'))
  for (const folder of ['web', 'src']) mkdirSync(join(root, folder))
  const files = {
    'web/vite.config.ts': 'export default { root: import.meta.dirname }',
    'web/index.html': '<!doctype html><title>x</title><script type="module" src="./main.ts"></script>',
    'web/main.ts': `import { word } from '../src/word.ts'\ndocument.title = word`,
    'src/word.ts': `export const word = 'first'`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const find = async () => {
    const printed: string[] = []
    const folder = await findWebFolder((line) => printed.push(line), root)
    return { folder, printed }
  }
  return { root, find }
}

function inAMinute(file: string): void {
  const time = Date.now() / 1000 + 60
  utimesSync(file, time, time)
}
