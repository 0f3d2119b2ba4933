/** A batch of this size takes one or two milliseconds. */
const BATCH_SIZE = 64

/**
 * A queue of tasks that runs one batch per turn of the event loop. Timers and sockets get their turn between two batches,
 * also when thousands of players send at once.
 */
export function createBatchQueue(): (task: () => void) => void {
  let tasks: (() => void)[] = []
  let next = 0
  let isScheduled = false

  function runBatch(): void {
    const end = Math.min(next + BATCH_SIZE, tasks.length)
    while (next < end) (tasks[next++] as () => void)()
    isScheduled = next < tasks.length
    if (isScheduled) return void setImmediate(runBatch)
    tasks = []
    next = 0
  }

  return (task) => {
    tasks.push(task)
    if (isScheduled) return
    isScheduled = true
    setImmediate(runBatch)
  }
}
