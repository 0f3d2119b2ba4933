import { fail, ok, type Result } from '../base/result.ts'
import type { BotRow, EntryTeamRow, Store, TournamentRow } from '../store/store.ts'
import { sprtFormat } from '../tournament-runner/sprt-format.ts'
import {
  headerOf,
  readHeader,
  type TournamentEntrant,
  type TournamentSpec,
} from '../tournament-runner/tournament-spec.ts'
import { ownerOf } from './owner-of.ts'
import { withStartUp } from './start-up.ts'

/** What happens at the start to teams with nothing that can play: the start is refused, they are left out, or they play over a wire. */
export type Unready = 'ask' | 'leave-out' | 'by-wire'

/** The tournament as it stands. While it waits to be started, the teams that joined are entrants, too. */
export function specNow(row: TournamentRow, store: Store): Result<TournamentSpec> {
  const spec = specOf(row)
  if (!spec.ok || row.status !== 'waiting') return spec
  const { challenge } = spec.value
  const joined = joinedTeams(row, spec.value, store).map((team) => ({
    name: team.name,
    bot: whatPlays(team, challenge.id, store, () => false) ?? `player:${team.person}`,
  }))
  return ok({ ...spec.value, entrants: [...spec.value.entrants, ...joined] })
}

/** The tournament as its header has it. */
export const specOf = ({ header }: TournamentRow): Result<TournamentSpec> =>
  readHeader(JSON.stringify(header))

export interface JoinedTeam extends EntryTeamRow {
  /** As an entrant. */
  readonly name: string
}

/** The teams that stand in the contest because they joined, in that order. A team that the organiser entered is not among them. */
export function joinedTeams(
  { id }: TournamentRow,
  { entrants }: TournamentSpec,
  store: Store,
): readonly JoinedTeam[] {
  const entered = new Set(entrants.map(({ bot }) => ownerOf(bot, store)))
  const names = new Set(entrants.map(({ name }) => name))
  return store.entryTeams(id).flatMap((team) => {
    const name = store.person(team.person)?.name
    if (name === undefined || team.state !== 'in' || entered.has(team.person)) return []
    return [{ ...team, name: names.has(name) ? `${name} (player:${team.person})` : name }]
  })
}

/**
 * The header with the entrants and versions that play from the start on; undefined if that changes nothing. What the organiser
 * entered comes first. A bot plays its newest version that has passed by now.
 */
export function fixEntrants(
  row: TournamentRow,
  store: Store,
  isConnected: (person: number) => boolean,
  unready: Unready,
): Result<TournamentRow['header'] | undefined> {
  const spec = specOf(row)
  if (!spec.ok) return spec
  const { challenge, rules, format } = spec.value
  const teams = joinedTeams(row, spec.value, store).map((team) => ({
    ...team,
    bot: whatPlays(team, challenge.id, store, isConnected),
  }))
  const missing = teams.filter(({ bot }) => bot === undefined)
  if (missing.length > 0 && unready === 'ask') return notReady(missing.map(({ name }) => name))
  const entrants: readonly TournamentEntrant[] = [
    ...spec.value.entrants.map(({ name, bot }) => ({ name, bot: pinned(bot, store) })),
    ...teams.flatMap(({ name, person, bot = unready === 'by-wire' ? `player:${person}` : undefined }) =>
      bot === undefined ? [] : [{ name, bot }],
    ),
  ]
  const counted = checkCount(entrants.length, format.id === sprtFormat.id)
  if (!counted.ok) return counted
  const isSame =
    entrants.length === spec.value.entrants.length &&
    entrants.every(({ bot }, at) => bot === spec.value.entrants[at]?.bot)
  if (isSame) return ok(undefined)
  const isByHttp = entrants.some(({ bot }) => bot.startsWith('player:'))
  return ok(headerOf({ ...spec.value, entrants, rules: withStartUp(rules, isByHttp) }))
}

/** What plays for a team that joined: `bot:ID@VERSION`, `player:ID`, or undefined if nothing can play now. */
export function whatPlays(
  { person, plays }: Pick<EntryTeamRow, 'person' | 'plays'>,
  challenge: string,
  store: Store,
  isConnected: (person: number) => boolean,
): string | undefined {
  if (plays === 'wire') return `player:${person}`
  const bot = plays === undefined ? newestPlayable(person, challenge, store) : store.bot(botIn(plays))
  if (bot?.plays !== undefined) return `bot:${bot.id}@${bot.plays}`
  return plays === undefined && isConnected(person) ? `player:${person}` : undefined
}

/** The id in `bot:ID`. */
export const botIn = (plays: string): number => Number(plays.slice('bot:'.length))

/** More than a team can have. */
export const ALL_BOTS = { limit: 1000 }

/** The bot of the team whose playing version was uploaded last. */
function newestPlayable(person: number, challenge: string, store: Store): BotRow | undefined {
  const uploaded = ({ id, plays = 0 }: BotRow): number => store.version(id, plays)?.created ?? 0
  return store
    .bots({ person, challenge }, ALL_BOTS)
    .filter(({ plays }) => plays !== undefined)
    .toSorted((a, b) => uploaded(b) - uploaded(a) || b.id - a.id)[0]
}

/** `bot:ID` as `bot:ID@VERSION`; all others stay as they are. */
function pinned(bot: string, store: Store): string {
  const id = /^bot:(\d+)$/.exec(bot)?.[1]
  const version = id === undefined ? undefined : store.bot(Number(id))?.plays
  return version === undefined ? bot : `${bot}@${version}`
}

const notReady = (names: readonly string[]): Result<never> =>
  fail(
    'teams-not-ready',
    `Cannot start yet: nothing can play for ${names.join(', ')}: leave ${names.length === 1 ? 'it' : 'them'} out, or let ${names.length === 1 ? 'it' : 'them'} play over a wire`,
  )

function checkCount(count: number, isSprt: boolean): Result<void> {
  if (count < 2)
    return fail('bad-entrants', `Cannot start with ${count} of the entrants: expected at least 2`)
  return isSprt && count !== 2
    ? fail('bad-entrants', `Cannot test ${count} bots: an SPRT compares two`)
    : ok(undefined)
}
