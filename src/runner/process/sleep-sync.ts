const cell = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the thread. Timers cannot wait for a fraction of a millisecond; `Atomics.wait` can. */
export const sleepSync = (ms: number): void => void Atomics.wait(cell, 0, 0, ms)
