import { momentWords } from './moment-words.ts'

/** The value of a date-time input: `2026-11-16T15:00`, in the time zone of the browser. */
export function localInput(at: number): string {
  const time = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  const year = String(time.getFullYear()).padStart(4, '0')
  return `${year}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** What a date-time input shows of a text: one that was typed in it, or a time of the server. */
export const shownInput = (text: string): string => (text.endsWith('Z') ? localInput(Date.parse(text)) : text)

/**
 * A text for the server. A time that came from the server stays as it is, to the millisecond. A typed one that cannot be read is sent as it is:
 * the server says what it expects.
 */
export function timeIn(text: string): string {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}

/** The same; null for an empty text. */
export const timeOrNull = (text: string): string | null => (text === '' ? null : timeIn(text))

const MINUTE = 60_000

/** Clocks go back by an hour, in a few places by half of one or by two. */
const STEPS_BACK = [60, 30, 120]

/** What a text means, with its time zone. Where clocks change, an hour of the night is missing, or comes twice. */
export function meaningOf(text: string): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return ''
  const shown = shownInput(text)
  const isThere = (minutes: number): boolean => localInput(at + minutes * MINUTE) === shown
  if (!isThere(0)) return `The clocks skip this time. It is taken as ${momentWords(at)}`
  if (STEPS_BACK.some((minutes) => isThere(minutes)))
    return `${momentWords(at)}, the first of two: the clocks go back`
  if (STEPS_BACK.some((minutes) => isThere(-minutes)))
    return `${momentWords(at)}, the second of two: the clocks go back`
  return momentWords(at)
}
