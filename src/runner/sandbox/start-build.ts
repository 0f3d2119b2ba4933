import { ok, type Result } from '../../base/result.ts'
import { pause, realClock, type Clock } from '../clock.ts'
import type { BotProcess, ProcessOptions } from '../process/bot-process.ts'
import { page, ProcFile } from '../process/proc-file.ts'
import { sendSignal } from '../process/process-tree.ts'
import { RunningProcess } from '../process/running-process.ts'
import { failedProcess } from '../process/failed-process.ts'
import { launchSandbox } from './launch-sandbox.ts'
import { namelessFiles, type NamelessFiles } from './nameless-files.ts'
import { sandboxMachine } from './sandbox-machine.ts'
import type { BuildPolicy } from './sandbox-policy.ts'
import { testSandbox } from './test-sandbox.ts'

/** A command of a build. Its stdout carries its stderr as well. */
export interface BuildProcess {
  readonly process: BotProcess
  /** The files that it has removed and still has open; counts `most` of them at most. */
  namelessFiles(most: number): Promise<NamelessFiles>
  /** Ends the command if it still runs; resolves when none of its processes is left. */
  finish(): Promise<void>
}

/** Starts a build command, always in a sandbox. A problem is the machine's fault. */
export async function startBuild(
  options: Pick<ProcessOptions, 'argv' | 'cwd' | 'env'> & { readonly memoryMb: number },
  policy: BuildPolicy,
  clock: Clock = realClock,
): Promise<Result<BuildProcess>> {
  const machine = sandboxMachine()
  if (!machine.ok) return machine
  const tested = await testSandbox(machine.value, clock)
  if (!tested.ok) return tested
  const { memoryMb, ...command } = options
  const launch = await launchSandbox({ ...command, sandbox: { memoryMb } }, machine.value, true, policy)
  if (!launch.ok) return launch
  if ('kind' in launch.value)
    return ok({
      process: failedProcess(launch.value),
      namelessFiles: async () => ({ files: 0, bytes: 0, held: 0 }),
      async finish() {},
    })
  const { init } = launch.value
  const process = new RunningProcess(launch.value, clock, STDERR_CAP)
  const stat = openStat(init)
  return ok({
    process,
    namelessFiles: (most) => namelessFiles(init, most),
    async finish() {
      await process.stop()
      for (; stat && isAlive(stat); await pause(clock, LOOK_MS, NEVER)) sendSignal(init, 'SIGKILL')
      stat?.[Symbol.dispose]()
    },
  })
}

const STDERR_CAP = 4096
const LOOK_MS = 2
const NEVER = new AbortController().signal

function openStat(pid: number): ProcFile | undefined {
  try {
    return new ProcFile(`/proc/${pid}/stat`)
  } catch {
    return undefined
  }
}

/** The first process of a namespace becomes a zombie only after all others are gone. */
function isAlive(stat: ProcFile): boolean {
  const length = stat.read()
  if (length < 0) return false
  const text = page.toString('latin1', 0, length)
  return !'ZX'.includes(text.charAt(text.lastIndexOf(')') + 2))
}
