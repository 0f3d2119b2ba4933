import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import type { DryRunCompletedEvent, Reporter } from '@stryker-mutator/api/report'
import type { TestResult } from '@stryker-mutator/api/test-runner'

/** The start of the names of the files of this run: `-results.json` and `-survivors.txt` come after it. */
export const REPORT_VARIABLE = 'GAMEGRID_MUTANT_REPORT'

/** How often the results are written while a run goes on. */
const SAVE_MS = 30_000

/**
 * Writes results while a run goes on; Stryker itself writes them at the end. Each survivor becomes a line of text at once. All
 * results are saved now and then in Stryker's own form, so a run that was stopped goes on with `--again`.
 */
export class Results implements Reporter {
  readonly #report = process.env[REPORT_VARIABLE] ?? ''
  readonly #results: MutantResult[] = []
  readonly #sources = new Map<string, string>()
  #tests: readonly TestResult[] = []
  #saved = performance.now()

  onDryRunCompleted({ result }: DryRunCompletedEvent): void {
    this.#tests = result.tests
    mkdirSync(dirname(this.#report), { recursive: true })
    writeFileSync(`${this.#report}-survivors.txt`, '')
  }

  onMutantTested(result: MutantResult): void {
    this.#results.push(result)
    if (result.status === 'Survived' || result.status === 'NoCoverage')
      appendFileSync(`${this.#report}-survivors.txt`, this.#describe(result))
    if (performance.now() - this.#saved < SAVE_MS) return
    this.#save()
    this.#saved = performance.now()
  }

  #describe({ fileName, location: { start, end }, replacement, status }: MutantResult): string {
    const lines = this.#sourceOf(fileName)
      .split('\n')
      .slice(start.line - 1, end.line)
    const given = lines
      .map((line, at) =>
        line.slice(at === 0 ? start.column - 1 : 0, at === lines.length - 1 ? end.column - 1 : undefined),
      )
      .map((line) => line.trim())
      .join(' ')
    const uncovered = status === 'NoCoverage' ? ' (no test runs it)' : ''
    const changed = (replacement ?? '').replaceAll(/\s+/g, ' ')
    return `${relative('.', fileName)}:${start.line}:${start.column}${uncovered}\n  - ${given}\n  + ${changed}\n`
  }

  #save(): void {
    const files: Record<string, { language: string; source: string; mutants: MutantResult[] }> = {}
    for (const result of this.#results)
      (files[relative('.', result.fileName)] ??= {
        language: 'typescript',
        source: this.#sourceOf(result.fileName),
        mutants: [],
      }).mutants.push(result)
    const testFiles: Record<string, { source: string; tests: object[] }> = {}
    for (const {
      id,
      name,
      fileName = '',
      startPosition: { line, column } = { line: 0, column: 0 },
    } of this.#tests)
      (testFiles[relative('.', fileName)] ??= { source: this.#sourceOf(fileName), tests: [] }).tests.push({
        id,
        name,
        // The positions of reports begin at 1, those of tests at 0.
        location: { start: { line: line + 1, column: column + 1 } },
      })
    const path = `${this.#report}-results.json`
    writeFileSync(`${path}.new`, JSON.stringify({ schemaVersion: '1.0', files, testFiles }))
    renameSync(`${path}.new`, path)
  }

  /** The sources as they were when the run began to use them. */
  #sourceOf(file: string): string {
    const known = this.#sources.get(file)
    if (known !== undefined) return known
    const source = readFileSync(file, 'utf8')
    this.#sources.set(file, source)
    return source
  }
}
