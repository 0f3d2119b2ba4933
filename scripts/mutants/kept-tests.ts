import { once } from 'node:events'
import { connect } from 'node:net'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { TestRunner, vi, type RunnerTask, type RunnerTestCase, type RunnerTestFile } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { threadCpuMs } from '../../src/runner/thread-cpu-ms.ts'
import { SOCKET_VARIABLE, type RanTest, type RanTests, type RunTests } from './messages.ts'

/** How often each mutant was executed: outside the tests, and by each test. */
interface Coverage {
  readonly static: Record<string, number>
  readonly perTest: Record<string, Record<string, number>>
}

/** The state that instrumented code shares with whatever runs it. */
interface Instrumented {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: Coverage
  hitCount?: number | undefined
  hitLimit?: number | undefined
}

const shared = globalThis as { ['__stryker__']?: Instrumented }
const instrumented: Instrumented = (shared['__stryker__'] ??= {})

/**
 * A runner of Vitest that does not end: after its only test file it runs what the process of Stryker asks for, again and
 * again, in this thread. Sources stay loaded, so a mutant costs the run of its tests and no start of a process.
 */
export default class KeptTests extends TestRunner {
  #request: RunTests | undefined
  #hasFailed = false
  /** The modules were loaded while a mutant was active. */
  #isStale = false
  readonly #cpuMs = new Map<string, number>()

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    if (this.#request) return
    super.onAfterRunFiles(files)
    await this.#serve()
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const { only } = this.#request ?? {}
    if (this.#request && (this.#hasFailed || (only && !only.includes(idOf(test))))) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(
    test: RunnerTestCase,
    options: Parameters<TestRunner['onBeforeTryTask']>[1],
  ): void {
    instrumented.currentTestId = idOf(test)
    this.#cpuMs.set(idOf(test), -threadCpuMs())
    super.onBeforeTryTask(test, options)
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    instrumented.currentTestId = undefined
    this.#cpuMs.set(idOf(test), (this.#cpuMs.get(idOf(test)) ?? -threadCpuMs()) + threadCpuMs())
    // One failure is enough to notice a mutant.
    if (this.#request?.mutant !== undefined && test.result?.state === 'fail') this.#hasFailed = true
  }

  /** Vitest's main process knows only the file that it started: it hears nothing of the runs in between. */
  onCollected = (): void => {}
  onTaskUpdate = async (): Promise<void> => {}

  async #serve(): Promise<void> {
    const socket = connect(process.env[SOCKET_VARIABLE] ?? '')
    await once(socket, 'connect')
    // The process of Stryker has ended: nothing may be left that runs for it.
    socket.once('close', () => process.exit(1))
    for await (const line of createInterface(socket)) {
      const answer = await this.#run(JSON.parse(line) as RunTests)
      socket.write(`${JSON.stringify(answer)}\n`)
    }
  }

  async #run(request: RunTests): Promise<RanTests> {
    this.#request = request
    this.#hasFailed = false
    if (this.#isStale || request.isStatic) vi.resetModules()
    this.#isStale = request.isStatic ?? false
    this.config.testTimeout = request.testTimeoutMs ?? 900_000
    Object.assign(instrumented, {
      activeMutant: request.mutant,
      hitCount: request.hitLimit === undefined ? undefined : 0,
      hitLimit: request.hitLimit,
      mutantCoverage: { static: {}, perTest: {} },
    })
    const tests: RanTest[] = []
    for (const file of request.files) {
      if (this.#hasFailed) break
      const [ran] = await startTests([file], this)
      if (ran) tests.push(...testsOf(ran).map((test) => ({ ...test, cpuMs: this.#cpuMs.get(test.id) ?? 0 })))
      if (ran?.result?.state === 'fail' && request.mutant !== undefined) this.#hasFailed = true
    }
    const { hitCount = 0, hitLimit = Infinity, mutantCoverage } = instrumented
    instrumented.activeMutant = undefined
    if (request.mutant !== undefined || !mutantCoverage) return { tests, isEndless: hitCount > hitLimit }
    await this.#giveToTests(mutantCoverage, request, tests)
    return { tests, isEndless: false, coverage: mutantCoverage }
  }

  /**
   * Code that a test file runs outside its tests counts as static, like code that runs while a source loads. But to collect the file
   * again is enough to run it with a mutant. So the mutants that this reaches become mutants of all tests of the file.
   */
  async #giveToTests(coverage: Coverage, request: RunTests, tests: readonly RanTest[]): Promise<void> {
    this.#request = { ...request, only: [] }
    for (const file of request.files) {
      // Loaded sources count in the same object for ever.
      const before = { ...coverage.static }
      await startTests([file], this)
      const start = `${relative(process.cwd(), file)}#`
      const own = tests.filter(({ id }) => id.startsWith(start))
      for (const [mutant, all] of Object.entries(coverage.static)) {
        const hits = all - (before[mutant] ?? 0)
        if (hits === 0) continue
        const left = all - 2 * hits
        if (left > 0) coverage.static[mutant] = left
        else delete coverage.static[mutant]
        for (const { id } of own) {
          const hitsOfTest = (coverage.perTest[id] ??= {})
          hitsOfTest[mutant] = (hitsOfTest[mutant] ?? 0) + hits
        }
      }
    }
  }
}

const idOf = (task: RunnerTask): string => `${relative(process.cwd(), task.file.filepath)}#${nameOf(task)}`
const nameOf = ({ fullTestName, name }: RunnerTask): string => fullTestName ?? name

/** Every test, and every suite that failed by itself: in a hook, or while it was collected. */
function testsOf(task: RunnerTask): readonly Omit<RanTest, 'cpuMs'>[] {
  const { result } = task
  const message = result?.errors?.[0]?.message ?? ''
  const own = {
    id: idOf(task),
    name: nameOf(task),
    ms: result?.duration ?? 0,
    message,
    isLate: message.startsWith('Test timed out'),
    line: task.location?.line ?? 1,
  }
  if (task.type === 'test')
    return [
      {
        ...own,
        state: result?.state === 'fail' ? 'failed' : result?.state === 'pass' ? 'passed' : 'skipped',
      },
    ]
  const below = task.tasks.flatMap(testsOf)
  const failed = result?.state === 'fail' && !below.some(({ state }) => state === 'failed')
  return failed ? [{ ...own, state: 'failed' }, ...below] : below
}
