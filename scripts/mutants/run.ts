import { availableParallelism } from 'node:os'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core'
import { installTools } from '../install-tools.ts'
import { TESTS_VARIABLE } from './plugin.ts'
import { REPORT_VARIABLE } from './results.ts'
import { PARTS, partsOf } from './parts.ts'

/**
 * `npm run mutants [PART | FOLDER | FILE …] [-- --workers N --again --tests FILE …]`: mutation testing. Stryker changes one expression at a time and
 * runs the tests of the part (`parts.ts`); a change that no test notices is a survivor. It takes minutes to hours, so it is no part of `npm test`.
 * `--tests` names the tests to run instead: those beside a file are much quicker than all of its part.
 * With `--again` a mutant keeps its result of the last run if neither its code nor its tests have changed since.
 * The survivors are printed, and written to reports/mutation/PART.html and PART.json.
 */
const root = resolve(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string' },
    again: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true },
  },
})
const names = positionals.length > 0 ? positionals : Object.keys(PARTS)

const unknown = names.find((name) => !PARTS[name] && !existsSync(join(root, 'src', name)))
if (unknown !== undefined) {
  console.error(
    `Cannot mutate ${unknown}: expected a part (${Object.keys(PARTS).join(', ')}), or a folder or a file of src`,
  )
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

for (const { name, sources, tests } of partsOf(names)) {
  const report = `reports/mutation/${name.replaceAll('/', '-')}`
  process.env[REPORT_VARIABLE] = report
  process.env[TESTS_VARIABLE] = JSON.stringify(values.tests ?? tests)
  const results = await new Stryker({
    // Stryker's own runner for Vitest does not see failures inside a `describe` of Vitest 5.
    testRunner: 'kept-tests',
    plugins: ['./scripts/mutants/plugin.ts'],
    mutate: [...sources, '!src/**/*.{test,fixture,contract}.ts', '!src/**/index.ts'],
    ignorers: ['documentation'],
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
    reporters: ['results', 'progress-append-only', 'clear-text', 'html', 'json'],
    clearTextReporter: { logTests: false, reportTests: false },
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
  }).runMutationTest()
  const count = (...statuses: readonly MutantResult['status'][]): number =>
    results.filter(({ status }) => statuses.includes(status)).length
  const late = count('Timeout')
  const noticed = count('Killed') + late
  const all = noticed + count('Survived', 'NoCoverage')
  console.log(
    `${name}: ${noticed} of ${all} mutants noticed, ${((100 * noticed) / Math.max(1, all)).toFixed(1)} % (${late} by a timeout)`,
  )
}
