import { LONGEST_TIMER_MS } from '../../base/longest-timer.ts'

/** A queue of events with one reader. */
export interface Inbox<T> {
  push(item: T): void
  /** The next thing; undefined once there has been nothing to read for so many milliseconds. */
  next(quietMs: number): Promise<T | undefined>
}

export function openInbox<T>(): Inbox<T> {
  const items: T[] = []
  let wake: (() => void) | undefined

  return {
    push(item) {
      items.push(item)
      wake?.()
    },
    async next(quietMs) {
      if (items.length === 0)
        await new Promise<void>((resolve) => {
          // An overdue timer fires before the sockets are read, and an immediate after that: so whatever has arrived is read first.
          const timer = setTimeout(() => setImmediate(resolve), Math.min(quietMs, LONGEST_TIMER_MS))
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      wake = undefined
      return items.shift()
    },
  }
}
