/** What the process that keeps the tests loaded and Stryker's runner process say to each other: one JSON document a line. */

export interface RunTests {
  /** Test files, absolute. */
  readonly files: readonly string[]
  /** The mutant that is active meanwhile; none in the first run. */
  readonly mutant?: string
  /** The mutant is in code that runs while its module loads, so all modules are loaded again. */
  readonly isStatic?: boolean
  /** How often the mutant may be executed before the run counts as an endless loop. */
  readonly hitLimit?: number
  /** Ids of the tests to run; without it all. */
  readonly only?: readonly string[]
  /** A test that takes longer fails. */
  readonly testTimeoutMs?: number
}

export interface RanTests {
  readonly tests: readonly RanTest[]
  /** Which mutants each test executed; from the first run. */
  readonly coverage?: unknown
  /** The limit above was reached. */
  readonly isEndless: boolean
}

export interface RanTest {
  /** FILE#NAME, the file relative to the root. */
  readonly id: string
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly ms: number
  /** Processor time: unlike `ms` it does not grow on a busy machine. */
  readonly cpuMs: number
  readonly message: string
  /** It took longer than a test may. */
  readonly isLate: boolean
  /** Where it begins in its file; the first line is 1. */
  readonly line: number
}

/** The Unix socket on which the runner process listens. */
export const SOCKET_VARIABLE = 'GAMEGRID_MUTANT_SOCKET'
