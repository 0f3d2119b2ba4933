import { ok, type Result } from '../../base/result.ts'
import { realClock, type Clock } from '../clock.ts'
import { STDERR_CAP, type BotProcess, type ProcessOptions } from './bot-process.ts'
import { launchPlain } from './launch-plain.ts'
import { RunningProcess } from './running-process.ts'
import { stillbornProcess } from './stillborn-process.ts'

/**
 * Starts a program as a player. A problem is the machine's: no sandbox, no pseudo-terminal. A program that cannot be
 * started is a process whose end says so.
 */
export async function startProcess(
  options: ProcessOptions,
  clock: Clock = realClock,
): Promise<Result<BotProcess>> {
  const launch = await launchPlain(options)
  return ok(
    'kind' in launch
      ? stillbornProcess(launch)
      : new RunningProcess(launch, clock, options.stderrCap ?? STDERR_CAP),
  )
}
