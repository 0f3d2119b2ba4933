import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'

import { openOpenings } from '../runner/openings.ts'
import type { Page, Store, TournamentRow, TournamentStatus } from '../store/store.ts'
import { headerOf, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { judgedPoints } from '../tournament/points.ts'
import { readMark } from '../tournament/standings.ts'
import type { Arena } from './arena.ts'
import { openEntry, type Entry } from './entry.ts'
import { openJudges, type Judges } from './judges.ts'
import { specNow, specOf, type Unready } from './entry-entrants.ts'
import { readNewTournament, type NewTournament } from './new-tournament.ts'
import { callOffLost, playTournament, type TournamentEntry, type TournamentPlay } from './play-tournament.ts'
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
  /** Newest first. */
  list(page: Page, status?: TournamentStatus): readonly TournamentRow[]
  summary(row: TournamentRow): TournamentSummary
  /** The whole tournament. Undefined if it was begun under another version of the rules. */
  view(row: TournamentRow, marks: MarksShown): TournamentView | undefined
  /** Calls the listener after every change of a tournament, once it is committed. */
  onChange(listener: (tournament: number) => void): () => void
}

export function openTournaments(
  arena: Arena,
  onFailure: (tournament: number, error: unknown) => void = () => {},
  presence: Presence = openPresence(),
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
    // A match that is called changes no table.
    if (entry.kind !== 'tournament-match')
      views.changed(entry.tournament, entry.kind === 'tournament-result' ? 'result' : 'other')
    announce(entry.tournament)
  }

  function appendUnheard(entry: TournamentEntry): void {
    store.append(entry)
    views.changed(entry.tournament, 'other')
  }

  const judges = openJudges({ store, append, specNow: (row) => specNow(row, store) })
  const entry = openEntry({ store, append, presence })

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
    const begun = playTournament({ arena, append, openings, signal: stop.signal }, row, spec.value)
    playing.set(id, begun)
    void goOnAfter(id, begun)
  }

  /** Goes on with a tournament that was paused, and started again while its last matches were still running. */
  async function goOnAfter(id: number, { end, isPausing }: TournamentPlay): Promise<void> {
    await end.catch((error: unknown) => onFailure(id, error))
    playing.delete(id)
    const row = isPausing() && !stop.signal.aborted ? store.tournament(id) : undefined
    if (row?.status === 'running') play(row)
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
      const made = find(tournament)
      if (!made.ok || !wanted.entry) return made
      const opened = entry.set(made.value, wanted.entry)
      return opened.ok ? made : opened
    },
    entry,
    start(id, unready = 'by-wire') {
      const waiting = find(id)
      if (waiting.ok && waiting.value.status === 'waiting') {
        const fixed = entry.fix(waiting.value, unready, Date.now())
        if (!fixed.ok) return fixed
      }
      const row = move(id, 'running')
      if (row.ok) play(row.value)
      return row
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
