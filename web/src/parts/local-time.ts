/** The value of a date-time input: `2026-11-16T15:00`, in local time. `offset`: minutes from local time to UTC. */
export const localInput = (at: number, offset = new Date(at).getTimezoneOffset()): string =>
  new Date(at - offset * 60_000).toISOString().slice(0, 16)

/** The value of a date-time input as the API takes it; null for an empty one. */
export const isoOf = (value: string): string | null => (value === '' ? null : new Date(value).toISOString())
