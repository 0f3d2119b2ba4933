import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { MutantCoverage } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner'
import { SOCKET_VARIABLE, type RanTests, type RunTests } from './messages.ts'

/** The test files of this run, separated by commas; patterns are allowed. */
export const TESTS_VARIABLE = 'GAMEGRID_MUTANT_TESTS'

/** Runs the tests of a mutant in a process that keeps them loaded (`kept-tests.ts`). Stryker finds it by its name. */
class KeptTestRunner implements TestRunner {
  readonly #files = (process.env[TESTS_VARIABLE] ?? '')
    .split(',')
    .flatMap((pattern) => globSync(pattern))
    .toSorted()
    .map((file) => resolve(file))
  #kept: Kept | undefined

  // Said to be able to reload: a static mutant gets a new process.
  capabilities = () => ({ reloadEnvironment: true })

  async dryRun(): Promise<DryRunResult> {
    const { tests, coverage } = await (await this.#open()).run({ files: this.#files })
    return {
      status: DryRunStatus.Complete,
      mutantCoverage: coverage as MutantCoverage,
      tests: tests.map(({ id, name, state, ms, message }) => {
        const common = { id, name, timeSpentMs: ms }
        if (state === 'failed') return { ...common, status: TestStatus.Failed, failureMessage: message }
        return { ...common, status: state === 'passed' ? TestStatus.Success : TestStatus.Skipped }
      }),
    }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit, timeout } = options
    const isStatic = options.mutantActivation === 'static' || options.reloadEnvironment
    if (isStatic) await this.#end()
    const kept = await this.#open(isStatic ? activeMutant.id : undefined)
    const covering = testFilter && new Set(testFilter.map((id) => id.slice(0, id.indexOf('#'))))
    const files = this.#files.filter(
      (file) => !covering || covering.has(file.slice(process.cwd().length + 1)),
    )
    const ran = await kept.run(
      {
        files,
        mutant: activeMutant.id,
        ...(hitLimit !== undefined && { hitLimit }),
        ...(testFilter && { only: testFilter }),
      },
      timeout,
    )
    // What the mutant did to loaded modules, or to its own process, does not meet the next one.
    if (isStatic || ran === 'timeout' || ran === 'ended') await this.#end()
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
    const [first] = failed
    if (!first) return { status: MutantRunStatus.Survived, nrOfTests }
    const { message: failureMessage } = first
    return { status: MutantRunStatus.Killed, killedBy: failed.map(({ id }) => id), failureMessage, nrOfTests }
  }

  async dispose(): Promise<void> {
    await this.#end()
  }

  async #open(activeMutant?: string): Promise<Kept> {
    return (this.#kept ??= await openKept(activeMutant))
  }

  async #end(): Promise<void> {
    await this.#kept?.end()
    this.#kept = undefined
  }
}

interface Kept {
  run(request: RunTests): Promise<RanTests>
  run(request: RunTests, timeoutMs: number): Promise<RanTests | 'timeout' | 'ended'>
  end(): Promise<void>
}

/** Starts Vitest, and waits until it has loaded and asks for work. */
async function openKept(activeMutant: string | undefined): Promise<Kept> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-mutants-'))
  const path = join(folder, 'socket')
  const server: Server = createServer().listen(path)
  await once(server, 'listening')
  const vitest = join('node_modules', '.bin', 'vitest')
  const child: ChildProcess = spawn(vitest, ['run', '--config', 'scripts/mutants/vitest.config.ts'], {
    env: {
      ...process.env,
      [SOCKET_VARIABLE]: path,
      ...(activeMutant !== undefined && { __STRYKER_ACTIVE_MUTANT__: activeMutant }),
    },
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

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'kept-tests', KeptTestRunner)]
