import { fail, ok, type Result } from '../../base/result.ts'
import { SEATS, type Pair } from '../../game/game.ts'
import type { MatchRow } from '../../store/store.ts'
import type { BattleArena, BattleSeats, BattleStore } from './battle-host.ts'

/** A team as it is called to a battle. */
export interface Team {
  readonly name: string
  readonly person?: number
  /** Where it is told of the battle; without one it comes by itself. */
  readonly url?: string
  /** What its practice counts for: the team itself, or its address if it has no key. */
  readonly owner?: string
}

/** Teams have so long to come for a battle with each other. */
export const WAIT_FOR_TEAM_MS = 300_000
/** Two teams of which one did not come wait so long before their next battle: no team is called to battles without end. */
const UNANSWERED_PAUSE_MS = 60_000
/** Of the matches of a team, when its last battles with another are looked for. */
const MOST_LOOKED_AT = 100

/** Battles of two teams with each other. One counts only if both come for it. */
export interface TeamBattles extends Disposable {
  /** The teams that have not come for their battle. */
  missing(row: MatchRow): readonly string[]
  /** Calls the battle off if not both teams come in time: one of them may not have wanted it. */
  awaitBoth(row: MatchRow): void
  /** The match is over. */
  forget(match: number): void
  /** Refuses a battle of two teams while the last one waits, or shortly after one of them did not come for it. */
  mayBegin(challenge: string, teams: Pair<Team>): Result<void>
}

export function openTeamBattles(store: BattleStore, arena: BattleArena, seats: BattleSeats): TeamBattles {
  /** What ends the wait for the teams of a battle. */
  const awaited = new Map<number, () => void>()

  const missing = ({ id, players }: MatchRow): readonly string[] =>
    SEATS.filter((player) => !seats.hasStarted(id, player)).map((player) => players[player]?.name ?? '')

  return {
    missing,
    awaitBoth(row) {
      if (row.origin !== 'battle') return
      const { clock } = arena
      const callOff = (): void => {
        const names = missing(row)
        if (names.length > 0) arena.callOff(row.id, `${names.join(' and ')} did not come for the battle`)
      }
      const cancel = clock.at(clock.now() + WAIT_FOR_TEAM_MS, () => {
        awaited.delete(row.id)
        clock.settle(callOff)
      })
      awaited.set(row.id, cancel)
    },
    forget(match) {
      awaited.get(match)?.()
      awaited.delete(match)
    },
    mayBegin(challenge, teams) {
      const last = battlesOf(store, challenge, teams)
      const waiting = last.find((row) => row.status !== 'over' && missing(row).length > 0)
      const both = `${teams[0].name} and ${teams[1].name}`
      if (waiting)
        return fail(
          'battle-open',
          `Cannot begin another battle of ${both}: ${missing(waiting).join(' and ')} has not come for the last one`,
        )
      const [latest] = last
      const waitMs = latest?.void ? (latest.ended ?? 0) + UNANSWERED_PAUSE_MS - Date.now() : 0
      return waitMs <= 0
        ? ok(undefined)
        : fail(
            'unanswered',
            `Cannot begin another battle of ${both} so soon: the last one was ${latest?.end}; try again in ${Math.ceil(waitMs / 1000)} s`,
          )
    },
    [Symbol.dispose]() {
      for (const cancel of awaited.values()) cancel()
    },
  }
}

/** The latest battles of two teams with each other. */
function battlesOf(store: BattleStore, challenge: string, teams: Pair<Team>): readonly MatchRow[] {
  const [{ person }] = teams
  const isTheirs = ({ origin, players }: MatchRow): boolean =>
    origin === 'battle' &&
    teams.every((team) => players.some((player) => player?.kind === 'sse' && player.person === team.person))
  const filter = { challenge, ...(person !== undefined && { person }) }
  return store.matches(filter, { limit: MOST_LOOKED_AT }).filter(isTheirs)
}
