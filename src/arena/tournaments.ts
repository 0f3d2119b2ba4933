import { show } from '../base/fields.ts'
import { fail, must, ok, type Result } from '../base/result.ts'
import { openOpenings } from '../runner/openings.ts'
import type { ExtensionBody, NewPlanBody, PlanChangeBody } from '../api/tournaments.ts'
import type { Page, Store, TournamentRow, TournamentStatus } from '../store/store.ts'
import { headerOf, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { judgedPoints } from '../tournament/points.ts'
import { readMark } from '../tournament/standings.ts'
import type { Arena } from './arena.ts'
import { openEntry, type Entry } from './entry.ts'
import { openJudges, type Judges } from './judges.ts'
import { specNow, specOf, type Unready } from './entry-entrants.ts'
import { readContestClock, readNewTournament, type NewTournament } from './new-tournament.ts'
import { callOffStale, replayMatch, ruleMatch, type Decision } from './organiser-decisions.ts'
import { openPlannedStarts } from './planned-starts.ts'
import { breakAt, changePlan, opens, planOf, type Plan } from './tournament-plan.ts'
import {
  callOffLost,
  playTournament,
  type AbsentTeam,
  type TournamentEntry,
  type TournamentPlay,
} from './play-tournament.ts'
import { openPresence, type Presence } from './presence.ts'
import {
  courseOf,
  openTournamentViews,
  type TournamentSummary,
  type TournamentView,
  type MarksShown,
} from './tournament-views.ts'

/** The tournaments of an arena. Their matches are ordinary matches of the arena, and their results are in its log. */
export interface Tournaments extends AsyncDisposable {
  create(wanted: NewTournament): Result<TournamentRow>
  /** How teams enter while a tournament waits to be started. */
  readonly entry: Entry
  /** Begins with the entrants and versions of now, or goes on after a pause. */
  start(id: number, unready?: Unready): Result<TournamentRow>
  /** Calls no more matches; those that run are played to their end. */
  pause(id: number): Result<TournamentRow>
  /** Takes an entrant out: it forfeits the matches it has not played, and a running one is called off. */
  withdraw(id: number, entrant: string): Result<TournamentRow>
  /** Null takes the judge's mark back. `link` is the judge's own; without it the organiser writes the mark down. */
  mark(id: number, judge: string, entrant: string, points: unknown, link?: string): Result<TournamentRow>
  readonly judges: Judges
  publish(id: number): Result<TournamentRow>
  /** Changes the plan; the clock only before the start. */
  plan(id: number, changes: PlanChangeBody): Result<TournamentRow>
  /** Calls the matches of this round and those before it now; by default the next round. */
  callRound(id: number, round?: number): Result<TournamentRow>
  /** Moves the start, the end of the break or the deadline of absent entrants. */
  extend(id: number, how: ExtensionBody): Result<TournamentRow>
  /** What was played of a match does not count any more, and it is played again. */
  replay(id: number, decision: Decision): Result<TournamentRow>
  /** Decides a match; `winner` is undefined for a draw. */
  rule(id: number, decision: Decision & { readonly winner: string | undefined }): Result<TournamentRow>
  /** A person of this team says that the team is there: its matches can be called. */
  here(person: number): void
  outlook(row: TournamentRow): Outlook
  /** Newest first. */
  list(page: Page, status?: TournamentStatus): readonly TournamentRow[]
  summary(row: TournamentRow): TournamentSummary
  /** The whole tournament. Undefined if it was begun under another version of the rules. */
  view(row: TournamentRow, marks: MarksShown): TournamentView | undefined
  /** Calls the listener after every change of a tournament, once it is committed. */
  onChange(listener: (tournament: number) => void): () => void
}

/** What is to come of a tournament. */
export interface Outlook {
  readonly plan: Plan
  /** The next round that has not been called; `at` is undefined if the organiser calls it. */
  readonly nextRound: { readonly round: number; readonly at: number | undefined } | undefined
  /** Entrants that a match waits for. */
  readonly absent: readonly AbsentTeam[]
}

export function openTournaments(
  arena: Arena,
  onFailure: (tournament: number, error: unknown) => void = () => {},
  /** Which teams are there; without it, all are. */
  presence?: Presence,
): Tournaments {
  const { store } = arena
  const playing = new Map<number, TournamentPlay>()
  const views = openTournamentViews(store, { onRested: (id) => announce(id) })
  const listeners = new Set<(tournament: number) => void>()
  const stop = new AbortController()
  const openings = openOpenings()

  function announce(id: number): void {
    store.afterCommit(() => {
      for (const listener of listeners) listener(id)
    })
  }

  function append(entry: TournamentEntry): void {
    store.append(entry)
    // A match that is called and a round that is reached change no table.
    if (entry.kind !== 'tournament-match' && entry.kind !== 'round-reached')
      views.changed(entry.tournament, entry.kind === 'tournament-result' ? 'result' : 'other')
    announce(entry.tournament)
  }

  function appendUnheard(entry: TournamentEntry): void {
    store.append(entry)
    views.changed(entry.tournament, 'other')
  }

  const judges = openJudges({ store, append, specNow: (row) => specNow(row, store) })
  const entry = openEntry({ store, append, presence: presence ?? openPresence() })

  // What a team uploads changes who is ready.
  const leaveBots = store.watch(
    ['bot-registered', 'version-added', 'version-judged', 'version-unjudged', 'version-retried'],
    () => {
      for (const id of store.waitingEntries()) {
        views.changed(id, 'other')
        announce(id)
      }
    },
  )

  const leaveArena = arena.onMatch(({ id }) => {
    const tournament = playing.size === 0 ? undefined : store.tournamentOf(id)
    if (tournament !== undefined) announce(tournament)
  })

  function play(row: TournamentRow): void {
    const { id } = row
    if (playing.has(id)) return
    const spec = specOf(row)
    if (!spec.ok) return onFailure(id, new Error(spec.problem.message))
    const begun = playTournament(
      { arena, append, openings, presence, onAbsent: announce, signal: stop.signal },
      row,
      spec.value,
    )
    playing.set(id, begun)
    void goOnAfter(id, begun)
  }

  /** Goes on with a tournament that was paused, and started again while its last matches were still running. */
  async function goOnAfter(id: number, { end, isPausing }: TournamentPlay): Promise<void> {
    await end.catch((error: unknown) => onFailure(id, error))
    playing.delete(id)
    const row =
      (isPausing() || isDecided.delete(id)) && !stop.signal.aborted ? store.tournament(id) : undefined
    if (row?.status === 'running') play(row)
  }

  /** Tournaments whose play was left because the organiser has decided a match: they are played on from the log. */
  const isDecided = new Set<number>()

  /** Appends what the organiser has decided, and plays on by it. */
  function decide(
    id: number,
    read: (spec: TournamentSpec) => Result<readonly TournamentEntry[]>,
  ): Result<TournamentRow> {
    const row = find(id)
    if (!row.ok) return row
    if (row.value.status === 'waiting') return fail('not-started', `Tournament ${id} has not started`)
    const spec = specOf(row.value)
    if (!spec.ok) return spec
    const entries = read(spec.value)
    if (!entries.ok) return entries
    for (const entry of entries.value) append(entry)
    callOffStale(arena, id, spec.value)
    const now = find(id)
    const running = playing.get(id)
    if (running) {
      isDecided.add(id)
      running.leave()
    } else if (now.ok && now.value.status === 'running') play(now.value)
    return now
  }

  const wallNow = (): number => arena.clock.date().getTime()

  const starts = openPlannedStarts(arena.clock, (id) => {
    // The organiser may have started it before its time, or paused it.
    if (store.tournament(id)?.status !== 'waiting') return
    const started = start(id)
    if (!started.ok) onFailure(id, new Error(`it cannot start by its plan: ${started.problem.message}`))
  })

  function planned(id: number, changes: NewPlanBody): Result<TournamentRow> {
    const plan = changePlan(store.tournamentPlan(id), changes)
    if (!plan.ok) return plan
    append({ kind: 'plan-made', tournament: id, plan: plan.value })
    starts.set(id, plan.value.starts)
    playing.get(id)?.look()
    return find(id)
  }

  const leavePresence = presence?.onCome(() => {
    for (const play of playing.values()) play.look()
  })

  function start(id: number, unready: Unready = 'by-wire'): Result<TournamentRow> {
    const waiting = find(id)
    if (waiting.ok && waiting.value.status === 'waiting') {
      const fixed = entry.fix(waiting.value, unready, wallNow())
      if (!fixed.ok) return fixed
    }
    const row = move(id, 'running')
    if (row.ok) play(row.value)
    return row
  }

  function nextRound(row: TournamentRow, plan: Plan): Outlook['nextRound'] {
    const called = store.calledRound(row.id)
    for (const round of views.summary(row).rounds) {
      const at = opens(plan, round, called)
      if (at === 'when-called') return { round, at: undefined }
      if (at > wallNow()) return { round, at }
    }
    return undefined
  }

  const find = (id: number): Result<TournamentRow> => {
    const row = store.tournament(id)
    return row ? ok(row) : fail('unknown-tournament', `There is no tournament ${id}`)
  }

  const move = (id: number, status: 'running' | 'paused'): Result<TournamentRow> => {
    const row = find(id)
    if (!row.ok) return row
    if (row.value.status === 'over') return isOver(id)
    if (row.value.status !== status) append({ kind: 'tournament-moved', tournament: id, status })
    return find(id)
  }

  for (const row of allTournaments(store)) {
    if (row.status !== 'over') callOffLost(arena, row.id)
    if (row.status === 'running') play(row)
    if (row.status === 'waiting') starts.set(row.id, store.tournamentPlan(row.id).starts)
  }

  return {
    create(wanted) {
      const spec = readNewTournament(wanted, store)
      if (!spec.ok) return spec
      const tournament = store.nextTournament()
      append({
        kind: 'tournament-created',
        tournament,
        name: wanted.name,
        challenge: spec.value.challenge.id,
        header: headerOf(spec.value),
      })
      if (wanted.plan) must(planned(tournament, wanted.plan))
      const made = find(tournament)
      if (made.ok && wanted.entry) must(entry.set(made.value, wanted.entry))
      return made
    },
    entry,
    start,
    plan(id, { clock, ...changes }) {
      const row = find(id)
      if (!row.ok) return row
      if (row.value.status === 'over') return isOver(id)
      const isWaiting = row.value.status === 'waiting'
      if (!isWaiting && clock !== undefined)
        return fail('has-started', `Cannot change the clock of tournament ${id}: it has started`, 'clock')
      if (!isWaiting && changes.starts !== undefined)
        return fail('has-started', `Cannot change the start of tournament ${id}: it has started`, 'starts')
      const spec = specOf(row.value)
      if (!spec.ok) return spec
      const wanted = clock === undefined ? ok(undefined) : readContestClock(clock)
      if (!wanted.ok) return wanted
      const made = planned(id, changes)
      if (!made.ok || !wanted.value) return made
      const rules = { ...spec.value.rules, clock: wanted.value }
      append({ kind: 'clock-set', tournament: id, header: headerOf({ ...spec.value, rules }) })
      return find(id)
    },
    callRound(id, round) {
      const row = find(id)
      if (!row.ok) return row
      if (row.value.status === 'over') return isOver(id)
      const next = round ?? nextRound(row.value, planOf(store.tournamentPlan(id)))?.round
      if (next === undefined)
        return fail('no-next-round', `Cannot call a round of tournament ${id}: no round waits for its call`)
      append({ kind: 'round-called', tournament: id, round: next })
      playing.get(id)?.look()
      return find(id)
    },
    extend(id, { what, minutes, entrant }) {
      const row = find(id)
      if (!row.ok) return row
      const ms = minutes * 60_000
      const plan = planOf(store.tournamentPlan(id))
      const nothing = (why: string) =>
        fail('nothing-to-extend', `Cannot extend the ${what} of tournament ${id}: ${why}`)
      const now = wallNow()
      if (what === 'absence') {
        if (playing.get(id)?.extend(entrant, ms) !== true)
          return nothing(`no match waits for ${entrant === undefined ? 'an absent entrant' : show(entrant)}`)
        return find(id)
      }
      if (what === 'start') {
        if (row.value.status !== 'waiting') return nothing('it has started')
        if (plan.starts === undefined) return nothing('it has no start time')
        return planned(id, { starts: new Date(Math.max(plan.starts, now) + ms).toISOString() })
      }
      const end = breakAt(plan, now)?.to
      if (end === undefined) return nothing('there is no break now')
      const breaks = [...plan.breaks, { from: now, to: end + ms }].map(({ from, to }) => ({
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      }))
      return planned(id, { breaks })
    },
    replay: (id, decision) => decide(id, (spec) => replayMatch(store, id, spec, decision)),
    rule: (id, decision) => decide(id, (spec) => ruleMatch(store, id, spec, decision)),
    here: (person) => presence?.note(person, 'browser', wallNow()),
    outlook(row) {
      const plan = planOf(store.tournamentPlan(row.id))
      return { plan, nextRound: nextRound(row, plan), absent: playing.get(row.id)?.absent() ?? [] }
    },
    pause(id) {
      const row = move(id, 'paused')
      if (row.ok) playing.get(id)?.pause()
      return row
    },
    withdraw(id, entrant) {
      const row = find(id)
      if (!row.ok) return row
      if (row.value.status === 'over') return isOver(id)
      const spec = specWith(row.value, entrant, store)
      if (!spec.ok) return spec
      if (store.withdrawals(id).some((gone) => gone.entrant === entrant))
        return fail('withdrawn', `Cannot withdraw ${show(entrant)}: it was withdrawn already`)
      const course = playing.get(id)?.course ?? courseOf(id, spec.value, store)
      append({ kind: 'entrant-withdrawn', tournament: id, entrant, round: course.withdraw(entrant) })
      playing.get(id)?.forfeit(entrant)
      callOffLost(arena, id)
      return find(id)
    },
    judges,
    mark(id, judge, entrant, points, link) {
      const row = find(id)
      if (!row.ok) return row
      const spec = specWith(row.value, entrant, store)
      if (!spec.ok) return spec
      const given = store.marks(id).find((mark) => mark.judge === judge && mark.entrant === entrant)
      const whose = { tournament: id, judge, entrant, ...(link !== undefined && { link }) }
      // Private marks are no news: a judge that types would make every page read the contest again.
      const keep = link === undefined || row.value.published !== undefined ? append : appendUnheard
      if (points === null) {
        if (given) keep({ kind: 'mark-erased', ...whose })
        return row
      }
      const mark = readMark(points, judgedPoints(spec.value.challenge.points, store.judging(id)))
      if (!mark.ok) return mark
      if (given?.points !== mark.value) keep({ kind: 'mark-given', ...whose, points: mark.value })
      return row
    },
    publish(id) {
      const row = find(id)
      if (row.ok) append({ kind: 'marks-published', tournament: id })
      return row.ok ? find(id) : row
    },
    list: (page, status) =>
      status === undefined ? store.tournaments(page) : [...withStatus(store, status, page)],
    summary: (row) => views.summary(row),
    view: (row, marks) => views.view(row, marks),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      views[Symbol.dispose]()
      leaveArena()
      leavePresence?.()
      starts[Symbol.dispose]()
      leaveBots()
      stop.abort()
      // A tournament that waits for an opening ends at once.
      await openings[Symbol.asyncDispose]()
      await Promise.allSettled([...playing.values()].map(({ end }) => end))
    },
  }
}

const isOver = (id: number) => fail('tournament-over', `Tournament ${id} is over`)

/** The spec of the tournament, if it has such an entrant. */
function specWith(row: TournamentRow, entrant: string, store: Store): Result<TournamentSpec> {
  const spec = specNow(row, store)
  if (!spec.ok || spec.value.entrants.some(({ name }) => name === entrant)) return spec
  return fail('unknown-entrant', `There is no entrant ${show(entrant)} in tournament ${row.id}`)
}

function* withStatus(store: Store, status: TournamentStatus, page: Page): Iterable<TournamentRow> {
  let left = page.limit
  for (const row of allTournaments(store, page.after)) {
    if (row.status !== status) continue
    if (left-- === 0) return
    yield row
  }
}

function* allTournaments(store: Store, from = Number.MAX_SAFE_INTEGER): Iterable<TournamentRow> {
  for (let after = from; ;) {
    const page = store.tournaments({ after, limit: 100 })
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
