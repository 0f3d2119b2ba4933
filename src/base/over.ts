/**
 * The reason of an `abort` at the end of a round or a match. No code reads it, so one object serves for all. Without it
 * `abort` makes an error with a stack trace, which takes longer than all else at that end.
 */
export const OVER = new DOMException('It is over', 'AbortError')
