import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installSystemPackages } from './system-packages.ts'

/**
 * `npm test`: everything that must hold. Checks first, because they are quick; then every test.
 * `npm run check` stops before the tests.
 */
const root = resolve(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)
const counts = join(tmpdir(), `gamegrid-test-${process.pid}.json`)

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
  if (
    !run('tests', bin('vitest'), ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${counts}`])
  )
    failed.push('tests')
  console.log(`\n${countTests()}`)
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

function countTests(): string {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
      readFileSync(counts, 'utf8'),
    ) as Record<string, number>
    return `${numPassedTests} passed, ${numFailedTests} failed${numPendingTests ? `, ${numPendingTests} skipped` : ''}`
  } catch {
    return '0 passed, 1 failed'
  } finally {
    rmSync(counts, { force: true })
  }
}
