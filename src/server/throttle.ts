export interface Throttled {
  /** Acts at once; within `ms` of the last time, once at the end of that time. */
  ask(): void
  stop(): void
}

/** Throttles an action: at most once in `ms` milliseconds. */
export function throttle(ms: number, act: () => void): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  function ask(): void {
    if (timer !== undefined) return void (isAsked = true)
    isAsked = false
    timer = setTimeout(() => {
      timer = undefined
      if (isAsked) ask()
    }, ms)
    act()
  }
  return { ask, stop: () => clearTimeout(timer) }
}
