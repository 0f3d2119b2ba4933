/** A monotonic clock in milliseconds that all threads of the process share; `performance.now` begins anew in each. */
export function clockOfThreads(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
