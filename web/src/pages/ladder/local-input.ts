/** The value of a date-time input: `2026-11-16T15:00`, in local time. `offset`: minutes from local time to UTC. */
export const localInput = (at: number, offset = new Date(at).getTimezoneOffset()): string =>
  new Date(at - offset * 60_000).toISOString().slice(0, 16)
