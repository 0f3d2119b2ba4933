import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Store } from '../store/store.ts'
import { formatLedgerEntry, type LedgerEntry, type Ruling } from '../tournament-runner/ledger-entry.ts'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { OtherPlayersError, type Course } from '../tournament/course.ts'
import type { Pairing } from '../tournament/tournament.ts'
import type { Arena } from './arena.ts'
import type { TournamentEntry } from './play-tournament.ts'
import { courseOf, entriesOf, tryCourse } from './tournament-views.ts'

/** What the organiser decides of one match of a tournament. */
export interface Decision extends Ruling {
  readonly key: string
}

/** The entries that let a match be played again: its result does not count any more. Refused if later matches were played on it. */
export function replayMatch(
  store: Store,
  id: number,
  spec: TournamentSpec,
  { key, reason, by }: Decision,
): Result<readonly TournamentEntry[]> {
  const annulled = { kind: 'result-annulled', tournament: id, key, reason, by } as const
  // A result for which the tournament has no place: without it, it can be played on.
  if (misfitsOf(tryCourse(id, spec, store)).includes(key)) return ok([annulled])
  const found = findMatch(store, id, spec, key)
  if (!found.ok) return found
  const { pairing, entry, hasBegun } = found.value
  if (entry === undefined && !hasBegun)
    return fail('not-started', `Cannot replay ${describe(pairing)}: nothing of it has been played`)
  const free = mayChange(store, id, spec, pairing, 'replay')
  return free.ok ? ok([annulled]) : free
}

/** The entries of a match that the organiser decides; `winner` is undefined for a draw. */
export function ruleMatch(
  store: Store,
  id: number,
  spec: TournamentSpec,
  { key, winner, reason, by }: Decision & { readonly winner: string | undefined },
): Result<readonly TournamentEntry[]> {
  const found = findMatch(store, id, spec, key)
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
  const free = mayChange(store, id, spec, pairing, 'rule', ruled)
  if (!free.ok) return free
  const line = formatLedgerEntry(ruled).trimEnd()
  return ok([
    ...(entry !== undefined || hasBegun
      ? [{ kind: 'result-annulled', tournament: id, key, reason, by } as const]
      : []),
    { kind: 'tournament-result', tournament: id, key, entry: line },
  ])
}

/** Matches that run, and that the results do not ask for any more, are called off: a decision has changed what follows. */
export function callOffStale(arena: Arena, id: number, spec: TournamentSpec): void {
  const { store } = arena
  const keys = new Map(store.tournamentMatches(id).map(({ key, match }) => [match, key]))
  const running = store.unfinishedMatches().filter((row) => keys.has(row.id))
  if (running.length === 0) return
  const annulled = new Set(store.annulled(id).map(({ match }) => match))
  const course = courseOf(id, spec, store)
  if (!course.ok) return
  const open = new Map(course.value.take(MOST_OPEN).map((pairing) => [pairing.key, pairing]))
  for (const { id: match, players } of running) {
    const pairing = open.get(keys.get(match) ?? '')
    const isWanted = pairing?.players.every((name, side) => players[side]?.name === name) === true
    if (!isWanted || annulled.has(match)) arena.callOff(match, 'the organiser has decided it anew')
  }
}

interface FoundMatch {
  readonly pairing: Pairing
  /** Its result, if it has one that counts. */
  readonly entry: LedgerEntry | undefined
  /** It runs now. */
  readonly hasBegun: boolean
}

function findMatch(store: Store, id: number, spec: TournamentSpec, key: string): Result<FoundMatch> {
  const course = courseOf(id, spec, store)
  if (!course.ok) return course
  const ended = course.value.ended().find(({ pairing }) => pairing.key === key)
  const pairing = ended?.pairing ?? course.value.take(MOST_OPEN).find((one) => one.key === key)
  if (pairing === undefined)
    return fail('unknown-match', `There is no match ${show(key)} in tournament ${id} that can be decided now`)
  if (ended?.how === 'forfeited')
    return fail('withdrawn', `Cannot decide ${describe(pairing)}: it is lost because an entrant is out`)
  const called = store.matchOfKey(id, key)
  const row = called === undefined ? undefined : store.match(called)
  const hasBegun = row !== undefined && row.status !== 'over'
  return ok({ pairing, entry: entriesOf(store, id).get(key), hasBegun })
}

/** More matches than any organiser looks through. */
const MOST_OPEN = 20_000

/**
 * Refuses if matches were played that follow from this one: without its result the tournament has no place for theirs. If an entrant is out, the
 * match without a result is lost by it, and later matches may have their place by that, and not by the ruling.
 */
function mayChange(
  store: Store,
  id: number,
  spec: TournamentSpec,
  pairing: Pairing,
  verb: string,
  ruled?: LedgerEntry,
): Result<void> {
  const others = new Map(entriesOf(store, id))
  others.delete(pairing.key)
  const before = tryCourse(id, spec, store, others)
  const after = ruled && tryCourse(id, spec, store, new Map([...others, [ruled.key, ruled]]))
  const strays = before instanceof OtherPlayersError ? [] : before.strays()
  const homeless = new Set([...strays, ...misfitsOf(before), ...misfitsOf(after)])
  const course = courseOf(id, spec, store)
  if (!course.ok) return course
  const later = course.value.ended().flatMap((one) => (homeless.has(one.pairing.key) ? [one.pairing] : []))
  if (later.length === 0) return ok(undefined)
  const named = later.slice(0, NAMED).map(describe).join(', ')
  const more = later.length > NAMED ? ` and ${later.length - NAMED} more` : ''
  return fail(
    'later-played',
    `Cannot ${verb} ${describe(pairing)}: later matches were played on its result: ${named}${more}`,
  )
}

/** The key of the first result that other players have played. */
const misfitsOf = (course: Course | OtherPlayersError | undefined): readonly string[] =>
  course instanceof OtherPlayersError ? [course.key] : []

const NAMED = 5

// In a Swiss the stage is the round.
const describe = ({ stage, round, players }: Pairing): string =>
  `${players.join(' against ')} (${stage === `round ${round}` ? stage : `${stage}, round ${round}`})`
