import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What a server used between `begin` and `end`. */
export interface ProcessUsage {
  readonly cpuSeconds: number
  readonly delayP99Ms: number
  readonly delayMaxMs: number
  readonly residentBytes: number
  /** CPU time of the main thread. */
  readonly mainThreadMs: number
}

export interface UsageMeter {
  begin(): void
  end(): ProcessUsage
}

export function openUsageMeter(): UsageMeter {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let cpu = process.cpuUsage()
  let mainThread = process.threadCpuUsage()
  return {
    begin() {
      delay.reset()
      delay.enable()
      cpu = process.cpuUsage()
      mainThread = process.threadCpuUsage()
    },
    end() {
      const { user, system } = process.cpuUsage(cpu)
      delay.disable()
      return {
        cpuSeconds: (user + system) / 1e6,
        delayP99Ms: delay.percentile(99) / 1e6,
        delayMaxMs: delay.max / 1e6,
        residentBytes: process.memoryUsage().rss,
        mainThreadMs: threadMsSince(mainThread),
      }
    },
  }
}

/** CPU time of this thread since an earlier reading, in milliseconds. */
export function threadMsSince(earlier: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(earlier)
  return (user + system) / 1000
}
