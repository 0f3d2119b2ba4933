/** The match that is shown, since when, and when it ended. Times are milliseconds of any monotonic clock. */
export interface OnAir {
  readonly id: number
  readonly since: number
  readonly endedAt?: number
}

/** How long a result stays. */
const RESULT_MS = 8_000

/** Chooses the match to show: the same for its time, then the next running one. A match that ended stays until its result could be read. */
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
