import { recentlyUsed } from '../base/recently-used.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { TournamentResult } from '../api/tournament-result.ts'
import { headerOf, tryTournamentCourse, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import type { LedgerEntry, Ruling } from '../tournament-runner/ledger-entry.ts'
import type { AnnulledRow, Store, TournamentMatchRow, TournamentRow } from '../store/store.ts'
import type { Course, OtherPlayersError } from '../tournament/course.ts'
import type { TournamentStanding } from '../tournament/standings.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { specNow, specOf } from './entry-entrants.ts'
import { openKeptViews, type Kept, type Version } from './kept-views.ts'
import {
  openLargeTournaments,
  type LargeTournament,
  type LargeTournaments,
  type WorkedAside,
} from './large-tournaments.ts'
import { ownerOf } from './owner-of.ts'
import { writeReport, type ReportWanted } from './tournament-report.ts'
import {
  entriesIn,
  openLoggedCourse,
  standingsOf,
  summariseTournament,
  workOutTournament,
  type TournamentLog,
  type TournamentSummary,
  type WorkedTournament,
} from './work-out-tournament.ts'

export type { TournamentSummary } from './work-out-tournament.ts'

export interface TournamentView {
  /** Of a large tournament with short tables of pairs. */
  readonly result: TournamentResult
  /** Of a large tournament: the whole result as JSON, and the result with short tables. */
  readonly texts: LargeTournament['texts'] | undefined
  readonly spec: TournamentSpec
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

/**
 * A cache of what is shown of tournaments. A view is expensive and many clients ask for it: it is kept until its tournament changes.
 * Large tournaments are worked out in a thread: who wants to show one calls `prepare` before.
 */
export interface TournamentViews extends Disposable {
  /** Invalidates: one more result, which a view may lack for a while, or another change, which must be seen at once. */
  changed(id: number, what: 'result' | 'other'): void
  /**
   * Works out what is to be shown of a large tournament. Without it `summary` and `view` do that on the event loop. Callers who come
   * meanwhile share the work, if nothing has changed since it began.
   */
  prepare(row: TournamentRow, what: 'summary' | MarksShown): Promise<Prepared>
  /** `since`: of what was prepared. The tournament is shown as it was then or later: it may change faster than it is worked out. */
  summary(row: TournamentRow, since?: Version): TournamentSummary
  /** A problem if the tournament was begun under another version of the rules, or its results contradict each other. */
  view(row: TournamentRow, marks: MarksShown, since?: Version): Result<TournamentView>
  /** A report with the published marks; undefined if there is no such table. */
  report(row: TournamentRow, wanted: ReportWanted): Promise<WorkedAside<string | undefined>>
}

export interface Prepared {
  /** The tournament when this was asked for. */
  readonly since: Version
  /** The milliseconds that a thread has worked for this call. */
  readonly workMs: number
}

/** Tournaments with more entrants or results than this are large: up to it a view takes some 20 ms. */
const MOST_ENTRANTS = 64
const MOST_RESULTS = 300
/** Reports of large tournaments that may wait for the thread. */
const MOST_REPORTS = 8
/** A thread may work five times as often as the event loop. */
const THREAD_SHARE = 0.1

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
  readonly large?: LargeTournaments
}

export function openTournamentViews(store: Store, options: TournamentViewsOptions = {}): TournamentViews {
  const { restMs = restAfter, onRested = () => {}, large = openLargeTournaments() } = options
  const cache = openKeptViews(restMs, onRested)
  const summaries = recentlyUsed<number, Kept<Result<TournamentSummary>>>(500)
  const views = {
    all: recentlyUsed<number, Kept<Result<Worked>>>(50),
    published: recentlyUsed<number, Kept<Result<Worked>>>(50),
  }
  /** By tournament and what is worked out of it. */
  const preparing = new Map<string, Promise<number>>()
  let reports = 0

  /** Who waited for a view has an old row: the tournament may have started meanwhile, or its marks may be published. */
  const newest = (row: TournamentRow): TournamentRow => store.tournament(row.id) ?? row

  /** Has a thread work out what `keep` then finds. */
  async function workAside(old: TournamentRow, what: 'summary' | MarksShown): Promise<number> {
    const row = newest(old)
    const { id } = row
    const version = cache.versionOf(id)
    const log = logOf(store, row, what === 'summary' ? 'published' : what)
    const kept = <T>(value: T, workMs: number): Kept<T> => ({
      version,
      value,
      at: performance.now(),
      tookMs: workMs * THREAD_SHARE,
    })
    if (!log.ok) {
      if (what === 'summary') summaries.set(id, kept(log, 0))
      else views[what].set(id, kept(log, 0))
      return 0
    }
    if (what === 'summary') {
      const { value, workMs } = await large.summary(log.value)
      summaries.set(id, kept(value, workMs))
      return workMs
    }
    const { value, workMs } = await large.view(log.value)
    views[what].set(id, kept(value.ok ? complete(value.value, row, store, value.value.texts) : value, workMs))
    if (what === 'published') summaries.set(id, kept(value.ok ? ok(value.value.summary) : value, workMs))
    return workMs
  }

  function isLarge({ id, header }: TournamentRow): boolean {
    const entrants = countEntrants({ header }) + store.entryTeams(id).length
    return entrants > MOST_ENTRANTS || store.countTournamentResults(id) > MOST_RESULTS
  }

  return {
    [Symbol.dispose]: () => cache[Symbol.dispose](),
    changed: (id, what) => cache.changed(id, what),
    async prepare(row, what) {
      const { id } = row
      const since = cache.versionOf(id)
      const isKnown = (): boolean =>
        (what === 'summary' ? cache.current(summaries, id, since) : cache.current(views[what], id, since)) !==
        undefined
      const key = `${id} ${what}`
      let workMs = 0
      while (!isKnown() && isLarge(row)) {
        const others = preparing.get(key)
        if (others) {
          await others
          continue
        }
        const own = workAside(row, what).finally(() => preparing.delete(key))
        preparing.set(key, own)
        workMs += await own
      }
      return { since, workMs }
    },
    summary(row, since) {
      const work = (): Result<TournamentSummary> => {
        const log = logOf(store, newest(row), 'published')
        return log.ok ? summariseTournament(log.value) : log
      }
      const summary = cache.keep(summaries, row.id, work, since)
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
    view(row, marks, since) {
      const work = (): Result<Worked> => {
        const now = newest(row)
        const log = logOf(store, now, marks)
        const value = log.ok ? workOutTournament(log.value) : log
        return value.ok ? complete(value.value, now, store, undefined) : value
      }
      const worked = cache.keep(views[marks], row.id, work, since)
      return worked.ok ? ok(show(worked.value, row, store)) : worked
    },
    async report(row, wanted) {
      const log = logOf(store, newest(row), 'published')
      if (!log.ok) return { value: log, workMs: 0 }
      if (!isLarge(row)) {
        const worked = workOutTournament(log.value)
        const { lines } = log.value
        return { value: worked.ok ? ok(writeReport(lines, worked.value.result, wanted)) : worked, workMs: 0 }
      }
      if (reports >= MOST_REPORTS) return { value: BUSY, workMs: 0 }
      reports++
      try {
        return await large.report(log.value, wanted)
      } finally {
        reports--
      }
    },
  }
}

const BUSY = fail('records-busy', 'Cannot write the report now: the server writes too many others, try again')

/** A tournament as it is kept, with what a thread cannot tell of it. */
interface Worked extends WorkedTournament, Pick<TournamentView, 'spec' | 'teams' | 'texts'> {}

function complete(
  worked: WorkedTournament,
  row: TournamentRow,
  store: Store,
  texts: TournamentView['texts'],
): Result<Worked> {
  const spec = specOf(row)
  if (!spec.ok) return spec
  const teams = worked.result.entrants.flatMap(({ name, bot }) => {
    const player = ownerOf(bot, store)
    return player === undefined ? [] : [{ name, player }]
  })
  return ok({ ...worked, spec: spec.value, texts, teams })
}

/** The view of a tournament with the matches of the arena. */
function show(worked: Worked, { id }: TournamentRow, store: Store): TournamentView {
  const { result, spec, teams, texts, ended, upcoming, rulings } = worked
  const annulled = Map.groupBy(store.annulled(id), ({ key }) => key)
  const isAnnulled = new Set([...annulled.values()].flat().map(({ match }) => match))
  const matches = store.tournamentMatches(id)
  const called = new Map(
    matches.flatMap(({ key, match }) => (isAnnulled.has(match) ? [] : [[key, match] as const])),
  )
  const scheduled = (
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
  return {
    result,
    texts,
    spec,
    teams,
    matches,
    schedule: [
      ...ended.map((one) => scheduled(one, { match: called.get(one.key), status: 'over' })),
      ...upcoming.map((one) => scheduled(one, ahead(called.get(one.key), store))),
    ],
  }
}

/** A match without a result, with its match in the arena if it was called. */
function ahead(match: number | undefined, store: Store): Pick<ScheduledMatch, 'match' | 'status'> {
  const row = match === undefined ? undefined : store.match(match)
  if (row === undefined || row.void) return { match: undefined, status: 'waiting' }
  // A match that has just ended is shown as playing until the log has its result.
  const hasBegun = row.status === 'playing' || row.status === 'over'
  return { match, status: hasBegun ? 'playing' : 'waiting' }
}

/** What the log says of a tournament now. */
function logOf(store: Store, row: TournamentRow, shown: MarksShown): Result<TournamentLog> {
  const { id, published, status } = row
  // While it waits to be started, the teams that joined are entrants, too.
  const spec = status === 'waiting' ? specNow(row, store) : undefined
  if (spec?.ok === false) return spec
  return ok({
    id,
    isWaiting: status === 'waiting',
    header: spec ? headerOf(spec.value) : row.header,
    lines: store.tournamentResults(id),
    withdrawn: store.withdrawals(id).map(({ entrant, round }) => [entrant, round]),
    marks: shown === 'all' || published !== undefined ? store.marks(id) : [],
    judges: store.judging(id),
  })
}

/** The standings of now, with the marks that are public. Much cheaper than a view, and never stale. */
export function standingsNow(store: Store, row: TournamentRow): readonly TournamentStanding[] {
  const log = logOf(store, row, 'published')
  const standings = log.ok ? standingsOf(log.value) : log
  return standings.ok ? standings.value : []
}

const countEntrants = ({ header }: Pick<TournamentRow, 'header'>): number =>
  Array.isArray(header['entrants']) ? header['entrants'].length : 0

/** The course of a tournament after the results and withdrawals in the log. A problem if these contradict each other. */
export const courseOf = (id: number, spec: TournamentSpec, store: Store): Result<Course> =>
  openLoggedCourse(id, spec, entriesOf(store, id), withdrawnOf(store, id))

/** The course, or which of the results other players have played than the others ask for. */
export const tryCourse = (
  id: number,
  spec: TournamentSpec,
  store: Store,
  entries = entriesOf(store, id),
): Course | OtherPlayersError => tryTournamentCourse(spec, entries.values(), withdrawnOf(store, id))

const withdrawnOf = (store: Store, id: number): ReadonlyMap<string, number> =>
  new Map(store.withdrawals(id).map(({ entrant, round }) => [entrant, round]))

/** The results that count, by the key of the match. */
export const entriesOf = (store: Store, id: number): ReadonlyMap<string, LedgerEntry> =>
  entriesIn(store.tournamentResults(id))
