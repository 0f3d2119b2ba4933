import { deferred } from '../base/deferred.ts'
import { findGame } from '../games/index.ts'
import type { Opening, StartUp } from '../protocols/protocol.ts'
import type { Clock } from './clock.ts'
import { cpuSecondsFor } from './cpu-seconds.ts'
import type { BotProcess, ProcessOptions } from './process/bot-process.ts'
import { startProcess } from './process/start-process.ts'

/** Starts a program for a round; what the machine cannot do is an exception. Its start-up time begins with the program. */
export async function startPlayer(
  process: ProcessOptions,
  opening: Opening,
  signal: AbortSignal,
  clock: Clock,
  startUp?: StartUp,
): Promise<BotProcess> {
  const { promise: begun, resolve: begin } = deferred()
  startUp?.beginAfter(begun)
  const started = await startProcess(limitProcess(process, opening, signal), clock)
  if (!started.ok) throw new Error(started.problem.message)
  void started.value.begun.then(begin)
  return started.value
}

/** Whether the players move by turns, so that a program runs in its own turns only. */
export const movesAlone = ({ game, view }: Opening): boolean => findGame(game)?.toMove(view).length === 1

/** What a sandbox must know of the round. Its signal is one object for both players, who share a core. */
function limitProcess(process: ProcessOptions, opening: Opening, signal: AbortSignal): ProcessOptions {
  const { sandbox } = process
  if (!sandbox) return process
  const match = { key: signal, isSimultaneous: !movesAlone(opening) }
  return { ...process, sandbox: { cpuSeconds: cpuSecondsFor(opening), match, ...sandbox } }
}
