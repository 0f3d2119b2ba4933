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
  return Number.isNaN(time) || year === undefined || Number(day) > days
    ? fail(
        'bad-date',
        `Cannot ${doing} ${show(text)}: expected a date and a time with its zone, like 2026-11-16T15:00:00Z`,
        at,
      )
    : ok(time)
}
