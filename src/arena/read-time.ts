import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'

/**
 * Reads a date and a time with its time zone, as RFC 3339 has them; the seconds may be left out. Milliseconds since 1970.
 * `doing` begins the sentence that says why it cannot be read: `Cannot freeze at …`.
 */
export function readTime(text: string, doing: string, at: string): Result<number> {
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  const time = Date.parse(text)
  // Date.parse takes 30 February for 2 March.
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number.isNaN(time) || year === undefined || Number(day) > days)
    return fail(
      'bad-date',
      `Cannot ${doing} ${show(text)}: expected a date and a time with its zone, like 2026-11-16T15:00:00Z`,
      at,
    )
  return time >= FIRST && time <= LAST
    ? ok(time)
    : fail('bad-date', `Cannot ${doing} ${show(text)}: expected a time from the year 0 to 9999 in UTC`, at)
}

/** The first and the last time that RFC 3339 can write in UTC, as all answers have it: a zone can move a time over these ends. */
const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
