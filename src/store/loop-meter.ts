/** The share of time that a busy event loop works. */
const BUSY = 0.5
/** Shorter times say little: one long callback fills them. */
const WINDOW_MS = 100

/** Tells whether the event loop of this thread was busy in the last 100 ms or more. */
export function openLoopMeter(): () => boolean {
  let begin = performance.eventLoopUtilization()
  let isBusy = false
  return () => {
    const now = performance.eventLoopUtilization()
    const { idle, active, utilization } = performance.eventLoopUtilization(now, begin)
    if (idle + active >= WINDOW_MS) {
      begin = now
      isBusy = utilization > BUSY
    }
    return isBusy
  }
}
