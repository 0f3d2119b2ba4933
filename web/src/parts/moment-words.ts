/** `16 Nov 2026, 15:00 GMT+1`, in the time zone of the reader unless another is given. */
export const momentWords = (at: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    // `GMT+1`: an abbreviation like `CST` has several meanings.
    timeZoneName: 'shortOffset',
    timeZone,
  }).format(at)
