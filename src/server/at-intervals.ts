export interface Interval {
  /** Acts at once, or, if that was a moment ago, as soon as the interval is over. */
  ask(): void
  stop(): void
}

/** For what may change many times a second and need not be told so often. */
export function atIntervals(ms: number, act: () => void): Interval {
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
