import { fail, must, ok, type Result } from '../base/result.ts'
import { openOpenings } from '../runner/openings.ts'
import type { Page, Store, TournamentRow, TournamentStatus } from '../store/store.ts'
import { headerOf } from '../tournament-runner/tournament-spec.ts'
import type { Arena } from './arena.ts'
import { openEntry, type Entry } from './entry.ts'
import type { Unready } from './entry-entrants.ts'
import { openLargeTournaments } from './large-tournaments.ts'
import { readNewTournament, type NewTournament } from './new-tournament.ts'
import { callOffLost, type TournamentEntry } from './play-tournament.ts'
import { openPresence, type Presence } from './presence.ts'
import { openTournamentMarks, type TournamentMarks } from './tournament-marks.ts'
import { openTournamentPlays, type TournamentDecisions } from './tournament-plays.ts'
import { openTournamentPlans, type TournamentPlans } from './tournament-plans.ts'
import { isOver } from './tournament-row.ts'
import { openTournamentViews, type TournamentViews } from './tournament-views.ts'

/** The tournaments of an arena. Their matches are ordinary matches of the arena, and their results are in its log. */
export interface Tournaments
  extends
    TournamentPlans,
    TournamentMarks,
    TournamentDecisions,
    Pick<TournamentViews, 'prepare' | 'summary' | 'view' | 'report'>,
    AsyncDisposable {
  create(wanted: NewTournament): Result<TournamentRow>
  /** How teams enter while a tournament waits to be started. */
  readonly entry: Entry
  /** Begins with the entrants and versions of now, or goes on after a pause. */
  start(id: number, unready?: Unready): Result<TournamentRow>
  /** Calls no more matches; those that run are played to their end. */
  pause(id: number): Result<TournamentRow>
  /** A person of this team says that the team is there: its matches can be called. */
  here(person: number): void
  /** Newest first. */
  list(page: Page, status?: TournamentStatus): readonly TournamentRow[]
  /** Calls the listener after every change of a tournament, once it is committed. */
  onChange(listener: (tournament: number) => void): () => void
}

/** What a team uploads changes who is ready. */
const UPLOADS = [
  'bot-registered',
  'version-added',
  'version-judged',
  'version-unjudged',
  'version-retried',
] as const

export function openTournaments(
  arena: Arena,
  onFailure: (tournament: number, error: unknown) => void = () => {},
  /** Which teams are there; without it, all are. */
  presence?: Presence,
): Tournaments {
  const { store } = arena
  const large = openLargeTournaments()
  const views = openTournamentViews(store, { large, onRested: (id) => announce(id) })
  const listeners = new Set<(tournament: number) => void>()
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

  const find = (id: number): Result<TournamentRow> => {
    const row = store.tournament(id)
    return row ? ok(row) : fail('unknown-tournament', `There is no tournament ${id}`)
  }

  const plays = openTournamentPlays({ arena, append, announce, find, openings, presence, onFailure })
  const entry = openEntry({ store, append, presence: presence ?? openPresence() })
  const marks = openTournamentMarks({
    store,
    find,
    append,
    appendUnheard(entry) {
      store.append(entry)
      views.changed(entry.tournament, 'other')
    },
  })

  const leaveBots = store.watch(UPLOADS, () => {
    for (const id of store.waitingEntries()) {
      views.changed(id, 'other')
      announce(id)
    }
  })

  const leaveArena = arena.onMatch(({ id }) => {
    const tournament = plays.isNone ? undefined : store.tournamentOf(id)
    if (tournament !== undefined) announce(tournament)
  })

  const wallNow = (): number => arena.clock.date().getTime()

  const plans = openTournamentPlans({
    arena,
    append,
    onFailure,
    find,
    start,
    playing: plays.of,
    roundsOf: (row) => views.summary(row).rounds,
  })

  const leavePresence = presence?.onCome(() => plays.look())

  function start(id: number, unready: Unready = 'by-wire'): Result<TournamentRow> {
    const waiting = find(id)
    if (waiting.ok && waiting.value.status === 'waiting') {
      const fixed = entry.fix(waiting.value, unready, wallNow())
      if (!fixed.ok) return fixed
    }
    const fixed = find(id)
    const begin = fixed.ok && fixed.value.status !== 'over' ? plays.ready(fixed.value) : ok(() => {})
    if (!begin.ok) return begin
    const row = move(id, 'running')
    if (row.ok) begin.value()
    return row
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
    if (row.status === 'running') plays.play(row)
    plans.takeUp(row)
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
      if (wanted.plan) must(plans.set(tournament, wanted.plan))
      const made = find(tournament)
      if (made.ok && wanted.entry) must(entry.set(made.value, wanted.entry))
      return made
    },
    entry,
    start,
    ...marks,
    ...plays.decisions,
    ...plans.changes,
    here: (person) => presence?.note(person, 'browser', wallNow()),
    pause(id) {
      const row = move(id, 'paused')
      if (row.ok) plays.of(id)?.pause()
      return row
    },
    list: (page, status) =>
      status === undefined ? store.tournaments(page) : [...withStatus(store, status, page)],
    prepare: (...asked) => views.prepare(...asked),
    summary: (...asked) => views.summary(...asked),
    view: (...asked) => views.view(...asked),
    report: (...asked) => views.report(...asked),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      views[Symbol.dispose]()
      leaveArena()
      leavePresence?.()
      plans[Symbol.dispose]()
      leaveBots()
      const ended = plays[Symbol.asyncDispose]()
      // A tournament that waits for an opening ends at once.
      await Promise.all([openings[Symbol.asyncDispose](), large[Symbol.asyncDispose]()])
      await ended
    },
  }
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
