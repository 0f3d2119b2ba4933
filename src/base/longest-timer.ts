/** The longest delay of `setTimeout`, in milliseconds: with a longer one it fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1
