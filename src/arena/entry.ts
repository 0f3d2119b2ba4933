import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { EntryState, EntryTeamRow, PersonRow, Store, TournamentRow } from '../store/store.ts'
import { drawCode, readCode } from './entry-code.ts'
import { botIn, fixEntrants, joinedTeams, specOf, type Unready } from './entry-entrants.ts'
import { readinessOf, type Readiness } from './entry-readiness.ts'
import { checkJoinable, entryStateAt, type EntryTerms } from './entry-terms.ts'
import { MAX_ENTRANTS } from './new-tournament.ts'
import { ownerOf } from './owner-of.ts'
import { registerPerson } from './people.ts'
import type { TournamentEntry } from './play-tournament.ts'
import type { Presence } from './presence.ts'

/** How teams enter the contests of an arena. The state at a time follows from the log and the clock: nothing must happen when entry closes. */
export interface Entry {
  /** The terms at this time: closed once the contest has begun, or its entry was to close. */
  stateOf(row: TournamentRow, now: number): EntryNow
  /** Sets the terms. The join link stays the same, unless another one is asked for. Open entry admits the teams that have asked. */
  set(row: TournamentRow, terms: EntryTerms): Result<void>
  /** The contest of a join link, whether its entry is open or not. */
  withCode(code: string): Result<TournamentRow>
  /** A team joins, or asks to. It says how it stands if it has done so before. */
  join(row: TournamentRow, who: Joining, now: number): Result<Standing>
  /** A team takes its entry back, or the organiser takes a team out that joined. */
  leave(row: TournamentRow, person: number, now: number, by: 'team' | 'organiser'): Result<void>
  /** The organiser approves or refuses a team; approving one that did not ask enters it. */
  decide(row: TournamentRow, person: number, decision: 'in' | 'refused'): Result<void>
  /** What plays for a team: `bot:ID`, `wire`, or undefined for the newest bot that can play. */
  choose(row: TournamentRow, person: number, plays: string | undefined): Result<void>
  /** How a team stands in a contest; undefined if it does not. */
  standing(row: TournamentRow, person: number): EntryTeamRow['state'] | undefined
  /** What would play for each entrant, and what is missing. */
  readiness(row: TournamentRow, now: number): readonly Readiness[]
  /** The start: from now on the entrants and their versions stay the same. */
  fix(row: TournamentRow, unready: Unready, now: number): Result<void>
}

export interface EntryNow {
  readonly state: EntryState
  /** When it closes or closed by itself. */
  readonly closes: number | undefined
  /** Of the join link; undefined unless teams can enter now. */
  readonly code: string | undefined
}

/** A team that is known, or a new one by its name. */
export type Joining = { readonly members?: string | undefined } & (
  | { readonly team: PersonRow }
  | { readonly name: string }
)

export interface Standing {
  readonly person: PersonRow
  readonly state: 'in' | 'asked'
  /** Whether the team was registered by this. */
  readonly isNew: boolean
}

export interface EntryHost {
  readonly store: Store
  readonly append: (entry: TournamentEntry) => void
  readonly presence: Presence
}

export function openEntry({ store, append, presence }: EntryHost): Entry {
  const teamIn = ({ id }: TournamentRow, person: number): EntryTeamRow | undefined =>
    store.entryTeams(id).find((team) => team.person === person)

  const standing = (row: TournamentRow, person: number): EntryTeamRow['state'] | undefined =>
    entrantsOf(row).some((bot) => ownerOf(bot, store) === person) ? 'in' : teamIn(row, person)?.state

  /** How many more teams may join. What plays for those that did is not looked up: that takes several reads for each. */
  function roomIn(row: TournamentRow): number {
    const spec = specOf(row)
    if (!spec.ok) return Infinity
    return MAX_ENTRANTS - spec.value.entrants.length - joinedTeams(row, spec.value, store).length
  }

  function stateOf(row: TournamentRow, now: number): EntryNow {
    const terms = store.entryTerms(row.id)
    const state = terms === undefined ? 'closed' : entryStateAt(terms, row, now)
    return { state, closes: terms?.closes, code: state === 'closed' ? undefined : terms?.code }
  }

  return {
    stateOf,
    standing,
    set(row, { state, closes, newCode = false }) {
      const { id, header } = row
      if (row.status !== 'waiting') return hasBegun(row)
      const joinable = checkJoinable(header['format'], state)
      if (!joinable.ok) return joinable
      const known = newCode ? undefined : store.entryTerms(id)?.code
      append({
        kind: 'entry-set',
        tournament: id,
        state,
        ...(closes !== undefined && { closes }),
        code: known ?? drawCode((code) => store.entryWithCode(code) !== undefined),
      })
      if (state === 'open') {
        const asked = store.entryTeams(id).filter((team) => team.state === 'asked')
        for (const { person } of asked.slice(0, Math.max(0, roomIn(row))))
          append({ kind: 'team-decided', tournament: id, person, decision: 'in' })
      }
      return ok(undefined)
    },
    withCode(text) {
      const code = readCode(text)
      const terms = store.entryWithCode(code)
      const row = terms && store.tournament(terms.tournament)
      return row
        ? ok(row)
        : fail(
            'unknown-code',
            `There is no contest with the code ${show(code)}: read it again, or ask for the new link`,
          )
    },
    join(row, who, now) {
      const state = 'team' in who ? standing(row, who.team.id) : undefined
      if ('team' in who && (state === 'in' || state === 'asked'))
        return ok({ person: who.team, state, isNew: false })
      if ('team' in who && who.team.role === 'organiser')
        return fail('forbidden', 'Cannot join as the organiser: sign in as a team')
      if (state === 'refused')
        return fail('entry-refused', 'Cannot join: the organiser has refused your team, ask the organiser')
      const entry = stateOf(row, now)
      if (entry.state === 'closed') return isClosed(row)
      const members = readMembers(who.members)
      if (!members.ok) return members
      if (roomIn(row) <= 0) return isFull('join')
      const person = 'team' in who ? ok(who.team) : registerPerson(store, who.name, 'player')
      if (!person.ok) return person
      const joins = entry.state === 'open' ? 'in' : 'asked'
      append({
        kind: 'team-joined',
        tournament: row.id,
        person: person.value.id,
        state: joins,
        ...(members.value !== '' && { members: members.value }),
      })
      return ok({ person: person.value, state: joins, isNew: 'name' in who })
    },
    leave(row, person, now, by) {
      if (row.status !== 'waiting') return hasBegun(row)
      const team = teamIn(row, person)
      if (team === undefined) return notJoined(person)
      if (by === 'team' && team.state === 'refused')
        return fail('entry-refused', 'Cannot leave: the organiser has refused your team')
      if (by === 'team' && stateOf(row, now).state === 'closed') return isClosed(row)
      append({ kind: 'team-left', tournament: row.id, person })
      return ok(undefined)
    },
    decide(row, person, decision) {
      if (row.status !== 'waiting') return hasBegun(row)
      const tournament = row.id
      const team = teamIn(row, person)
      const mayJoin = decision === 'in' && store.person(person)?.role === 'player'
      if (!team && !mayJoin) return notJoined(person)
      const isIn = standing(row, person) === 'in'
      if (decision === 'in' && !isIn && roomIn(row) <= 0) return isFull('let the team in')
      if (team) append({ kind: 'team-decided', tournament, person, decision })
      else if (!isIn) append({ kind: 'team-joined', tournament, person, state: 'in' })
      return ok(undefined)
    },
    choose(row, person, plays) {
      if (row.status !== 'waiting') return hasBegun(row)
      if (teamIn(row, person) === undefined) return notJoined(person)
      const readable = plays === undefined ? ok(undefined) : readChoice(plays, person, row.challenge, store)
      if (!readable.ok) return readable
      append({ kind: 'team-chose', tournament: row.id, person, ...(plays !== undefined && { plays }) })
      return ok(undefined)
    },
    readiness: (row, now) => readinessOf(row, store, presence, now),
    fix(row, unready, now) {
      const isConnected = (person: number): boolean => presence.canBeCalled(person, now)
      const header = fixEntrants(row, store, isConnected, unready)
      if (!header.ok) return header
      if (header.value) append({ kind: 'entrants-fixed', tournament: row.id, header: header.value })
      return ok(undefined)
    },
  }
}

/** What the organiser entered. */
function entrantsOf(row: TournamentRow): readonly string[] {
  const spec = specOf(row)
  return spec.ok ? spec.value.entrants.map(({ bot }) => bot) : []
}

const MAX_MEMBERS = 200

function readMembers(given = ''): Result<string> {
  const members = given.normalize('NFC').trim().replace(/\s+/g, ' ')
  return members.length > MAX_MEMBERS
    ? fail('bad-name', `Cannot take these members: expected at most ${MAX_MEMBERS} letters`, 'members')
    : ok(members)
}

function readChoice(plays: string, person: number, challenge: string, store: Store): Result<void> {
  if (plays === 'wire') return ok(undefined)
  if (!/^bot:\d{1,12}$/.test(plays))
    return fail('bad-player', `Cannot play with ${show(plays)}: expected bot:ID or wire`)
  const bot = store.bot(botIn(plays))
  if (bot?.person !== person)
    return fail('not-your-bot', `Cannot play with ${plays}: it is no bot of this team`)
  return bot.challenge === challenge
    ? ok(undefined)
    : fail('other-challenge', `Cannot play with ${plays} in ${challenge}: it plays ${bot.challenge}`)
}

const isClosed = ({ name }: TournamentRow): Result<never> =>
  fail('entry-closed', `Entry to ${name} is closed: ask the organiser`)

const isFull = (doing: string): Result<never> =>
  fail('entry-closed', `Cannot ${doing}: the contest has ${MAX_ENTRANTS} entrants already`)

const hasBegun = ({ name }: TournamentRow): Result<never> =>
  fail('entry-closed', `Cannot change who plays in ${name}: it has begun`)

const notJoined = (person: number): Result<never> =>
  fail('not-joined', `Team ${person} has not joined this contest`)
