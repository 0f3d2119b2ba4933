import type { Pairing } from '../tournament/tournament.ts'
import type { Arena } from './arena.ts'
import type { Presence } from './presence.ts'

/** Sees whether teams take their seats when the matches of a tournament are called. */
export interface SeatWatch {
  /** Calls the match off unless all its teams take their seats in time after it has begun; the result ends the watch. */
  watch(pairing: Pairing, match: number): () => void
  /** The match was called off once because a team did not take its seat. */
  wasMissed(pairing: Pairing): boolean
  /** How long a match waits for this entrant at least, whatever the plan says. */
  readonly leastAbsentMs: (entrant: string) => number
  /** A match of these entrants is lost: the next one waits for them as usual. */
  forget(entrants: readonly string[]): void
}

export interface SeatWatchOptions {
  readonly arena: Pick<Arena, 'clock' | 'onMatch' | 'live' | 'callOff'>
  /** Without it no seat is watched. */
  readonly presence: Pick<Presence, 'miss'> | undefined
  /** By the name of the entrant. */
  readonly teams: ReadonlyMap<string, number>
  readonly startUpMs: number
  /** Whether matches of the tournament wait for absent teams now. */
  readonly waitsForTeams: () => boolean
}

/**
 * A team that was heard of a moment ago may have left. If it does not take its seat within this time after the call, the match
 * is called off once and waits for it like for any absent team, without its opponent. A player that is there hears of the call at once.
 */
const SEAT_MS = 30_000

export function openSeatWatch(options: SeatWatchOptions): SeatWatch {
  const { arena, presence, teams, startUpMs, waitsForTeams } = options
  const { clock } = arena
  /** Entrants that did not take their seats when they were called last. */
  const missing = new Set<string>()
  /** The keys of matches that were called off because a team did not take its seat. */
  const missed = new Set<string>()

  return {
    watch({ key, players }, match) {
      if (presence === undefined || !waitsForTeams() || missed.has(key)) return () => {}
      let cancel = (): void => {}
      const watch = (): void => {
        leave()
        cancel = clock.at(clock.now() + SEAT_MS, look)
      }
      // While it waits for a place, no team is called.
      const leave = arena.onMatch((row) => {
        if (row.id === match && row.status === 'playing') watch()
      })
      const look = (): void => {
        const round = arena.live(match)?.match.round
        if (round === undefined || round.index > 0) return
        const late = players.filter(
          (name, player) => teams.has(name) && !round.ready[round.seats[0] === player ? 0 : 1],
        )
        if (late.length === 0) return
        missed.add(key)
        for (const name of late) missing.add(name)
        for (const name of late) presence.miss(teams.get(name) ?? 0)
        arena.callOff(
          match,
          `${late.join(' and ')} did not take ${late.length === 1 ? 'its seat' : 'their seats'}`,
        )
      }
      if (arena.live(match)) watch()
      return () => {
        leave()
        cancel()
      }
    },
    wasMissed: ({ key }) => missed.has(key),
    // Such an entrant has its whole start-up time, as if its match had not been called off.
    leastAbsentMs: (entrant) => (missing.has(entrant) ? Math.max(0, startUpMs - SEAT_MS) : 0),
    forget(entrants) {
      for (const entrant of entrants) missing.delete(entrant)
    },
  }
}
