import type { LRUCache } from 'lru-cache'
import { recentlyUsed } from '../base/recently-used.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { LONGEST_TIMER_MS } from '../base/longest-timer.ts'
import type { TournamentResult } from '../api/tournament-result.ts'
import { tournamentResult } from '../tournament-runner/tournament-result.ts'
import { tryTournamentCourse, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { parseLedgerEntry, type LedgerEntry, type Ruling } from '../tournament-runner/ledger-entry.ts'
import { sprtFormat } from '../tournament-runner/sprt-format.ts'
import type { AnnulledRow, Store, TournamentMatchRow, TournamentRow } from '../store/store.ts'
import type { TimeControl } from '../match/rules.ts'
import { OtherPlayersError, type Course } from '../tournament/course.ts'
import { describeWithoutMatch } from '../tournament/reason.ts'
import { judgedPoints } from '../tournament/points.ts'
import { tournamentStandings, type Mark, type TournamentStanding } from '../tournament/standings.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { threadCpuMs } from '../runner/thread-cpu-ms.ts'
import { specNow } from './entry-entrants.ts'
import { ownerOf } from './owner-of.ts'

/** A tournament as a line of a list. */
export interface TournamentSummary {
  readonly entrants: number
  /** Matches that have ended. */
  readonly played: number
  /** Matches there will be, as far as is known; undefined for an SPRT, which ends at its verdict. */
  readonly known: number | undefined
  /** The only entrant in first place; undefined if there are several. */
  readonly leader: string | undefined
  /** The rounds of the matches that can be played next, ascending. */
  readonly rounds: readonly number[]
  /** What put the leader first, where that was no match. */
  readonly leaderBy: string | undefined
}

export interface TournamentView {
  readonly result: TournamentResult
  readonly clock: TimeControl
  /** The entrants that belong to a team. */
  readonly teams: readonly { readonly name: string; readonly player: number }[]
  /** All that were called, in that order. */
  readonly matches: readonly TournamentMatchRow[]
  /** The matches that have ended, by round, then those that can be played now. */
  readonly schedule: readonly ScheduledMatch[]
}

export interface ScheduledMatch extends Pick<Pairing, 'key' | 'stage' | 'round' | 'players'> {
  readonly match: number | undefined
  readonly status: 'waiting' | 'playing' | 'over'
  /** The organiser decided it. */
  readonly ruled: Ruling | undefined
  /** What was played before, and does not count any more. */
  readonly annulled: readonly AnnulledRow[]
}

/** The published marks, or all of them. */
export type MarksShown = 'all' | 'published'

/** A cache of what is shown of tournaments. A view is expensive and many clients ask for it: it is kept until its tournament changes. */
export interface TournamentViews extends Disposable {
  /** Invalidates: one more result, which a view may lack for a while, or another change, which must be seen at once. */
  changed(id: number, what: 'result' | 'other'): void
  summary(row: TournamentRow): TournamentSummary
  /** A problem if the tournament was begun under another version of the rules, or its results contradict each other. */
  view(row: TournamentRow, marks: MarksShown): Result<TournamentView>
}

/** At most so many matches that have not begun are shown. */
const SHOWN_AHEAD = 200

/**
 * How many milliseconds a view may be shown without newer results, by the processor time it took: so views take at most
 * 2 % of the event loop, which serves the players. A quick view is never stale.
 */
const restAfter = (tookMs: number): number => (tookMs > QUICK_MS ? 50 * tookMs : 0)
const QUICK_MS = 10

export interface TournamentViewsOptions {
  readonly restMs?: (tookMs: number) => number
  /** A stale view has expired: the next one has the newest results. */
  readonly onRested?: (id: number) => void
}

export function openTournamentViews(store: Store, options: TournamentViewsOptions = {}): TournamentViews {
  const { restMs = restAfter, onRested = () => {} } = options
  const resting = new Map<number, NodeJS.Timeout>()
  const versions = new Map<number, Version>()
  const summaries = recentlyUsed<number, Kept<Result<TournamentSummary>>>(500)
  const views = {
    all: recentlyUsed<number, Kept<Result<Worked>>>(50),
    published: recentlyUsed<number, Kept<Result<Worked>>>(50),
  }

  function keep<T extends object>(values: LRUCache<number, Kept<T>>, id: number, work: () => T): T {
    const version = versionOf(id)
    const known = values.get(id)
    if (known?.version === version) return known.value
    if (known?.version.other === version.other) {
      const leftMs = restOf(known)
      if (leftMs > 0) {
        noteRest(id, leftMs)
        return known.value
      }
    }
    const began = threadCpuMs()
    const value = work()
    values.set(id, { version, value, at: performance.now(), tookMs: threadCpuMs() - began })
    return value
  }

  const versionOf = (id: number): Version => versions.get(id) ?? FIRST

  /** How long a view that lacks results, and nothing else, may still be shown. */
  const restOf = ({ tookMs, at }: Kept<unknown>): number => at + restMs(tookMs) - performance.now()

  /** Announces the tournament when its stale view expires: followers look again, and see the results that it lacked. */
  function noteRest(id: number, ms: number): void {
    if (resting.has(id)) return
    const until = performance.now() + ms
    // A timer counts whole milliseconds, so it can fire before `until`: then it waits again.
    const wait = (): void => {
      const leftMs = until - performance.now()
      if (leftMs > 0) {
        resting.set(id, setTimeout(wait, Math.min(Math.ceil(leftMs), LONGEST_TIMER_MS)).unref())
        return
      }
      resting.delete(id)
      onRested(id)
    }
    wait()
  }

  /** A match without a result, with its match in the arena if it was called. */
  function ahead(match: number | undefined): Pick<ScheduledMatch, 'match' | 'status'> {
    const row = match === undefined ? undefined : store.match(match)
    if (row === undefined || row.void) return { match: undefined, status: 'waiting' }
    // A match that has just ended is shown as playing until the log has its result.
    const hasBegun = row.status === 'playing' || row.status === 'over'
    return { match, status: hasBegun ? 'playing' : 'waiting' }
  }

  return {
    [Symbol.dispose]() {
      for (const timer of resting.values()) clearTimeout(timer)
    },
    changed(id, what) {
      const { other } = versionOf(id)
      versions.set(id, { other: what === 'other' ? other + 1 : other })
    },
    summary(row) {
      const summary = keep(summaries, row.id, () => {
        const opened = open(store, row, 'published')
        return opened.ok ? ok(summarise(...opened.value)) : opened
      })
      if (summary.ok) return summary.value
      return {
        entrants: countEntrants(row),
        played: 0,
        known: undefined,
        leader: undefined,
        rounds: [],
        leaderBy: undefined,
      }
    },
    view(row, marks) {
      const worked = keep(views[marks], row.id, () => {
        const opened = open(store, row, marks)
        return opened.ok ? ok(workOut(...opened.value, store)) : opened
      })
      if (!worked.ok) return worked
      const annulled = Map.groupBy(store.annulled(row.id), ({ key }) => key)
      const isAnnulled = new Set([...annulled.values()].flat().map(({ match }) => match))
      const matches = store.tournamentMatches(row.id)
      const called = new Map(
        matches.flatMap(({ key, match }) => (isAnnulled.has(match) ? [] : [[key, match] as const])),
      )
      const { teams, clock, ended, upcoming, rulings } = worked.value
      // With fewer than two entrants there is no match to wait for. Before the start it is not over: teams may still join.
      const isOpen = row.status === 'waiting' && worked.value.result.isDone
      const result = isOpen ? { ...worked.value.result, isDone: false } : worked.value.result
      const show = (
        { key, stage, round, players }: Pairing,
        state: Pick<ScheduledMatch, 'match' | 'status'>,
      ): ScheduledMatch => ({
        key,
        stage,
        round,
        players,
        ...state,
        ruled: rulings.get(key),
        annulled: annulled.get(key) ?? [],
      })
      return ok({
        result,
        teams,
        clock,
        matches,
        schedule: [
          ...ended.map((one) => show(one, { match: called.get(one.key), status: 'over' })),
          ...upcoming.map((one) => show(one, ahead(called.get(one.key)))),
        ],
      })
    },
  }
}

/** A new object for every change. `other` counts the changes that must be seen at once. */
interface Version {
  readonly other: number
}

const FIRST: Version = { other: 0 }

interface Kept<T> {
  readonly version: Version
  readonly value: T
  /** When it was computed, and the processor time that took. */
  readonly at: number
  readonly tookMs: number
}

interface Opened {
  readonly spec: TournamentSpec
  readonly entries: ReadonlyMap<string, LedgerEntry>
  readonly course: Course
}

/** The part of a view that depends on the log of the tournament alone. */
interface Worked extends Pick<TournamentView, 'result' | 'teams' | 'clock'> {
  readonly ended: readonly Pairing[]
  readonly upcoming: readonly Pairing[]
  readonly rulings: ReadonlyMap<string, Ruling>
}

/** A tournament with its marks. With marks, the contest has the points of a contest with judges. */
function open(
  store: Store,
  row: TournamentRow,
  shown: MarksShown,
): Result<readonly [Opened, readonly Mark[]]> {
  const { id, published } = row
  const spec = specNow(row, store)
  if (!spec.ok) return spec
  const entries = entriesOf(store, id)
  const course = courseOf(id, spec.value, store, entries)
  if (!course.ok) return course
  const marks = shown === 'all' || published !== undefined ? store.marks(id) : []
  const { challenge } = spec.value
  const points = marks.length === 0 ? challenge.points : judgedPoints(challenge.points, store.judging(id))
  return ok([
    { spec: { ...spec.value, challenge: { ...challenge, points } }, entries, course: course.value },
    marks,
  ])
}

/** The standings of now, with the marks that are public. Much cheaper than a view, and never stale. */
export function standingsNow(store: Store, row: TournamentRow): readonly TournamentStanding[] {
  const opened = open(store, row, 'published')
  if (!opened.ok) return []
  const [{ spec, course }, marks] = opened.value
  return tournamentStandings(course.rank(), spec.challenge.points, marks)
}

function summarise({ spec, course }: Opened, marks: readonly Mark[]): TournamentSummary {
  const { entrants, format, options, challenge } = spec
  const played = course.ended().length
  const upcoming = course.take(SHOWN_AHEAD)
  const [first, second] = tournamentStandings(course.rank(), challenge.points, marks)
  return {
    entrants: entrants.length,
    played,
    known: course.isDone()
      ? played
      : format.id === sprtFormat.id
        ? undefined
        : Math.max(format.count(entrants.length, options).least, played + upcoming.length),
    leader: played > 0 && first && second?.place !== 1 ? first.standing.entrant.name : undefined,
    rounds: [...new Set(upcoming.map(({ round }) => round))].toSorted((a, b) => a - b),
    // Judges decided only if the matches alone put another entrant first.
    leaderBy:
      first?.why?.kind === 'above' && first.why.rule === 'total' && first.standing.place === 1
        ? undefined
        : describeWithoutMatch(first?.why),
  }
}

function workOut({ spec, entries, course }: Opened, marks: readonly Mark[], store: Store): Worked {
  return {
    result: tournamentResult(spec, course, entries, marks),
    clock: spec.rules.clock,
    teams: spec.entrants.flatMap(({ name, bot }) => {
      const player = ownerOf(bot, store)
      return player === undefined ? [] : [{ name, player }]
    }),
    rulings: new Map(
      [...entries.values()].flatMap(({ key, ruled }) => (ruled === undefined ? [] : [[key, ruled]])),
    ),
    ended: course.ended().map(({ pairing }) => pairing),
    upcoming: course.take(SHOWN_AHEAD).toSorted((a, b) => a.round - b.round || a.index - b.index),
  }
}

const countEntrants = ({ header }: TournamentRow): number =>
  Array.isArray(header['entrants']) ? header['entrants'].length : 0

/** The course of a tournament after the results and withdrawals in the log. A problem if these contradict each other. */
export function courseOf(
  id: number,
  spec: TournamentSpec,
  store: Store,
  entries = entriesOf(store, id),
): Result<Course> {
  const course = tryCourse(id, spec, store, entries)
  if (!(course instanceof OtherPlayersError)) return ok(course)
  const { key, message } = course
  return fail(
    'tournament-damaged',
    `Cannot play or show tournament ${id}: its results contradict each other. ${message}. The organiser can annul that result: POST /api/v1/tournaments/${id}/replays with {"key":${JSON.stringify(key)},"reason":"…"}`,
  )
}

/** The course, or which of the results other players have played than the others ask for. */
export function tryCourse(
  id: number,
  spec: TournamentSpec,
  store: Store,
  entries = entriesOf(store, id),
): Course | OtherPlayersError {
  const withdrawn = new Map(store.withdrawals(id).map(({ entrant, round }) => [entrant, round]))
  return tryTournamentCourse(spec, entries.values(), withdrawn)
}

/** The results that count, by the key of the match. */
export const entriesOf = (store: Store, id: number): ReadonlyMap<string, LedgerEntry> =>
  new Map(
    store.tournamentResults(id).flatMap((line) => {
      const entry = parseLedgerEntry(line)
      return entry ? [[entry.key, entry]] : []
    }),
  )
