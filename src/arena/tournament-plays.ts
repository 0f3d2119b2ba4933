import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { TournamentRow } from '../store/store.ts'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { specOf } from './entry-entrants.ts'
import type { Course } from '../tournament/course.ts'
import { callOffStale, replayMatch, ruleMatch, type Decided, type Decision } from './organiser-decisions.ts'
import { callOffLost, playTournament, type TournamentHost, type TournamentPlay } from './play-tournament.ts'
import { isOver, specWith } from './tournament-row.ts'
import { courseOf } from './tournament-views.ts'

/** What the organiser decides while a tournament is played. */
export interface TournamentDecisions {
  /** Takes an entrant out: it forfeits the matches it has not played, and a running one is called off. */
  withdraw(id: number, entrant: string): Result<TournamentRow>
  /** What was played of a match does not count any more, and it is played again. */
  replay(id: number, decision: Decision): Result<TournamentRow>
  /** Decides a match; `winner` is undefined for a draw. */
  rule(id: number, decision: Decision & { readonly winner: string | undefined }): Result<TournamentRow>
}

/** The tournaments of an arena whose matches are being played. */
export interface TournamentPlays extends AsyncDisposable {
  readonly isNone: boolean
  readonly of: (id: number) => TournamentPlay | undefined
  /** What plays a tournament that runs, unless it is being played. A problem if that cannot be. */
  ready(row: TournamentRow): Result<() => void>
  /** Plays a tournament that runs, or says why it cannot be played: all others go on. One whose results contradict each other is paused. */
  play(row: TournamentRow): void
  readonly decisions: TournamentDecisions
  /** A team has come. */
  look(): void
}

export interface TournamentPlaysOptions extends Pick<
  TournamentHost,
  'arena' | 'append' | 'openings' | 'presence'
> {
  readonly announce: (tournament: number) => void
  readonly find: (id: number) => Result<TournamentRow>
  readonly onFailure: (tournament: number, error: unknown) => void
}

export function openTournamentPlays(options: TournamentPlaysOptions): TournamentPlays {
  const { arena, append, openings, presence, announce, find, onFailure } = options
  const { store } = arena
  const playing = new Map<number, TournamentPlay>()
  const stop = new AbortController()
  /** Tournaments whose play was left because the organiser has decided a match: they are played on from the log. */
  const isDecided = new Set<number>()

  function ready(row: TournamentRow, known?: Course): Result<() => void> {
    const { id } = row
    if (playing.has(id)) return ok(() => {})
    const spec = specOf(row)
    if (!spec.ok) return spec
    const course = known ? ok(known) : courseOf(id, spec.value, store)
    if (!course.ok) return course
    return ok(() => {
      const begun = playTournament(
        { arena, append, openings, presence, onAbsent: announce, signal: stop.signal },
        row,
        spec.value,
        course.value,
      )
      playing.set(id, begun)
      void goOnAfter(id, begun)
    })
  }

  /** `known`: the course of the log, if it is open already. */
  function play(row: TournamentRow, known?: Course): void {
    const begin = ready(row, known)
    if (begin.ok) return begin.value()
    onFailure(row.id, new Error(begin.problem.message))
    if (begin.problem.code === 'tournament-damaged')
      append({ kind: 'tournament-moved', tournament: row.id, status: 'paused' })
  }

  /** Goes on with a tournament that was paused, and started again while its last matches were still running. */
  async function goOnAfter(id: number, { end, isPausing }: TournamentPlay): Promise<void> {
    await end.catch((error: unknown) => onFailure(id, error))
    playing.delete(id)
    const row =
      (isPausing() || isDecided.delete(id)) && !stop.signal.aborted ? store.tournament(id) : undefined
    if (row?.status === 'running') play(row)
  }

  /** Appends what the organiser has decided, and plays on by it. */
  function decide(id: number, read: (spec: TournamentSpec) => Result<Decided>): Result<TournamentRow> {
    const row = find(id)
    if (!row.ok) return row
    if (row.value.status === 'waiting') return fail('not-started', `Tournament ${id} has not started`)
    const spec = specOf(row.value)
    if (!spec.ok) return spec
    const decided = read(spec.value)
    if (!decided.ok) return decided
    const { entries, course } = decided.value
    for (const entry of entries) append(entry)
    callOffStale(arena, id, () => {
      const logged = course ? ok(course) : courseOf(id, spec.value, store)
      return logged.ok ? logged.value : undefined
    })
    const now = find(id)
    const running = playing.get(id)
    if (running) {
      isDecided.add(id)
      running.leave()
    } else if (now.ok && now.value.status === 'running') play(now.value, course)
    return now
  }

  return {
    get isNone() {
      return playing.size === 0
    },
    of: (id) => playing.get(id),
    ready,
    play,
    decisions: {
      withdraw(id, entrant) {
        const row = find(id)
        if (!row.ok) return row
        if (row.value.status === 'over') return isOver(id)
        const spec = specWith(row.value, entrant, store)
        if (!spec.ok) return spec
        if (store.withdrawals(id).some((gone) => gone.entrant === entrant))
          return fail('withdrawn', `Cannot withdraw ${show(entrant)}: it was withdrawn already`)
        const running = playing.get(id)?.course
        const course = running ? ok(running) : courseOf(id, spec.value, store)
        if (!course.ok) return course
        append({ kind: 'entrant-withdrawn', tournament: id, entrant, round: course.value.withdraw(entrant) })
        playing.get(id)?.forfeit(entrant)
        callOffLost(arena, id)
        return find(id)
      },
      replay: (id, decision) => decide(id, (spec) => replayMatch(store, id, spec, decision)),
      rule: (id, decision) => decide(id, (spec) => ruleMatch(store, id, spec, decision)),
    },
    look() {
      for (const play of playing.values()) play.look()
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.allSettled([...playing.values()].map(({ end }) => end))
    },
  }
}
