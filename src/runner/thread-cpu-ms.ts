/**
 * Milliseconds of processor time that this thread has used. A busy machine adds nothing to it, as it does to the time on a clock.
 * The kernel brings the number up to date some hundred times a second: of short pieces of work only the sum is exact.
 */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
