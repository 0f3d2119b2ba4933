/** Told to wait for longer, a timer ends at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1
