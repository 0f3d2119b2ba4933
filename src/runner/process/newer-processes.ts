import { readdirSync } from 'node:fs'
import { readOrEmpty } from './read-or-empty.ts'

/** Processes and threads that the kernel has started since it runs, as far as this process knows; it may know an older number. */
export function forksSoFar(): number {
  const now = performance.now()
  if (now - counted.at > COUNT_MS) counted = { at: now, forks: readForks() }
  return counted.forks
}

/**
 * The processes that may be younger than another one, by their names below /proc. The kernel gives pids in increasing order and begins again at
 * the end, so those are the higher pids, unless it may have begun again since `forksBefore`: then these are all processes. To read a file
 * of each process costs milliseconds on a machine with hundreds of them.
 */
export function newerProcesses(pid: number, forksBefore: number): readonly string[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  // In this order: what is listed began before.
  const last = lastPid()
  const mayHaveBegunAgain = !(last >= pid && forksSoFar() - forksBefore < mostPids() / 2)
  return mayHaveBegunAgain ? all : all.filter((name) => Number(name) >= pid)
}

/** How long a count is used: nothing starts half of all pids in so short a time. */
const COUNT_MS = 100
let counted = { at: -Infinity, forks: Number.NaN }

// Where a file is missing or says something else, these are NaN or 0, so that all processes are looked at.
const readForks = (): number => Number(/^processes (\d+)$/m.exec(readOrEmpty('/proc/stat'))?.[1])
const lastPid = (): number => Number(readOrEmpty('/proc/loadavg').split(' ')[4])
let most: number | undefined
const mostPids = (): number => (most ??= Number(readOrEmpty('/proc/sys/kernel/pid_max')))
