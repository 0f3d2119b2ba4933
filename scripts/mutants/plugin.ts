import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { MutantCoverage } from '@stryker-mutator/api/core'
import { declareClassPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner'
import { documentation } from './documentation.ts'
import { Results } from './results.ts'
import { SOCKET_VARIABLE, type RanTest, type RanTests, type RunTests } from './messages.ts'

/** The test files of this run: a JSON list of patterns. */
export const TESTS_VARIABLE = 'GAMEGRID_MUTANT_TESTS'

/** A test that computes for longer is not run for mutants: each survivor would pay for it. Short tests must notice what it holds. */
const LONGEST_CPU_MS = 1_000

/** The same for a test that waits. On a busy machine all take longer. */
const LONGEST_MS = 1_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** Tests run in groups by their time, up to these limits. A group runs only if the quicker ones did not notice the mutant. */
const GROUPS_MS = [25, 250, Infinity]

/** Tests of an endless loop end after this time and so many times their own. */
const BASE_TIMEOUT_MS = 10_000
const TIMEOUT_FACTOR = 3

/** The same for one test: it may wait for something that the mutant prevents. */
const TEST_BASE_TIMEOUT_MS = 5_000

/** Where Linux has a file system in memory, the tests write there: to wait for a disk would be most of their time. */
const IN_MEMORY = existsSync('/dev/shm') ? { TMPDIR: '/dev/shm' } : {}

/** The id of no mutant: with it nothing is mutated, and no coverage is measured. */
const NO_MUTANT = 'none'

/** In Stryker's copy of the repository: the tests of mutants, by the first run. All runner processes read it. */
const TEST_TIMES = 'test-times.json'

/** Runs the tests of a mutant in a process that keeps them loaded (`kept-tests.ts`). Stryker finds it by its name. */
class KeptTestRunner implements TestRunner {
  readonly #files = (JSON.parse(process.env[TESTS_VARIABLE] ?? '[]') as readonly string[])
    .flatMap((pattern) => globSync(pattern))
    .toSorted()
    .map((file) => resolve(file))
  #kept: Kept | undefined

  // For a mutant in code that runs while a module loads, the kept process loads all modules again.
  capabilities = () => ({ reloadEnvironment: true })

  async dryRun(): Promise<DryRunResult> {
    const ran = await (await this.#open()).run({ files: this.#files })
    const long = ran.tests.filter(
      ({ state, ms, cpuMs }) => state === 'passed' && (ms > LONGEST_MS || cpuMs > LONGEST_CPU_MS),
    )
    const tests = ran.tests.filter((test) => !long.includes(test))
    writeFileSync(TEST_TIMES, JSON.stringify(tests.map(({ id, ms }) => [id, ms])))
    return {
      status: DryRunStatus.Complete,
      mutantCoverage: withoutTests(ran.coverage as MutantCoverage, long),
      tests: tests.map(({ id, name, state, ms, message, line }) => {
        // With its place Stryker tells a test that has changed since the last run.
        const place = { fileName: fileOf(id), startPosition: { line: line - 1, column: 0 } }
        const common = { id, name, timeSpentMs: ms, ...place }
        if (state === 'failed') return { ...common, status: TestStatus.Failed, failureMessage: message }
        return { ...common, status: state === 'passed' ? TestStatus.Success : TestStatus.Skipped }
      }),
    }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit, timeout } = options
    const isStatic = options.mutantActivation === 'static' || options.reloadEnvironment
    const kept = await this.#openLoaded()
    const times = new Map(
      JSON.parse(readFileSync(TEST_TIMES, 'utf8')) as readonly (readonly [string, number])[],
    )
    const wanted = testFilter ?? [...times.keys()]
    const msOf = (id: string): number => times.get(id) ?? 0
    const runTests = (only: readonly string[]) =>
      kept.run(
        {
          files: this.#filesOf(only),
          mutant: activeMutant.id,
          isStatic,
          ...(hitLimit !== undefined && { hitLimit }),
          only,
          testTimeoutMs: TEST_BASE_TIMEOUT_MS + TIMEOUT_FACTOR * Math.max(0, ...only.map(msOf)),
        },
        Math.min(timeout, BASE_TIMEOUT_MS + TIMEOUT_FACTOR * only.reduce((sum, id) => sum + msOf(id), 0)),
      )
    let ran: RanTests | 'timeout' | 'ended' = { tests: [], isEndless: false }
    for (const [at, most] of GROUPS_MS.entries()) {
      const group = wanted.filter((id) => msOf(id) > (GROUPS_MS[at - 1] ?? -1) && msOf(id) <= most)
      if (group.length > 0 && isSurvivor(ran)) ran = await runTests(group)
    }
    if (typeof ran !== 'string' && ran.tests.some(({ isLate }) => isLate)) ran = 'timeout'
    // What the mutant did to its process does not meet the next one.
    if (ran === 'timeout' || ran === 'ended') await this.#end()
    if (ran === 'timeout') return { status: MutantRunStatus.Timeout }
    if (ran === 'ended')
      return {
        status: MutantRunStatus.Killed,
        killedBy: [],
        failureMessage: 'the process ended',
        nrOfTests: 0,
      }
    if (ran.isEndless) return { status: MutantRunStatus.Timeout, reason: 'it was executed too often' }
    const failed = ran.tests.filter(({ state }) => state === 'failed')
    const nrOfTests = ran.tests.filter(({ state }) => state !== 'skipped').length
    if (!failed[0]) return { status: MutantRunStatus.Survived, nrOfTests }
    const { message: failureMessage } = failed[0]
    return { status: MutantRunStatus.Killed, killedBy: failed.map(({ id }) => id), failureMessage, nrOfTests }
  }

  async dispose(): Promise<void> {
    await this.#end()
  }

  #filesOf(tests: readonly string[]): readonly string[] {
    const wanted = new Set(tests.map(fileOf))
    return this.#files.filter((file) => wanted.has(file))
  }

  async #open(): Promise<Kept> {
    return (this.#kept ??= await openKept())
  }

  /** A new process loads all modules before the time of a mutant begins. Otherwise each timeout would make the next mutant late, too. */
  async #openLoaded(): Promise<Kept> {
    const isNew = this.#kept === undefined
    const kept = await this.#open()
    if (isNew) await kept.run({ files: this.#files, mutant: NO_MUTANT, only: [] })
    return kept
  }

  async #end(): Promise<void> {
    await this.#kept?.end()
    this.#kept = undefined
  }
}

const fileOf = (test: string): string => resolve(test.slice(0, test.indexOf('#')))

const isSurvivor = (ran: RanTests | 'timeout' | 'ended'): boolean =>
  typeof ran !== 'string' && !ran.isEndless && ran.tests.every(({ state }) => state !== 'failed')

function withoutTests({ perTest, ...others }: MutantCoverage, tests: readonly RanTest[]): MutantCoverage {
  const left = Object.entries(perTest).filter(([id]) => tests.every((test) => test.id !== id))
  return { ...others, perTest: Object.fromEntries(left) }
}

interface Kept {
  run(request: RunTests): Promise<RanTests>
  run(request: RunTests, timeoutMs: number): Promise<RanTests | 'timeout' | 'ended'>
  end(): Promise<void>
}

/** Starts Vitest, and waits until it has loaded and asks for work. */
async function openKept(): Promise<Kept> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-mutants-'))
  const path = join(folder, 'socket')
  const server: Server = createServer().listen(path)
  await once(server, 'listening')
  const vitest = join('node_modules', '.bin', 'vitest')
  const child: ChildProcess = spawn(vitest, ['run', '--config', 'scripts/mutants/vitest.config.ts'], {
    env: { ...process.env, ...IN_MEMORY, [SOCKET_VARIABLE]: path },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own: what its tests start ends with it.
    detached: true,
  })
  const ended = once(child, 'exit').then(() => 'ended' as const)
  const end = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
    await ended
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const connected = await Promise.race([once(server, 'connection') as Promise<[Socket]>, ended])
  if (connected === 'ended') {
    await end()
    throw new Error('Vitest ended before it had loaded the tests')
  }
  const [socket] = connected
  socket.on('error', () => {})
  const lines = createInterface(socket)
  return {
    async run(request: RunTests, timeoutMs: number = 2 ** 31 - 1): Promise<never> {
      const answer = once(lines, 'line') as Promise<[string]>
      socket.write(`${JSON.stringify(request)}\n`)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<'timeout'>(
        (done) => void (timer = setTimeout(() => done('timeout'), timeoutMs)),
      )
      const first = await Promise.race([answer, late, ended])
      clearTimeout(timer)
      return (typeof first === 'string' ? first : JSON.parse(first[0])) as never
    },
    end,
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'kept-tests', KeptTestRunner),
  declareValuePlugin(PluginKind.Ignore, 'documentation', documentation),
  declareClassPlugin(PluginKind.Reporter, 'results', Results),
]
