import type { Clock } from '../runner/clock.ts'

/** Players whose last match was void: the server could not start or play them. Each time they are put off for longer. */
export interface Setbacks {
  add(players: readonly string[]): void
  /** They have played. */
  clear(players: readonly string[]): void
  isPutOff(player: string): boolean
  /** When the first of them may be called again; Infinity if none is put off. */
  next(): number
}

const FIRST_MS = 10_000
const LONGEST_MS = 600_000

export function openSetbacks(clock: Pick<Clock, 'now'>): Setbacks {
  const putOff = new Map<string, { readonly times: number; readonly until: number }>()
  return {
    add(players) {
      for (const player of players) {
        const { times = 0 } = putOff.get(player) ?? {}
        const ms = Math.min(FIRST_MS * 2 ** times, LONGEST_MS)
        putOff.set(player, { times: times + 1, until: clock.now() + ms })
      }
    },
    clear(players) {
      for (const player of players) putOff.delete(player)
    },
    isPutOff: (player) => (putOff.get(player)?.until ?? -Infinity) > clock.now(),
    next() {
      const now = clock.now()
      let first = Infinity
      for (const { until } of putOff.values()) if (until > now) first = Math.min(first, until)
      return first
    },
  }
}
