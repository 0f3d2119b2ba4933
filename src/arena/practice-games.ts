import type { Clock } from '../runner/clock.ts'
import type { MatchRow } from '../store/store.ts'
import { idleGames, type IdleLimits } from './idle-games.ts'

/** Practice games that run, and when their players were seen last. Those that their players have left are ended. */
export interface PracticeGames extends Disposable {
  /** Watches the match while it is played; a match of another origin is only played. */
  watch(row: MatchRow, owner: string, play: () => Promise<void>): Promise<void>
  /** A player of the match has asked for something. */
  see(match: number): void
  /** A player of the match stays until it is over. */
  stay(match: number): void
}

export interface PracticeOptions {
  readonly clock: Clock
  readonly limits: IdleLimits
  readonly isWanted: (row: MatchRow) => boolean
  readonly callOff: (match: number, why: string) => void
}

/** Idle games are looked for this often. */
const LOOK_MS = 5_000

export function openPracticeGames({ clock, limits, isWanted, callOff }: PracticeOptions): PracticeGames {
  const games = new Map<number, { readonly row: MatchRow; readonly owner: string; seen: number }>()
  let cancelLook = (): void => {}

  function seeUntil(match: number, time: number): void {
    const game = games.get(match)
    if (game) game.seen = Math.max(game.seen, time)
  }

  function look(): void {
    const now = clock.now()
    const running = [...games.values()].map(({ row, owner, seen }) => ({
      match: row.id,
      owner,
      idleMs: Math.max(0, now - seen),
      isWanted: isWanted(row),
    }))
    for (const { match, idleMs } of idleGames(running, limits))
      callOff(match, `its player sent no request for ${Math.floor(idleMs / 1000)} s`)
    cancelLook = clock.at(now + LOOK_MS, look)
  }

  look()
  return {
    async watch(row, owner, play) {
      if (row.origin === 'practice') games.set(row.id, { row, owner, seen: clock.now() })
      try {
        await play()
      } finally {
        games.delete(row.id)
      }
    },
    see: (match) => seeUntil(match, clock.now()),
    stay: (match) => seeUntil(match, Infinity),
    [Symbol.dispose]: () => cancelLook(),
  }
}
