import type { Opening } from '../protocols/protocol.ts'
import { CPU_SECONDS } from './process/bot-process.ts'

/**
 * The limit of CPU time for a program in a round, in seconds: more than its clock can ever allow. It is a safety net
 * that ends a bot that outlives its host; the clock limits thinking.
 */
export function cpuSecondsFor({ clock, startUpMs, turnLimit = Infinity }: Opening): number {
  if (clock.kind === 'none') return Infinity
  const thinkingMs =
    clock.kind === 'per-move'
      ? clock.ms * turnLimit
      : clock.ms + (clock.incrementMs === 0 ? 0 : clock.incrementMs * turnLimit)
  // Twice: in simultaneous games a program may run on while its opponent still thinks or starts.
  const seconds = CPU_SECONDS + (2 * (startUpMs + thinkingMs)) / 1000
  return seconds < MOST_SECONDS ? seconds : Infinity
}

/** The kernel counts nanoseconds in 64 bits. */
const MOST_SECONDS = 1e9
