import { randomInt } from 'node:crypto'
import { deferred } from '../base/deferred.ts'
import { show } from '../base/fields.ts'
import { fail, must, ok, type Result } from '../base/result.ts'
import { findChallenge } from '../challenges/index.ts'
import {
  findFormat,
  FORMATS,
  headerOf,
  readHeader,
  type TournamentSpec,
  type TournamentEntrant,
} from '../tournament-runner/tournament-spec.ts'
import { entryOfMatch } from '../tournament-runner/entry-of-match.ts'
import { formatEntry, type Entry } from '../tournament-runner/entry.ts'
import { voidEntry } from '../tournament-runner/play-pairing.ts'
import { runTournament, type Attempt } from '../tournament-runner/run-tournament.ts'
import { makeSpec } from '../match/match.ts'
import type { LogEntry, Page, Store, TournamentRow, TournamentStatus } from '../store/store.ts'
import type { Course } from '../tournament/course.ts'
import { readMark } from '../tournament/standings.ts'
import type { Pairing } from '../tournament/tournament.ts'
import type { Arena } from './arena.ts'
import {
  courseOf,
  openTournamentViews,
  type TournamentSummary,
  type TournamentView,
  type MarksShown,
} from './tournament-views.ts'
import { readAnyPlayer } from './read-player.ts'
import { withStartUp } from './start-up.ts'
import { untilOver } from './until-over.ts'

export interface NewTournament {
  readonly name: string
  readonly challenge: string
  readonly format: string
  readonly options?: Readonly<Record<string, unknown>>
  /** `player:ID`, `bot:ID`, `house:NAME`; the order is the seeding. */
  readonly entrants: readonly string[]
  readonly seed?: number
  readonly settings?: Readonly<Record<string, unknown>>
  readonly benchAfter?: number
  /** Positions a house brain may look at in a turn, instead of a clock. */
  readonly nodes?: number
  /** Only there to be watched: it is played slowly enough for that. */
  readonly isShow?: boolean
}

/** The tournaments of an arena: their matches are matches like all others, and what came of them is in the log. */
export interface Tournaments extends AsyncDisposable {
  create(wanted: NewTournament): Result<TournamentRow>
  /** Begins, or goes on after a pause. */
  start(id: number): Result<TournamentRow>
  /** Calls no more matches; those that run are played to their end. */
  pause(id: number): Result<TournamentRow>
  /** Takes an entrant out: what it has not played is lost, and what it plays now is called off. */
  withdraw(id: number, entrant: string): Result<TournamentRow>
  mark(id: number, judge: string, entrant: string, points: unknown): Result<TournamentRow>
  publish(id: number): Result<TournamentRow>
  /** Newest first. */
  list(page: Page, status?: TournamentStatus): readonly TournamentRow[]
  summary(row: TournamentRow): TournamentSummary
  /** All that came of it. Undefined if it was begun under other rules. */
  view(row: TournamentRow, marks: MarksShown): TournamentView | undefined
  /** Calls back when anything of a tournament has changed, once that is on disk. */
  onChange(listener: (tournament: number) => void): () => void
}

/** Matches of one tournament that run at once; a team plays one at a time. */
const WORKERS = 16
const MAX_ENTRANTS = 1000

export function openTournaments(
  arena: Arena,
  onFailure: (tournament: number, error: unknown) => void = () => {},
): Tournaments {
  const { store } = arena
  const running = new Map<number, Run>()
  const views = openTournamentViews(store, { onRested: (id) => announce(id) })
  const listeners = new Set<(tournament: number) => void>()
  /** Matches that were called and have no result yet → their tournaments. */
  const called = new Map<number, number>()
  const stop = new AbortController()

  function announce(id: number): void {
    store.afterCommit(() => {
      for (const listener of listeners) listener(id)
    })
  }

  function append(entry: TournamentEntry): void {
    store.append(entry)
    // That a match was called changes no table.
    if (entry.kind !== 'tournament-match')
      views.changed(entry.tournament, entry.kind === 'tournament-result' ? 'result' : 'other')
    announce(entry.tournament)
  }

  const leaveArena = arena.onMatch(({ id }) => {
    const tournament = called.get(id)
    if (tournament !== undefined) announce(tournament)
  })

  function run(row: TournamentRow): void {
    if (running.has(row.id)) return
    const read = readHeader(JSON.stringify(row.header))
    if (!read.ok) return onFailure(row.id, new Error(read.problem.message))
    const spec = read.value
    const course = courseOf(row.id, spec, store)
    const pausing = new AbortController()
    const busy = openBusy()
    const play = async (): Promise<void> => {
      const how = await runTournament<Entry>({
        course,
        workers: WORKERS,
        ledger: {
          async append(entry) {
            append({
              kind: 'tournament-result',
              tournament: row.id,
              key: entry.key,
              entry: formatEntry(entry).trimEnd(),
            })
            await store.settled()
          },
        },
        play: (pairing, signal) =>
          busy.during(pairing.players, signal, () => playOne(row.id, spec, pairing, signal)),
        giveUp: voidEntry,
        stop: AbortSignal.any([pausing.signal, stop.signal]),
        signal: stop.signal,
      })
      if (how === 'done') append({ kind: 'tournament-moved', tournament: row.id, status: 'over' })
    }
    const done = play()
      .catch((error: unknown) => onFailure(row.id, error))
      .finally(() => running.delete(row.id))
    running.set(row.id, { course, busy, pausing, done })
  }

  /** Plays the match of a pairing, or waits for the end of the one that was called before the server was restarted. */
  async function playOne(
    tournament: number,
    spec: TournamentSpec,
    pairing: Pairing,
    signal: AbortSignal,
  ): Promise<Attempt<Entry>> {
    // Nobody is called to the board by a server that closes.
    if (signal.aborted) return { kind: 'aborted' }
    const isForfeited = (): boolean =>
      store.withdrawals(tournament).some(({ entrant }) => pairing.players.includes(entrant))
    if (isForfeited()) return { kind: 'forfeited' }
    const match = calledMatch(tournament, pairing.key) ?? call(tournament, spec, pairing)
    called.set(match, tournament)
    const row = await untilOver(arena, match, signal).finally(() => called.delete(match))
    if (row === undefined) return { kind: 'aborted' }
    if (isForfeited()) return { kind: 'forfeited' }
    const sight = arena.sight(match)
    if (row.void || sight === undefined) return { kind: 'failed', why: row.end ?? 'it could not be played' }
    return { kind: 'played', entry: entryOfMatch(pairing, sight.match, pairing.players) }
  }

  function calledMatch(tournament: number, key: string): number | undefined {
    const called = store.tournamentMatches(tournament).findLast((one) => one.key === key)
    return called && store.match(called.match)?.void === false ? called.match : undefined
  }

  function call(tournament: number, spec: TournamentSpec, pairing: Pairing): number {
    const player = (name: string) => {
      const entrant = spec.entrants.find((one) => one.name === name)
      const found = must(readAnyPlayer(entrant?.bot ?? '', spec.challenge.id, store))
      const { nodes } = spec.how
      return { ...found, name, ...(found.kind === 'house' && nodes !== undefined && { nodeBudget: nodes }) }
    }
    const row = must(
      arena.create({
        challenge: spec.challenge.id,
        players: [player(pairing.players[0]), player(pairing.players[1])],
        origin: spec.how.isShow === true ? 'demo' : 'tournament',
        settings: spec.settings,
        rules: spec.rules,
        seed: pairing.seed,
      }),
    )
    append({ kind: 'tournament-match', tournament, key: pairing.key, match: row.id })
    return row.id
  }

  const find = (id: number): Result<TournamentRow> => {
    const row = store.tournament(id)
    return row ? ok(row) : fail('unknown-tournament', `There is no tournament ${id}`)
  }

  const moved = (id: number, status: 'running' | 'paused'): Result<TournamentRow> => {
    const row = find(id)
    if (!row.ok) return row
    if (row.value.status === 'over') return isOver(id)
    if (row.value.status !== status) append({ kind: 'tournament-moved', tournament: id, status })
    return find(id)
  }

  /** Matches that are lost already need not be played to their end. */
  function callOffLost(tournament: number): void {
    const gone = store.withdrawals(tournament).map(({ entrant }) => entrant)
    if (gone.length === 0) return
    for (const { id, players } of store.unfinishedMatches()) {
      const name = gone.find((entrant) => players.some((player) => player?.name === entrant))
      if (name !== undefined && store.tournamentOf(id) === tournament)
        arena.callOff(id, `${name} was withdrawn from the contest`)
    }
  }

  for (const row of allTournaments(store)) {
    if (row.status !== 'over') callOffLost(row.id)
    if (row.status === 'running') run(row)
  }

  return {
    create(wanted) {
      const spec = readTournament(wanted, store)
      if (!spec.ok) return spec
      const tournament = store.nextTournament()
      const { challenge } = spec.value
      const header = headerOf(spec.value)
      append({
        kind: 'tournament-created',
        tournament,
        name: wanted.name,
        challenge: challenge.id,
        header,
      })
      return find(tournament)
    },
    start(id) {
      const row = moved(id, 'running')
      if (row.ok) {
        const last = running.get(id)
        // One that is still being paused goes on when its last match has ended.
        if (last?.pausing.signal.aborted) void last.done.then(() => restart(id))
        else run(row.value)
      }
      return row
    },
    pause(id) {
      const row = moved(id, 'paused')
      if (row.ok) running.get(id)?.pausing.abort()
      return row
    },
    withdraw(id, entrant) {
      const row = find(id)
      if (!row.ok) return row
      if (row.value.status === 'over') return isOver(id)
      const spec = tournamentWith(row.value, entrant)
      if (!spec.ok) return spec
      if (store.withdrawals(id).some((gone) => gone.entrant === entrant))
        return fail('withdrawn', `Cannot withdraw ${show(entrant)}: it was withdrawn already`)
      const course = running.get(id)?.course ?? courseOf(id, spec.value, store)
      append({ kind: 'entrant-withdrawn', tournament: id, entrant, round: course.withdraw(entrant) })
      running.get(id)?.busy.release(entrant)
      callOffLost(id)
      return find(id)
    },
    mark(id, judge, entrant, points) {
      const row = find(id)
      if (!row.ok) return row
      const spec = tournamentWith(row.value, entrant)
      if (!spec.ok) return spec
      const mark = readMark(points, spec.value.challenge.points)
      if (!mark.ok) return mark
      append({ kind: 'mark-given', tournament: id, judge, entrant, points: mark.value })
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
      stop.abort()
      await Promise.allSettled([...running.values()].map(({ done }) => done))
    },
  }

  function restart(id: number): void {
    const row = store.tournament(id)
    if (row?.status === 'running' && !stop.signal.aborted) run(row)
  }
}

const isOver = (id: number) => fail('tournament-over', `Tournament ${id} is over`)

/** What was begun, if it has such an entrant. */
function tournamentWith({ id, header }: TournamentRow, entrant: string): Result<TournamentSpec> {
  const spec = readHeader(JSON.stringify(header))
  if (!spec.ok || spec.value.entrants.some(({ name }) => name === entrant)) return spec
  return fail('unknown-entrant', `There is no entrant ${show(entrant)} in tournament ${id}`)
}

type TournamentEntry = Extract<LogEntry, { readonly tournament: number }>

interface Run {
  readonly course: Course
  readonly busy: Busy
  readonly pausing: AbortController
  readonly done: Promise<unknown>
}

/** Lets everybody play one match at a time, first come, first served. */
interface Busy {
  during<T>(names: readonly string[], signal: AbortSignal, play: () => Promise<T>): Promise<T>
  /** What this one has not begun waits no more: it is not going to be played. */
  release(name: string): void
}

function openBusy(): Busy {
  const playing = new Set<string>()
  const waiting = new Set<Turn>()

  function admit(): void {
    for (const turn of waiting) {
      if (turn.names.some((name) => playing.has(name))) continue
      for (const name of turn.names) playing.add(name)
      waiting.delete(turn)
      turn.go(turn.names)
    }
  }

  function drop(turn: Turn): void {
    waiting.delete(turn)
    turn.go([])
  }

  return {
    async during(names, signal, play) {
      const { promise, resolve } = deferred<readonly string[]>()
      const turn: Turn = { names, go: resolve }
      const leave = (): void => drop(turn)
      waiting.add(turn)
      signal.addEventListener('abort', leave, { once: true })
      admit()
      const taken = await promise
      signal.removeEventListener('abort', leave)
      try {
        return await play()
      } finally {
        for (const name of taken) playing.delete(name)
        admit()
      }
    },
    release(name) {
      for (const turn of waiting) if (turn.names.includes(name)) drop(turn)
    },
  }
}

interface Turn {
  readonly names: readonly string[]
  /** With the names that are taken by it. */
  readonly go: (taken: readonly string[]) => void
}

function readTournament(wanted: NewTournament, store: Store): Result<TournamentSpec> {
  const challenge = findChallenge(wanted.challenge)
  if (!challenge) return fail('unknown-challenge', `There is no challenge ${show(wanted.challenge)}`)
  const format = findFormat(wanted.format)
  if (!format)
    return fail(
      'unknown-format',
      `Cannot hold a tournament as ${show(wanted.format)}: expected one of ${FORMATS.map(({ id }) => id).join(', ')}`,
    )
  const options = format.parseOptions(wanted.options ?? {})
  if (!options.ok) return options
  const entrants = readEntrants(wanted, store)
  if (!entrants.ok) return entrants
  const seed = wanted.seed ?? randomInt(2 ** 47)
  const settings = { ...challenge.game.presets[challenge.preset], ...wanted.settings }
  const rules = withStartUp(
    challenge.rules,
    entrants.value.some(({ bot }) => bot.startsWith('player:')),
  )
  const spec = makeSpec(challenge.game, settings, rules, seed)
  if (!spec.ok) return spec
  return ok({
    title: wanted.name,
    challenge,
    settings,
    rules: spec.value.rules,
    entrants: entrants.value,
    format,
    options: options.value,
    seed,
    ...(wanted.benchAfter !== undefined && { benchAfter: wanted.benchAfter }),
    how: {
      times: true,
      ...(wanted.nodes !== undefined && { nodes: wanted.nodes }),
      ...(wanted.isShow === true && { isShow: true }),
    },
  })
}

/** Names must tell entrants apart; two bots of one name get the numbers that do. */
function readEntrants(wanted: NewTournament, store: Store): Result<readonly TournamentEntrant[]> {
  const { entrants, challenge } = wanted
  if (entrants.length < 2 || entrants.length > MAX_ENTRANTS)
    return fail(
      'entrants',
      `Cannot hold a tournament of ${entrants.length}: expected 2 to ${MAX_ENTRANTS} entrants`,
    )
  const all: TournamentEntrant[] = []
  for (const bot of entrants) {
    if (all.some((other) => other.bot === bot)) return fail('entrants', `Cannot enter ${show(bot)} twice`)
    const player = readAnyPlayer(bot, challenge, store)
    if (!player.ok) return player
    const { name } = player.value
    all.push({ name: all.some((other) => other.name === name) ? `${name} (${bot})` : name, bot })
  }
  return ok(all)
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
