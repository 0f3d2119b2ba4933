const cell = new Int32Array(new SharedArrayBuffer(4))

/** Sleeps without giving the event loop its turn: for fractions of a millisecond, which no timer can do. */
export const nap = (ms: number): void => void Atomics.wait(cell, 0, 0, ms)
