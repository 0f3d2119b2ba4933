import { availableParallelism } from 'node:os'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core'
import { installTools } from '../install-tools.ts'
import { TESTS_VARIABLE } from './plugin.ts'
import { TESTS_OF, testsOf } from './tests-of.ts'

/**
 * `npm run mutants [folder | file …] [-- --workers N --again]`: mutation testing. Stryker changes one line of `src/FOLDER` at a
 * time and runs the tests of the folder; a change that no test notices is a survivor. It takes minutes to hours, so it is no part of `npm test`.
 * With `--again` a mutant keeps its result of the last run if neither its code nor its tests have changed since.
 * The survivors are printed, and written to reports/mutation/FOLDER.html and FOLDER.json.
 */
const root = resolve(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workers: { type: 'string' }, again: { type: 'boolean', default: false } },
})
const folders = positionals.length > 0 ? positionals : Object.keys(TESTS_OF)

const unknown = folders.find((folder) => !existsSync(join(root, 'src', folder)))
if (unknown !== undefined) {
  console.error(`Cannot mutate ${unknown}: expected a folder of src, like match or games/tron`)
  process.exit(2)
}

installTools(import.meta.dirname)
// Its types are in the package for plugins. `npm ci` of the project does not install Stryker itself, so no import can name it.
const core = pathToFileURL(createRequire(import.meta.url).resolve('@stryker-mutator/core')).href
const { Stryker } = (await import(core)) as {
  readonly Stryker: new (options: PartialStrykerOptions) => {
    runMutationTest(): Promise<readonly MutantResult[]>
  }
}

for (const folder of folders) {
  const report = `reports/mutation/${folder.replaceAll('/', '-')}`
  process.env[TESTS_VARIABLE] = testsOf(folder).join(',')
  const results = await new Stryker({
    // Stryker's own runner for Vitest does not see failures inside a `describe` of Vitest 5.
    testRunner: 'kept-tests',
    plugins: ['./scripts/mutants/plugin.ts'],
    // A file may be named instead of a folder.
    mutate: [
      folder.endsWith('.ts') ? `src/${folder}` : `src/${folder}/**/*.ts`,
      '!src/**/*.{test,fixture,contract}.ts',
      '!src/**/index.ts',
    ],
    coverageAnalysis: 'perTest',
    concurrency: Number(values.workers ?? availableParallelism()),
    // Instrumented code is slow, and an endless loop is noticed by its timeout.
    dryRunTimeoutMinutes: 30,
    timeoutMS: 10_000,
    timeoutFactor: 2,
    // Stryker rewrites tsconfig.json by TypeScript's own API, which TypeScript 7 does not have: there is nothing to rewrite.
    tsconfigFile: 'none.json',
    ignorePatterns: ['dist', 'reports'],
    incremental: true,
    incrementalFile: `${report}-results.json`,
    force: !values.again,
    reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
    clearTextReporter: { logTests: false, reportTests: false },
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
  }).runMutationTest()
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const counted = results.filter(({ status }) =>
    ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status),
  ).length
  console.log(
    `${folder}: ${killed} of ${counted} mutants noticed, ${((100 * killed) / Math.max(1, counted)).toFixed(1)} %`,
  )
}
