/** What is on, since when, and when it ended. Times are in milliseconds of any clock. */
export interface OnAir {
  readonly id: number
  readonly since: number
  readonly endedAt?: number
}

/** How long a result is left to be read. */
const RESULT_MS = 8_000

/** What is shown now: the same for its time, then the next of those being played; what has ended, until it has been read. */
export function nextOnAir(
  air: OnAir | undefined,
  playing: readonly number[],
  now: number,
  stayMs: number,
): OnAir | undefined {
  if (air === undefined) return playing[0] === undefined ? undefined : { id: playing[0], since: now }
  const place = playing.indexOf(air.id)
  if (place < 0) {
    if (air.endedAt === undefined) return { ...air, endedAt: now }
    const [next] = playing
    return now - air.endedAt < RESULT_MS || next === undefined ? air : { id: next, since: now }
  }
  if (now - air.since < stayMs || playing.length < 2) return air
  return { id: playing[(place + 1) % playing.length] ?? air.id, since: now }
}
