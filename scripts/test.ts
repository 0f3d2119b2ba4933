import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { quickPython } from './quick-python.ts'
import { REAL_CLOCKS } from './real-clocks.ts'
import { runTests } from './run-tests.ts'
import { installSystemPackages } from './system-packages.ts'
import { buildCommand } from '../test/cli/built.ts'
import { BUILT_COMMAND, BUILT_WEB } from '../test/cli/run.ts'
import { buildWeb } from '../test/web/shipped.ts'

/**
 * `npm test`: everything that must hold. Checks first, because they are quick, as many at once as there are cores; then every test.
 * `npm run check` stops before the tests.
 */
const root = resolve(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

/** Several checks run at once, so each has one checker: of four, each would work out most types again, a third more processor time. */
const types = (project: string): readonly string[] => ['-p', project, '--checkers', '1']

/** The longest come first. */
const CHECKS: readonly (readonly [string, string, readonly string[]])[] = [
  ['lint', bin('oxlint'), []],
  ['types', bin('tsc'), types('.')],
  ['types of the web application', bin('tsc'), types('web')],
  ['unused', bin('knip'), []],
  ['imports', process.execPath, ['scripts/check-imports.ts']],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['indexes', process.execPath, ['scripts/indexes.ts', '--check']],
]

/** Prints the output of a check when it has ended, so that two never mix. */
function run(title: string, command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const out: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => void out.push(chunk))
    const end = (said: string, isFine: boolean): void => {
      console.log(`\n— ${title}\n${said}`.trimEnd())
      done(isFine)
    }
    child.on('error', (error) => end(error.message, false))
    child.on('close', (code) => end(Buffer.concat(out).toString(), code === 0))
  })
}

async function runChecks(): Promise<string[]> {
  const failed: string[] = []
  const waiting = [...CHECKS]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      if (!(await run(...next))) failed.push(next[0])
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return failed
}

const failed = await runChecks()
if (!process.argv.includes('--no-tests')) {
  installSystemPackages()
  using python = quickPython()
  process.env['PATH'] = [python.folder, process.env['PATH']].join(delimiter)
  console.log('\n— the web application and the command, built once for all tests')
  const building = [buildWeb(), buildCommand()] as const
  await Promise.allSettled(building)
  await using web = await building[0]
  using command = await building[1]
  process.env[BUILT_WEB] = web.folder
  process.env[BUILT_COMMAND] = command.folder
  console.log('\n— tests')
  const { passed, words } = runTests(root, bin('vitest'), { realClocks: REAL_CLOCKS })
  if (!passed) failed.push('tests')
  console.log(`\n${words}`)
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
