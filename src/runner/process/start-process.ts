import { resolve } from 'node:path'
import { ok, type Result } from '../../base/result.ts'
import { realClock, type Clock } from '../clock.ts'
import { launchSandbox } from '../sandbox/launch-sandbox.ts'
import { sandboxMachine } from '../sandbox/sandbox-machine.ts'
import { testSandbox } from '../sandbox/test-sandbox.ts'
import { STDERR_CAP, type BotProcess, type ProcessEnd, type ProcessOptions } from './bot-process.ts'
import { launchPlain } from './launch-plain.ts'
import { RunningProcess, type Launch } from './running-process.ts'
import { cannotStart } from './spawn-child.ts'
import { failedProcess } from './failed-process.ts'
import { watchdog } from './watchdog.ts'
import { explainWindowsProgram } from './windows-program.ts'

/**
 * Starts a program as a player. A problem is the machine's fault (no sandbox, no pseudo-terminal). A program that
 * cannot be started gives a process that has ended already, with the reason.
 */
export async function startProcess(
  options: ProcessOptions,
  clock: Clock = realClock,
): Promise<Result<BotProcess>> {
  // Otherwise the file would be run as a shell script, with confusing errors.
  const windows = explainWindowsProgram(resolve(options.cwd, options.argv[0]))
  if (windows !== undefined) return ok(failedProcess(cannotStart('bot', options.argv[0], windows)))
  watchdog.start()
  const launch = options.sandbox ? await startSandbox(options, clock) : await launchPlain(options)
  if (!launch.ok) return launch
  return ok(
    'kind' in launch.value
      ? failedProcess(launch.value)
      : new RunningProcess(launch.value, clock, options.stderrCap ?? STDERR_CAP),
  )
}

/** Starts the program in a tested sandbox, or not at all. */
async function startSandbox(options: ProcessOptions, clock: Clock): Promise<Result<Launch | ProcessEnd>> {
  const machine = sandboxMachine()
  if (!machine.ok) return machine
  const tested = await testSandbox(machine.value, clock)
  return tested.ok ? launchSandbox(options, machine.value) : tested
}
