import type { EntryTeamRow, Store, TournamentRow, VersionRow } from '../store/store.ts'
import { ALL_BOTS, botIn, joinedTeams, specOf, whatPlays } from './entry-entrants.ts'
import { ownerOf } from './owner-of.ts'
import type { Presence } from './presence.ts'

/** How ready one entrant of a contest is. */
export interface Readiness {
  readonly person: number | undefined
  /** As an entrant. */
  readonly name: string
  readonly state: EntryTeamRow['state']
  /** Undefined if the organiser entered it. */
  readonly joined: number | undefined
  readonly members: string | undefined
  /** What the team chose to play with. */
  readonly choice: string | undefined
  /** What would play if the contest started now; undefined if nothing can. */
  readonly plays: string | undefined
  /** Its bot, with the newest version. */
  readonly bot: ReadyBot | undefined
  /** The wire over which the team is connected now. */
  readonly wire: string | undefined
  readonly lastSeen: number | undefined
}

export interface ReadyBot {
  readonly id: number
  readonly name: string
  readonly version: VersionRow
}

/** What the organiser entered, then the teams in the order in which they joined; once the contest runs, its entrants. */
export function readinessOf(
  row: TournamentRow,
  store: Store,
  presence: Presence,
  now: number,
): readonly Readiness[] {
  const spec = specOf(row)
  if (!spec.ok) return []
  const teams = store.entryTeams(row.id)
  const isConnected = (person: number): boolean => presence.canBeCalled(person, now)

  const readinessFor = (
    name: string,
    person: number | undefined,
    team: EntryTeamRow | undefined,
    plays: string | undefined,
    bot: ReadyBot | undefined,
  ): Readiness => ({
    person,
    name,
    state: team?.state ?? 'in',
    joined: team?.joined,
    members: team?.members,
    choice: team?.plays,
    plays,
    bot,
    wire: person === undefined ? undefined : presence.wireOf(person, now),
    lastSeen:
      person === undefined
        ? undefined
        : latest(
            presence.seen(person)?.at,
            team?.joined,
            bot?.version.created,
            store.team(person)?.lastPlayed,
          ),
  })

  const entered = spec.value.entrants.map(({ name, bot }) => {
    const person = ownerOf(bot, store)
    const team = teams.find((one) => one.person === person)
    const id = bot.startsWith('bot:') ? Number.parseInt(bot.slice('bot:'.length), 10) : undefined
    const version = Number(bot.split('@')[1] ?? Number.NaN)
    return readinessFor(name, person, team, bot, id === undefined ? undefined : readyBot(store, id, version))
  })
  if (row.status !== 'waiting') return entered
  const names = new Map(joinedTeams(row, spec.value, store).map(({ person, name }) => [person, name]))
  const owners = new Set(entered.map(({ person }) => person))
  const joined = teams
    .filter(({ person }) => !owners.has(person))
    .map((team) => {
      const { person } = team
      const plays = whatPlays(team, row.challenge, store, isConnected)
      const name = names.get(person) ?? store.person(person)?.name ?? ''
      return readinessFor(name, person, team, plays, shownBot(team, row.challenge, store))
    })
  return [...entered, ...joined]
}

/** The bot that the team chose, or the one that it uploaded last. A team on a wire has none. */
function shownBot({ person, plays }: EntryTeamRow, challenge: string, store: Store): ReadyBot | undefined {
  if (plays === 'wire') return undefined
  if (plays !== undefined) return readyBot(store, botIn(plays))
  return store
    .bots({ person, challenge }, ALL_BOTS)
    .flatMap(({ id }) => readyBot(store, id) ?? [])
    .toSorted((a, b) => b.version.created - a.version.created || b.id - a.id)[0]
}

/** A bot with this version of it, or with its newest. */
function readyBot(store: Store, id: number, version = Number.NaN): ReadyBot | undefined {
  const bot = store.bot(id)
  const row = Number.isNaN(version) ? store.newestVersion(id) : store.version(id, version)
  return bot && row && { id, name: bot.name, version: row }
}

function latest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}
