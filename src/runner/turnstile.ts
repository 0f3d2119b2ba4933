/** So many at once take a millisecond or two. */
const BATCH = 64

/**
 * Lets tasks through in small groups, with timers and sockets in between: when thousands of players talk at once, each
 * round trip of the event loop would otherwise serve them all before anything else.
 */
export function createTurnstile(): (task: () => void) => void {
  let waiting: (() => void)[] = []
  let next = 0
  let isTurning = false

  function turn(): void {
    const end = Math.min(next + BATCH, waiting.length)
    while (next < end) (waiting[next++] as () => void)()
    isTurning = next < waiting.length
    if (isTurning) return void setImmediate(turn)
    waiting = []
    next = 0
  }

  return (task) => {
    waiting.push(task)
    if (isTurning) return
    isTurning = true
    setImmediate(turn)
  }
}
