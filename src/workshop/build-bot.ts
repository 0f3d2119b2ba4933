import { dirname } from 'node:path'
import { show } from '../base/fields.ts'
import type { ProblemCode } from '../base/problem-codes.ts'
import { fail, type Problem } from '../base/result.ts'
import { pause, realClock, type Clock } from '../runner/clock.ts'
import { describeProcessEnd, type ProcessEnd } from '../runner/process/bot-process.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { startBuild, type BuildProcess } from '../runner/sandbox/start-build.ts'
import { measureFolders, type FolderLimits } from './measure-folder.ts'
import { OutputTail } from './output-tail.ts'
import { parseCommand } from './parse-command.ts'
import { reclaimFolder } from './reclaim-folder.ts'
import { makeTemp } from './temp-folder.ts'
import { whyNoRoom } from './why-no-room.ts'

export interface BuildLimits extends FolderLimits {
  /** For all commands together. */
  readonly seconds: number
  /** Of all processes of a command together. */
  readonly memoryMb: number
  /** Processes and threads at once. */
  readonly processes: number
  /** The largest file. */
  readonly fileMb: number
  /** What it may print. */
  readonly outputMb: number
}

export const BUILD_LIMITS: BuildLimits = {
  seconds: 120,
  memoryMb: 2048,
  processes: 256,
  fileMb: 128,
  folderMb: 512,
  files: 10_000,
  outputMb: 16,
}

export interface BuildOptions {
  readonly folder: string
  /** Command lines, run in this order in the folder. */
  readonly build: readonly string[]
  readonly limits?: Partial<BuildLimits>
  readonly signal?: AbortSignal
  readonly clock?: Clock
  /** Hears everything that is printed, as it comes: the names of the commands are the arena's words. */
  readonly onOutput?: OnOutput
}

export type OnOutput = (chunk: Buffer | string, from: 'program' | 'arena') => void

/** In both cases with the last 64 KiB of the output, for the owner. */
export type BuildResult =
  | { readonly ok: true; readonly value: { readonly log: string } }
  | { readonly ok: false; readonly problem: Problem; readonly log: string }

const LOG_CAP = 64 * 1024

/**
 * Builds an uploaded bot in its folder, always in a sandbox. Afterwards the folder belongs to the host again; after a
 * failed build the caller removes it.
 */
export async function buildBot(options: BuildOptions): Promise<BuildResult> {
  const { folder, build, clock = realClock } = options
  const limits = { ...BUILD_LIMITS, ...options.limits }
  const log = new OutputTail(LOG_CAP)
  const scratch = await makeTemp(dirname(folder))
  const work: Work = {
    folder,
    scratch,
    limits,
    clock,
    deadline: clock.now() + limits.seconds * 1000,
    log,
    ...(options.onOutput && { onOutput: options.onOutput }),
    ...(options.signal && { signal: options.signal }),
  }
  try {
    for (const line of build) {
      const problem = await runCommand(line, work)
      if (problem) return { ok: false, problem, log: log.text() }
    }
    const problem = await reclaimFolder(folder)
    return problem ? { ok: false, problem, log: log.text() } : { ok: true, value: { log: log.text() } }
  } finally {
    await removeFolder(scratch)
  }
}

interface Work {
  readonly folder: string
  readonly scratch: string
  readonly limits: BuildLimits
  readonly clock: Clock
  readonly deadline: number
  readonly log: OutputTail
  readonly onOutput?: OnOutput
  readonly signal?: AbortSignal
}

async function runCommand(line: string, work: Work): Promise<Problem | undefined> {
  const { folder, scratch, limits, clock, log } = work
  const argv = parseCommand(line)
  if (!argv.ok) return argv.problem
  log.write(Buffer.from(`$ ${line}\n`))
  work.onOutput?.(`$ ${line}\n`, 'arena')
  const { memoryMb, processes, fileMb } = limits
  const started = await startBuild(
    { argv: argv.value, cwd: folder, memoryMb },
    { kind: 'build', scratch, processes, fileMb },
    clock,
  )
  if (!started.ok) return started.problem
  const outcome = await superviseCommand(started.value, work)
  await started.value.finish()
  if (outcome.kind === 'exited' && outcome.code === 0) {
    // A fast build may end between two checks of its folder.
    const excess = await measureFolders([folder, scratch], limits)
    return excess === undefined ? undefined : cannotBuild(line, 'build-limit', excess)
  }
  if (outcome.kind === 'limit') return cannotBuild(line, outcome.code, outcome.why)
  if (outcome.kind === 'could-not-start')
    return fail(outcome.blame === 'host' ? 'sandbox-failed' : 'build-failed', outcome.message).problem
  const noRoom = await whyNoRoom(dirname(folder))
  if (noRoom !== undefined) return cannotBuild(line, 'workshop-disk', noRoom)
  return cannotBuild(line, 'build-failed', describeProcessEnd(outcome))
}

/** The limit that ended the build. */
interface Limit {
  readonly kind: 'limit'
  readonly code: 'build-limit' | 'build-stopped' | 'workshop-disk'
  readonly why: string
}

const LOOK_MS = 200
const MB = 1024 * 1024

/** Waits for its end, or ends it at the first limit that it exceeds. */
async function superviseCommand(build: BuildProcess, work: Work): Promise<ProcessEnd | Limit> {
  const { process } = build
  const { folder, scratch, limits, clock, log, signal, onOutput } = work
  const ended = new AbortController()
  let limit: Limit | undefined
  const stop = (why: string, code: Limit['code'] = 'build-limit'): void => {
    limit ??= { kind: 'limit', code, why }
    void process.stop()
  }
  const interrupt = (): void => stop('it was interrupted', 'build-stopped')
  const cancel = clock.at(work.deadline, () => stop(`it took longer than ${limits.seconds} s`))
  signal?.addEventListener('abort', interrupt, { once: true, signal: ended.signal })
  if (signal?.aborted) interrupt()

  async function watchFolders(): Promise<void> {
    const hadRoom = (await whyNoRoom(dirname(folder))) === undefined
    while (!ended.signal.aborted) {
      const nameless = await build.namelessFiles(limits.files)
      const excess = await measureFolders([folder, scratch], limits, nameless)
      if (excess !== undefined) return stop(excess)
      // What no look finds, as a file on its way through a socket, fills the disk all the same.
      const noRoom = hadRoom ? await whyNoRoom(dirname(folder)) : undefined
      if (noRoom !== undefined) return stop(noRoom, 'workshop-disk')
      await pause(clock, LOOK_MS, ended.signal)
    }
  }

  process.closeInput()
  const watching = watchFolders()
  for (let chunk = await process.read(); chunk; chunk = await process.read()) {
    log.write(chunk)
    onOutput?.(chunk, 'program')
    if (log.total > limits.outputMb * MB) stop(`it printed more than ${limits.outputMb} MiB`)
  }
  const end = await process.ended
  cancel()
  ended.abort()
  await watching
  return limit ?? end
}

const cannotBuild = (line: string, code: ProblemCode, why: string): Problem =>
  fail(code, `Cannot build the bot by ${show(line)}: ${why}`).problem
