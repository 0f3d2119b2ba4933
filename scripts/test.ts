import { spawnSync } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'
import { quickPython } from './quick-python.ts'
import { REAL_CLOCKS } from './real-clocks.ts'
import { runTests } from './run-tests.ts'
import { installSystemPackages } from './system-packages.ts'
import { buildCommand } from '../test/cli/built.ts'
import { BUILT_COMMAND } from '../test/cli/run.ts'
import { BUILT_WEB, buildWeb } from '../test/web/shipped.ts'

/**
 * `npm test`: everything that must hold. Checks first, because they are quick; then every test.
 * `npm run check` stops before the tests.
 */
const root = resolve(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

const CHECKS: readonly (readonly [string, string, readonly string[]])[] = [
  ['indexes', process.execPath, ['scripts/indexes.ts', '--check']],
  ['imports', process.execPath, ['scripts/check-imports.ts']],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['lint', bin('oxlint'), []],
  ['unused', bin('knip'), []],
  ['types', bin('tsc'), ['-p', '.']],
  ['types of the web application', bin('tsc'), ['-p', 'web']],
]

function run(title: string, command: string, args: readonly string[]): boolean {
  console.log(`\n— ${title}`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (error) console.error(error.message)
  return status === 0
}

const failed = CHECKS.filter(([title, command, args]) => !run(title, command, args)).map(([title]) => title)
if (!process.argv.includes('--no-tests')) {
  installSystemPackages()
  using python = quickPython()
  process.env['PATH'] = [python.folder, process.env['PATH']].join(delimiter)
  console.log('\n— the web application, built once for all tests')
  await using web = await buildWeb()
  process.env[BUILT_WEB] = web.folder
  console.log('\n— the command, built once for all tests')
  using command = await buildCommand()
  process.env[BUILT_COMMAND] = command.folder
  console.log('\n— tests')
  const { passed, words } = runTests(root, bin('vitest'), { realClocks: REAL_CLOCKS })
  if (!passed) failed.push('tests')
  console.log(`\n${words}`)
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
