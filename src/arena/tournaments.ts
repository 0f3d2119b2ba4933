import { randomInt } from 'node:crypto'
import { show } from '../base/fields.ts'
import { fail, must, ok, type Result } from '../base/result.ts'
import { findChallenge } from '../challenges/index.ts'
import { contestResult, type ContestResult } from '../contest/contest-result.ts'
import {
  findFormat,
  FORMATS,
  headerOf,
  openContest,
  readHeader,
  type Contest,
  type ContestEntrant,
} from '../contest/contest.ts'
import { entryOfMatch } from '../contest/entry-of-match.ts'
import { formatEntry, parseEntry, type Entry } from '../contest/entry.ts'
import { voidEntry } from '../contest/play-pairing.ts'
import { runContest, type Attempt } from '../contest/run-contest.ts'
import { makeSpec } from '../match/match.ts'
import type { Store, TournamentRow } from '../store/store.ts'
import type { Course } from '../tournament/course.ts'
import { readMark } from '../tournament/standings.ts'
import type { Pairing } from '../tournament/tournament.ts'
import type { Arena } from './arena.ts'
import { readAnyPlayer } from './read-player.ts'
import { recent } from './recent.ts'
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
}

/** The tournaments of an arena: their matches are matches like all others, and what came of them is in the log. */
export interface Tournaments extends AsyncDisposable {
  create(wanted: NewTournament): Result<TournamentRow>
  /** Begins, or goes on after a pause. */
  start(id: number): Result<TournamentRow>
  /** Calls no more matches; those that run are played to their end. */
  pause(id: number): Result<TournamentRow>
  mark(id: number, judge: string, entrant: string, points: unknown): Result<TournamentRow>
  publish(id: number): Result<TournamentRow>
  /** How it stands; with all marks, or with those that everybody may see. */
  result(id: number, marks: 'all' | 'published'): ContestResult | undefined
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
  const results = recent<{ readonly state: string; readonly result: ContestResult }>(50)
  const stop = new AbortController()

  function run(row: TournamentRow): void {
    if (running.has(row.id)) return
    const read = readHeader(JSON.stringify(row.header))
    if (!read.ok) return onFailure(row.id, new Error(read.problem.message))
    const contest = read.value
    const course = openContest(contest, readEntries(store.tournamentResults(row.id)).values())
    const pausing = new AbortController()
    const busy = openBusy()
    const play = async (): Promise<void> => {
      const how = await runContest<Entry>({
        course,
        workers: WORKERS,
        ledger: {
          async append(entry) {
            store.append({
              kind: 'tournament-result',
              tournament: row.id,
              key: entry.key,
              entry: formatEntry(entry).trimEnd(),
            })
            await store.settled()
          },
        },
        play: (pairing, signal) =>
          busy.during(pairing.players, signal, () => playOne(row.id, contest, pairing, signal)),
        giveUp: voidEntry,
        stop: AbortSignal.any([pausing.signal, stop.signal]),
        signal: stop.signal,
      })
      if (how === 'done') store.append({ kind: 'tournament-moved', tournament: row.id, status: 'over' })
    }
    const done = play()
      .catch((error: unknown) => onFailure(row.id, error))
      .finally(() => running.delete(row.id))
    running.set(row.id, { course, pausing, done })
  }

  /** Plays the match of a pairing, or waits for the end of the one that was called before the server was restarted. */
  async function playOne(
    tournament: number,
    contest: Contest,
    pairing: Pairing,
    signal: AbortSignal,
  ): Promise<Attempt<Entry>> {
    const match = calledMatch(tournament, pairing.key) ?? call(tournament, contest, pairing)
    const row = await untilOver(arena, match, signal)
    if (row === undefined) return { kind: 'aborted' }
    const sight = arena.sight(match)
    if (row.void || sight === undefined) return { kind: 'failed', why: row.end ?? 'it could not be played' }
    return { kind: 'played', entry: entryOfMatch(pairing, sight.match, pairing.players) }
  }

  function calledMatch(tournament: number, key: string): number | undefined {
    const called = store.tournamentMatches(tournament).findLast((one) => one.key === key)
    return called && store.match(called.match)?.void === false ? called.match : undefined
  }

  function call(tournament: number, contest: Contest, pairing: Pairing): number {
    const player = (name: string) => {
      const entrant = contest.entrants.find((one) => one.name === name)
      const found = must(readAnyPlayer(entrant?.bot ?? '', contest.challenge.id, store))
      const { nodes } = contest.how
      return { ...found, name, ...(found.kind === 'house' && nodes !== undefined && { nodeBudget: nodes }) }
    }
    const row = must(
      arena.create({
        challenge: contest.challenge.id,
        players: [player(pairing.players[0]), player(pairing.players[1])],
        origin: 'tournament',
        settings: contest.settings,
        rules: contest.rules,
        seed: pairing.seed,
      }),
    )
    store.append({ kind: 'tournament-match', tournament, key: pairing.key, match: row.id })
    return row.id
  }

  const find = (id: number): Result<TournamentRow> => {
    const row = store.tournament(id)
    return row ? ok(row) : fail('unknown-tournament', `There is no tournament ${id}`)
  }

  const moved = (id: number, status: 'running' | 'paused'): Result<TournamentRow> => {
    const row = find(id)
    if (!row.ok) return row
    if (row.value.status === 'over') return fail('tournament-over', `Tournament ${id} is over`)
    if (row.value.status !== status) store.append({ kind: 'tournament-moved', tournament: id, status })
    return find(id)
  }

  for (const row of allTournaments(store)) if (row.status === 'running') run(row)

  return {
    create(wanted) {
      const contest = readContest(wanted, store)
      if (!contest.ok) return contest
      const tournament = store.nextTournament()
      const { challenge } = contest.value
      const header = headerOf(contest.value)
      store.append({
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
    mark(id, judge, entrant, points) {
      const row = find(id)
      if (!row.ok) return row
      const contest = readHeader(JSON.stringify(row.value.header))
      if (!contest.ok) return contest
      const mark = readMark(points, contest.value.challenge.points)
      if (!mark.ok) return mark
      if (!contest.value.entrants.some(({ name }) => name === entrant))
        return fail('unknown-entrant', `There is no entrant ${show(entrant)} in tournament ${id}`)
      store.append({ kind: 'mark-given', tournament: id, judge, entrant, points: mark.value })
      return row
    },
    publish(id) {
      const row = find(id)
      if (row.ok) store.append({ kind: 'marks-published', tournament: id })
      return row.ok ? find(id) : row
    },
    result(id, marks) {
      const row = store.tournament(id)
      if (row === undefined) return undefined
      const lines = store.tournamentResults(id)
      const shown = marks === 'all' || row.published !== undefined ? store.marks(id) : []
      // Working it out takes a while, and many ask.
      const state = `${lines.length} ${JSON.stringify(shown)}`
      const known = results.get(id)
      if (known?.state === state) return known.result
      const contest = readHeader(JSON.stringify(row.header))
      if (!contest.ok) return undefined
      const entries = readEntries(lines)
      const result = contestResult(
        contest.value,
        openContest(contest.value, entries.values()),
        entries,
        shown,
      )
      results.set(id, { state, result })
      return result
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.allSettled([...running.values()].map(({ done }) => done))
    },
  }

  function restart(id: number): void {
    const row = store.tournament(id)
    if (row?.status === 'running' && !stop.signal.aborted) run(row)
  }
}

const readEntries = (lines: readonly string[]): ReadonlyMap<string, Entry> =>
  new Map(
    lines.flatMap((line) => {
      const entry = parseEntry(line)
      return entry ? [[entry.key, entry]] : []
    }),
  )

interface Run {
  readonly course: Course
  readonly pausing: AbortController
  readonly done: Promise<unknown>
}

/** Lets everybody play one match at a time, first come, first served. */
function openBusy() {
  const playing = new Set<string>()
  const waiting: { readonly names: readonly string[]; readonly go: () => void }[] = []

  function admit(): void {
    const index = waiting.findIndex(({ names }) => !names.some((name) => playing.has(name)))
    const [next] = index < 0 ? [] : waiting.splice(index, 1)
    if (next === undefined) return
    for (const name of next.names) playing.add(name)
    next.go()
    admit()
  }

  return {
    async during<T>(names: readonly string[], signal: AbortSignal, play: () => Promise<T>): Promise<T> {
      await new Promise<void>((go) => {
        waiting.push({ names, go })
        signal.addEventListener('abort', () => go(), { once: true })
        admit()
      })
      try {
        return await play()
      } finally {
        for (const name of names) playing.delete(name)
        admit()
      }
    },
  }
}

function readContest(wanted: NewTournament, store: Store): Result<Contest> {
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
    how: { times: true, ...(wanted.nodes !== undefined && { nodes: wanted.nodes }) },
  })
}

/** Names must tell entrants apart; two bots of one name get the numbers that do. */
function readEntrants(wanted: NewTournament, store: Store): Result<readonly ContestEntrant[]> {
  const { entrants, challenge } = wanted
  if (entrants.length < 2 || entrants.length > MAX_ENTRANTS)
    return fail(
      'entrants',
      `Cannot hold a tournament of ${entrants.length}: expected 2 to ${MAX_ENTRANTS} entrants`,
    )
  const all: ContestEntrant[] = []
  for (const bot of entrants) {
    if (all.some((other) => other.bot === bot)) return fail('entrants', `Cannot enter ${show(bot)} twice`)
    const player = readAnyPlayer(bot, challenge, store)
    if (!player.ok) return player
    const { name } = player.value
    all.push({ name: all.some((other) => other.name === name) ? `${name} (${bot})` : name, bot })
  }
  return ok(all)
}

function* allTournaments(store: Store): Iterable<TournamentRow> {
  let after = Number.MAX_SAFE_INTEGER
  for (;;) {
    const page = store.tournaments({ after, limit: 100 })
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
