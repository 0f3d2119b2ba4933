import { deferred } from '../base/deferred.ts'
import { findGame } from '../games/index.ts'
import type { Opening, StartUp } from '../protocols/protocol.ts'
import type { Clock } from './clock.ts'
import { cpuSecondsFor } from './cpu-seconds.ts'
import type { BotProcess, ProcessOptions } from './process/bot-process.ts'
import { startProcess } from './process/start-process.ts'

/**
 * Starts a program for a round; throws if the machine cannot do it. Start-up time counts from the start of the program
 * itself. The program finds the seed of its seat in `GAMEGRID_SEED`, because the words of some wires cannot tell it.
 */
export async function startPlayer(
  process: ProcessOptions,
  opening: Opening,
  signal: AbortSignal,
  clock: Clock,
  startUp?: StartUp,
): Promise<BotProcess> {
  const { promise: begun, resolve: begin } = deferred()
  startUp?.beginAfter(begun)
  const limited = limitProcess(withSeed(process, opening.seed), opening, signal)
  const started = await startProcess(limited, clock)
  if (!started.ok) throw new Error(started.problem.message)
  void started.value.begun.then(begin)
  return started.value
}

export const withSeed = (process: ProcessOptions, seed: number): ProcessOptions => ({
  ...process,
  env: { ...process.env, GAMEGRID_SEED: String(seed) },
})

/** Whether the players move by turns, so that a program runs in its own turns only. */
export const movesAlone = ({ game, view }: Opening): boolean => findGame(game)?.toMove(view).length === 1

/**
 * Adds the limits of the round to a sandbox. The signal is the same object for both players, so it identifies the
 * match.
 */
function limitProcess(process: ProcessOptions, opening: Opening, signal: AbortSignal): ProcessOptions {
  const { sandbox } = process
  if (!sandbox) return process
  const match = { key: signal, isSimultaneous: !movesAlone(opening) }
  return { ...process, sandbox: { cpuSeconds: cpuSecondsFor(opening), match, ...sandbox } }
}
