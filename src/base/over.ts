/**
 * The reason of an `abort` at the end of a round or a match, where nobody reads it: one for all. The reason that `abort` makes by
 * itself has a stack trace, which takes longer than all else there.
 */
export const OVER = new DOMException('It is over', 'AbortError')
