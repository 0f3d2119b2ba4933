import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * The nice value of house brains, added to that of the host: a program that shares a core with one gets five times its share of the core.
 * With 10 `advanced` missed a clock of 100 ms on a core that a busy loop used as well, with 7 it did not.
 */
export const HOUSE_NICE = 7

/**
 * Lowers the priority of this thread, and not of the rest of the process: on Linux each thread has a nice value of its own. Elsewhere
 * the thread keeps the priority of the process.
 */
export function lowerThreadPriority(nice: number = constants.priority.PRIORITY_LOW): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/task/')[1])
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority(thread) + nice))
  } catch {
    // Only Linux has this file.
  }
}
