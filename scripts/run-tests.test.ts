import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { REAL_CLOCKS } from './real-clocks.ts'
import { runTests } from './run-tests.ts'

const vitest = resolve(import.meta.dirname, '../node_modules/.bin/vitest')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Fails in its first run, and passes in its second. */
const SHAKY = `
  import { existsSync, writeFileSync } from 'node:fs'
  test('is late once', () => {
    const mark = new URL('been-here', import.meta.url)
    const second = existsSync(mark)
    writeFileSync(mark, '')
    expect(second).toBe(true)
  })`

test('names what passed only when run again alone', () => {
  const { passed, words } = runOf({
    'steady.test.js': `test('is well', () => expect(1).toBe(1))`,
    'shaky.test.js': SHAKY,
  })
  expect(words).toBe('2 passed, 0 failed\npassed only when run again, alone:\n  shaky.test.js: is late once')
  expect(passed).toBe(true)
})

test('counts each test once, as it ended at last', () => {
  const { passed, words } = runOf({
    'shaky.test.js': `
      import { existsSync, writeFileSync } from 'node:fs'
      beforeAll(() => {
        const mark = new URL('been-here', import.meta.url)
        const second = existsSync(mark)
        writeFileSync(mark, '')
        if (!second) throw new Error('not yet')
      })
      test('waits for its hook', () => {})
      test.skip('is left out', () => {})`,
  })
  expect(words).toMatch(
    /^1 passed, 0 failed, 1 skipped\npassed only when run again, alone:\n {2}shaky\.test\.js/,
  )
  expect(passed).toBe(true)
})

test('fails what fails alone, too', () => {
  const { passed, words } = runOf({
    'steady.test.js': `test('is well', () => expect(1).toBe(1))`,
    'broken.test.js': `test('is wrong', () => expect(1).toBe(2))`,
  })
  expect(words).toBe('1 passed, 1 failed')
  expect(passed).toBe(false)
})

test('says that an error outside the tests is the reason', () => {
  const { passed, words } = runOf({
    'leaky.test.js': `
      test('is well', async () => {
        void Promise.reject(new Error('nobody waits for this'))
        await new Promise(setImmediate)
      })`,
  })
  expect(words).toBe(
    '1 passed, 0 failed, but the run failed: an error came outside the tests (“Unhandled Errors” above)',
  )
  expect(passed).toBe(false)
})

test('does not run again what fails in many places', () => {
  const once = `
    import { existsSync, writeFileSync } from 'node:fs'
    test('is late once', () => {
      const mark = new URL(import.meta.url + '.mark')
      const second = existsSync(mark)
      writeFileSync(mark, '')
      expect(second).toBe(true)
    })`
  const { passed, words } = runOf(
    Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.test.js`, once])),
  )
  expect(words).toBe('0 passed, 5 failed')
  expect(passed).toBe(false)
})

test('fails when nothing can be run', () => {
  const { passed, words } = runTests(tmpdir(), join(tmpdir(), 'no-such-program'), {
    realClocks: [],
    stdio: 'ignore',
  })
  expect(words).toBe('The tests ended without a report.')
  expect(passed).toBe(false)
})

test('does not run a file again that holds no real clock', () => {
  const { passed, words } = runOf(
    {
      'shaky.test.js': SHAKY,
    },
    [],
  )
  expect(words).toBe('0 passed, 1 failed')
  expect(passed).toBe(false)
})

test('every file that may run again exists', () => {
  const root = resolve(import.meta.dirname, '..')
  expect(REAL_CLOCKS.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

function runOf(
  files: Readonly<Record<string, string>>,
  realClocks: readonly string[] = Object.keys(files),
): ReturnType<typeof runTests> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-run-tests-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return runTests(folder, vitest, {
    realClocks,
    flags: ['--globals', '--root', folder, '--pool=threads', '--no-isolate'],
    stdio: 'ignore',
  })
}
