import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** If more files than this fail, a busy machine is not the reason: they are not run again. */
const MOST_AGAIN = 4

const OUTSIDE = 'but the run failed: an error came outside the tests (“Unhandled Errors” above)'

export type TestRun = {
  readonly passed: boolean
  /** The last lines to print. */
  readonly words: string
}

export interface RunOptions {
  /** The files that may run again, relative to the root. */
  readonly realClocks: readonly string[]
  readonly flags?: readonly string[]
  readonly stdio?: 'inherit' | 'ignore'
}

/** The part of Vitest's JSON report that we read, for each file. */
type TestFile = {
  readonly name: string
  readonly status: 'passed' | 'failed'
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
}

/**
 * Runs every test, several files at once. A file that holds real clocks against real processes (`realClocks`) and failed runs once
 * more, alone: the machine may have been busy. If it fails again, the run fails. If it passes, its failed tests are named at the end.
 * If any other file fails, the run fails.
 */
export function runTests(
  root: string,
  vitest: string,
  { realClocks, flags = [], stdio = 'inherit' }: RunOptions,
): TestRun {
  const print = stdio === 'inherit' ? console.log : () => {}
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-test-'))
  const run = (
    ...more: readonly string[]
  ): { readonly ok: boolean; readonly ran: readonly TestFile[] | undefined } => {
    const file = join(folder, 'report.json')
    rmSync(file, { force: true })
    const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...flags, ...more]
    const { status, error } = spawnSync(vitest, args, { cwd: root, stdio })
    if (error) print(error.message)
    return { ok: status === 0, ran: readReport(file) }
  }
  try {
    const { ok, ran } = run()
    if (!ran) return { passed: false, words: 'The tests ended without a report.' }
    const broken = ran.filter(({ status }) => status === 'failed')
    const files = broken.map(({ name }) => relative(root, name))
    const mayRunAgain = broken.length <= MOST_AGAIN && files.every((file) => realClocks.includes(file))
    if (!ok && broken.length === 0) return { passed: false, words: `${count(ran)}, ${OUTSIDE}` }
    if (ok || !mayRunAgain) return { passed: ok, words: count(ran) }
    print(`\n— again, alone: ${files.join(', ')}`)
    const again = run('--maxWorkers=1', ...files)
    if (!again.ok || !again.ran) return { passed: false, words: count(ran) }
    const names = broken.flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const file = relative(root, name)
      return failed.length > 0 ? failed.map(({ fullName }) => `${file}: ${fullName}`) : [file]
    })
    const lastOfEach = new Map([...ran, ...again.ran].map((file) => [file.name, file]))
    return {
      passed: true,
      words: [
        count([...lastOfEach.values()]),
        'passed only when run again, alone:',
        ...names.map((name) => `  ${name}`),
      ].join('\n'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): readonly TestFile[] | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly testResults: readonly TestFile[] })
      .testResults
  } catch {
    return undefined
  }
}

function count(files: readonly TestFile[]): string {
  const all = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const [passed, failed] = ['passed', 'failed'].map(
    (wanted) => all.filter((status) => status === wanted).length,
  )
  const skipped = all.filter((status) => status !== 'passed' && status !== 'failed').length
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}
