import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Store } from '../store/store.ts'
import { formatLedgerEntry, type LedgerEntry, type Ruling } from '../tournament-runner/ledger-entry.ts'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { OtherPlayersError, type Course } from '../tournament/course.ts'
import type { Pairing } from '../tournament/tournament.ts'
import type { Arena } from './arena.ts'
import type { TournamentEntry } from './play-tournament.ts'
import { entriesOf, tryCourse } from './tournament-views.ts'
import { isDamaged } from './work-out-tournament.ts'

/** What the organiser decides of one match of a tournament. */
export interface Decision extends Ruling {
  readonly key: string
}

/** What follows from a decision. */
export interface Decided {
  readonly entries: readonly TournamentEntry[]
  /** The course with these entries; undefined where it has to be opened from the log. No match was taken from it. */
  readonly course: Course | undefined
}

/** Lets a match be played again: its result does not count any more. Refused if later matches were played on it. */
export function replayMatch(
  store: Store,
  id: number,
  spec: TournamentSpec,
  { key, reason, by }: Decision,
): Result<Decided> {
  const annulled = { kind: 'result-annulled', tournament: id, key, reason, by } as const
  const contest = openContest(store, id, spec)
  // A result for which the tournament has no place: without it, it can be played on.
  if (misfitsOf(contest.course).includes(key)) return ok({ entries: [annulled], course: undefined })
  const found = findMatch(contest, key)
  if (!found.ok) return found
  const { pairing, entry, hasBegun } = found.value
  if (entry === undefined && !hasBegun)
    return fail('not-started', `Cannot replay ${describe(pairing)}: nothing of it has been played`)
  const course = change(contest, found.value, 'replay')
  return course.ok ? ok({ entries: [annulled], course: course.value }) : course
}

/** Decides a match; `winner` is undefined for a draw. */
export function ruleMatch(
  store: Store,
  id: number,
  spec: TournamentSpec,
  { key, winner, reason, by }: Decision & { readonly winner: string | undefined },
): Result<Decided> {
  const contest = openContest(store, id, spec)
  const found = findMatch(contest, key)
  if (!found.ok) return found
  const { pairing, entry, hasBegun } = found.value
  const { players } = pairing
  const side = winner === undefined ? undefined : players.indexOf(winner) === 1 ? 1 : 0
  if (winner !== undefined && !players.includes(winner))
    return fail(
      'unknown-entrant',
      `Cannot let ${show(winner)} win ${describe(pairing)}: it does not play there`,
    )
  const ruled: LedgerEntry = {
    key,
    players,
    winner: side,
    score: [side === 0 ? 1 : 0, side === 1 ? 1 : 0],
    rounds: [],
    ruled: { by, reason },
  }
  const course = change(contest, found.value, 'rule', ruled)
  if (!course.ok) return course
  const line = formatLedgerEntry(ruled).trimEnd()
  return ok({
    entries: [
      ...(entry !== undefined || hasBegun
        ? [{ kind: 'result-annulled', tournament: id, key, reason, by } as const]
        : []),
      { kind: 'tournament-result', tournament: id, key, entry: line },
    ],
    course: course.value,
  })
}

/** Matches that run, and that the results do not ask for any more, are called off: a decision has changed what follows. */
export function callOffStale(arena: Arena, id: number, course: () => Course | undefined): void {
  const { store } = arena
  const keys = new Map(store.tournamentMatches(id).map(({ key, match }) => [match, key]))
  const running = store.unfinishedMatches().filter((row) => keys.has(row.id))
  if (running.length === 0) return
  const annulled = new Set(store.annulled(id).map(({ match }) => match))
  const now = course()
  if (now === undefined) return
  for (const { id: match, players } of running) {
    const pairing = now.find(keys.get(match) ?? '', MOST_OPEN)
    const isWanted = pairing?.players.every((name, side) => players[side]?.name === name) === true
    if (!isWanted || annulled.has(match)) arena.callOff(match, 'the organiser has decided it anew')
  }
}

/** The log of a tournament, read and worked out once for a decision. */
interface Contest {
  readonly store: Store
  readonly id: number
  readonly spec: TournamentSpec
  readonly entries: ReadonlyMap<string, LedgerEntry>
  readonly course: Course | OtherPlayersError
}

function openContest(store: Store, id: number, spec: TournamentSpec): Contest {
  const entries = entriesOf(store, id)
  return { store, id, spec, entries, course: tryCourse(id, spec, store, entries) }
}

interface FoundMatch {
  readonly pairing: Pairing
  /** Its result, if it has one that counts. */
  readonly entry: LedgerEntry | undefined
  /** It runs now. */
  readonly hasBegun: boolean
  readonly course: Course
}

function findMatch({ store, id, entries, course }: Contest, key: string): Result<FoundMatch> {
  if (course instanceof OtherPlayersError) return isDamaged(id, course)
  const ended = course.ended().find(({ pairing }) => pairing.key === key)
  const pairing = ended?.pairing ?? course.find(key, MOST_OPEN)
  if (pairing === undefined)
    return fail('unknown-match', `There is no match ${show(key)} in tournament ${id} that can be decided now`)
  if (ended?.how === 'forfeited')
    return fail('withdrawn', `Cannot decide ${describe(pairing)}: it is lost because an entrant is out`)
  const called = store.matchOfKey(id, key)
  const row = called === undefined ? undefined : store.match(called)
  const hasBegun = row !== undefined && row.status !== 'over'
  return ok({ pairing, entry: entries.get(key), hasBegun, course })
}

/** More matches than any organiser looks through. */
const MOST_OPEN = 20_000

/**
 * The course without the result of a match, or with a ruling. Refuses if matches were played that follow from this one: without its result
 * the tournament has no place for theirs. If an entrant is out, the match without a result is lost by it, and later matches may have their
 * place by that, and not by the ruling.
 */
function change(
  { store, id, spec, entries }: Contest,
  { pairing, entry, course }: FoundMatch,
  verb: string,
  ruled?: LedgerEntry,
): Result<Course | undefined> {
  const others = new Map(entries)
  others.delete(pairing.key)
  const before = entry === undefined ? course : tryCourse(id, spec, store, others)
  const strays = before instanceof OtherPlayersError ? [] : before.strays()
  const mayBeOut = spec.benchAfter !== undefined || store.withdrawals(id).length > 0
  const after =
    ruled && mayBeOut ? tryCourse(id, spec, store, new Map([...others, [ruled.key, ruled]])) : undefined
  const homeless = new Set([...strays, ...misfitsOf(before), ...misfitsOf(after)])
  const later = course.ended().flatMap((one) => (homeless.has(one.pairing.key) ? [one.pairing] : []))
  if (later.length > 0) {
    const named = later.slice(0, NAMED).map(describe).join(', ')
    const more = later.length > NAMED ? ` and ${later.length - NAMED} more` : ''
    return fail(
      'later-played',
      `Cannot ${verb} ${describe(pairing)}: later matches were played on its result: ${named}${more}`,
    )
  }
  const now = after ?? before
  if (now instanceof OtherPlayersError || strays.length > 0) return ok(undefined)
  if (ruled && after === undefined) now.add(ruled)
  return ok(now)
}

/** The key of the first result that other players have played. */
const misfitsOf = (course: Course | OtherPlayersError | undefined): readonly string[] =>
  course instanceof OtherPlayersError ? [course.key] : []

const NAMED = 5

// In a Swiss the stage is the round.
const describe = ({ stage, round, players }: Pairing): string =>
  `${players.join(' against ')} (${stage === `round ${round}` ? stage : `${stage}, round ${round}`})`
