import type { Opening } from '../protocols/protocol.ts'
import { CPU_SECONDS } from './process/bot-process.ts'

/**
 * CPU time that a program may take in a round, in seconds: more than its clock can ever give it. It is there for a host
 * that has lost sight of its bots, not to limit how long they think.
 */
export function cpuSecondsFor({ clock, startUpMs, turnLimit = Infinity }: Opening): number {
  if (clock.kind === 'none') return Infinity
  const thinkingMs =
    clock.kind === 'per-move'
      ? clock.ms * turnLimit
      : clock.ms + (clock.incrementMs === 0 ? 0 : clock.incrementMs * turnLimit)
  // Twice: where both move at the same time, a program may go on while its opponent still thinks or starts.
  const seconds = CPU_SECONDS + (2 * (startUpMs + thinkingMs)) / 1000
  return seconds < MOST_SECONDS ? seconds : Infinity
}

/** The kernel counts nanoseconds in 64 bits. */
const MOST_SECONDS = 1e9
