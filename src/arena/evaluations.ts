import { show } from '../base/fields.ts'
import { fail, must, ok, type Result } from '../base/result.ts'
import { casesOf } from '../evaluation/cases.ts'
import { scoreRun } from '../evaluation/score-run.ts'
import type { Match } from '../match/match.ts'
import type { Clock } from '../runner/clock.ts'
import type { RunCallback, RunRow, Store } from '../store/store.ts'
import type { Arena } from './arena.ts'
import type { PostJson } from '../protocols/post-json.ts'
import type { Battle, Battles } from '../wires/sse/battles.ts'
import { callTeam, type Call } from '../wires/sse/call-team.ts'
import { deliverCallback } from './deliver-callback.ts'
import { casesOfRun, resultsOfRun, type RunCase } from './run-cases.ts'
import { untilOver } from './until-over.ts'

export interface NewRun {
  readonly challenge: string
  readonly teamUrl: string
  readonly caseType?: string
  /** The team that asks for it, and its name; missing if an outside coordinator asks. */
  readonly person?: number
  readonly name?: string
  readonly callback?: RunCallback
  /** Whether the team is called to one battle after the other. If it is missing `callTeam` decides by how the team answers the first call. */
  readonly sequential?: boolean
}

/** Graded evaluations: a battle for every case, a score when all are over, and a callback to an outside coordinator. */
export interface Evaluations extends AsyncDisposable {
  begin(run: NewRun): Result<RunRow>
  cases(run: number): readonly RunCase[]
  /** Calls the teams of runs that a restart interrupted. */
  callAgain(): void
  /** Calls the listener when a run or one of its battles is over, and that is on disk. */
  onRun(listener: (run: number) => void): () => void
}

export interface EvaluationsOptions {
  readonly store: Store
  readonly arena: Arena
  readonly battles: Battles
  /** Posts results to outside coordinators. */
  readonly post: PostJson
  readonly clock: Clock
  /** Milliseconds to wait after so many failed attempts; undefined to give up. */
  readonly backOff?: (failures: number) => number | undefined
  /** The server failed. */
  onFailure?(run: number, error: unknown): void
}

/** Runs that may be open at a time. */
const MAX_RUNS = 200
/** Of these, runs of outside coordinators. They need no key, so they must not take the places of teams that have one. */
const MAX_OUTSIDE_RUNS = 100

export function openEvaluations(options: EvaluationsOptions): Evaluations {
  const { store, arena, battles, clock } = options
  const stop = new AbortController()
  const listeners = new Set<(run: number) => void>()
  const delivering = new Set<number>()

  const cases = (run: number): readonly RunCase[] => casesOfRun(run, options)

  /** Scores a run if its last battle is over. */
  function settle(run: RunRow): void {
    if (run.ended !== undefined) return
    const matches = store.casesOf(run.id).map(({ match }) => store.match(match))
    if (matches.some((match) => match?.status !== 'over')) return
    const { score, possible, message } = scoreRun(resultsOfRun(run.id, options).map(({ result }) => result))
    store.append({ kind: 'run-over', run: run.id, score, possible, message })
    if (run.callback) store.afterCommit(() => void callBack(run.id))
  }

  /** Posts the result of a run to its coordinator, unless that is under way. */
  async function callBack(id: number): Promise<void> {
    if (delivering.has(id)) return
    delivering.add(id)
    try {
      await deliverCallback(id, { ...options, signal: stop.signal, onAttempt: announce })
    } catch (error) {
      if (!stop.signal.aborted) options.onFailure?.(id, error)
    } finally {
      delivering.delete(id)
    }
  }

  /** Calls the team to those battles of a run to which it has not been called yet. */
  async function callTeamOf({ id, sequential }: RunRow): Promise<void> {
    const waiting = cases(id)
      .map(({ battle }) => battle)
      .filter((battle) => !battle.isOver && !battles.isCalled(battle))
    const calls = waiting.map((battle): Call => {
      const now = (): Battle | undefined => battles.find(battle.id)
      return {
        send: () => battles.call(battle),
        over: (signal) => untilOver(arena, battle.match, signal),
        hasStarted: () => now()?.seat?.hasStarted ?? false,
        isOver: () => now()?.isOver ?? true,
        onInTurn: (why) => battles.note(battle, { kind: 'called-in-turn', why }),
      }
    })
    try {
      await callTeam(calls, { sequential, clock, signal: stop.signal })
    } catch (error) {
      if (!stop.signal.aborted) options.onFailure?.(id, error)
    }
  }

  /** Restarts the start-up time of a run's battles: a team that plays them one after the other comes to the next when one is over. */
  function waitAnew(run: number, match: number): void {
    if (hasNeverCome(arena.sight(match)?.match)) return
    for (const { battle } of cases(run)) battle.seat?.waitAnew()
  }

  const announce = (run: number): void => {
    for (const listener of listeners) listener(run)
  }

  const leave = arena.onMatch((row) => {
    if (row.status !== 'over' || row.origin !== 'evaluation') return
    const run = store.run(store.caseOf(row.id)?.run ?? 0)
    if (!run) return
    waitAnew(run.id, row.id)
    settle(run)
    store.afterCommit(() => announce(run.id))
  })

  /** Whether another run of so many battles may begin. */
  function roomFor({ person, challenge }: NewRun, battlesNeeded: number): Result<void> {
    const open = store.openRuns().filter(({ ended }) => ended === undefined)
    const free = arena.room()
    if (!free.ok) return free
    const outside = open.filter((run) => run.person === undefined).length
    const isCrowded = person === undefined ? outside >= MAX_OUTSIDE_RUNS : open.length >= MAX_RUNS
    if (isCrowded || battles.room < battlesNeeded)
      return fail(
        'too-many-evaluations',
        'Cannot begin another evaluation: too many run at the moment, try again later',
      )
    if (person !== undefined && open.some((run) => run.person === person && run.challenge === challenge))
      return fail('run-open', `Cannot begin another evaluation of ${challenge}: one of your team still runs`)
    return ok(undefined)
  }

  for (const run of store.openRuns())
    if (run.isOwed) void callBack(run.id)
    else settle(run)

  return {
    begin(wanted) {
      const { challenge, teamUrl, caseType, person, callback, sequential } = wanted
      const all = casesOf(challenge)
      const chosen = caseType === undefined ? all : all.filter(({ id }) => id === caseType)
      if (chosen.length === 0)
        return fail(
          'unknown-case',
          `Cannot find case ${show(caseType)} of ${challenge}: expected one of ${all.map(({ id }) => id).join(', ')}`,
        )
      const free = roomFor(wanted, chosen.length)
      if (!free.ok) return free
      const run = store.nextRun()
      store.append({
        kind: 'run-began',
        run,
        challenge,
        teamUrl,
        ...(person !== undefined && { person }),
        ...(caseType !== undefined && { caseType }),
        ...(callback && { callback }),
        ...(sequential !== undefined && { sequential }),
      })
      const team = { name: wanted.name ?? 'Team', url: teamUrl, ...(person !== undefined && { person }) }
      for (const one of chosen) {
        const { match } = must(battles.againstHouse(team, one, 'evaluation'))
        store.append({ kind: 'case-began', run, match, case: one.id })
      }
      const row = store.run(run)
      if (!row) return fail('unknown-evaluation', `There is no evaluation ${run}`)
      // A battle that is not on disk could be lost, so the team is called after the commit.
      store.afterCommit(() => void callTeamOf(row))
      return ok(row)
    },
    cases,
    callAgain() {
      for (const run of store.openRuns()) if (run.ended === undefined) void callTeamOf(run)
    },
    onRun(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      leave()
    },
  }
}

const hasNeverCome = (match: Match | undefined): boolean => {
  const end = match?.ended.at(-1)?.end
  return end?.kind === 'forfeited' && end.faults.some((fault) => fault?.kind === 'slow-start')
}
