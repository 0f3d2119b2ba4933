import { show } from '../base/fields.ts'
import { fail, must, ok, type Result } from '../base/result.ts'
import { casesOf, findCase, type EvaluationCase } from '../evaluation/cases.ts'
import { scoreRun, type CaseResult, type CaseReport } from '../evaluation/score-run.ts'
import { otherSeat } from '../game/game.ts'
import type { Match } from '../match/match.ts'
import { pause, type Clock } from '../runner/clock.ts'
import type { CaseRow, RunCallback, RunRow, Store } from '../store/store.ts'
import type { Arena } from './arena.ts'
import type { PostJson } from '../protocols/post-json.ts'
import type { Battle, Battles } from '../wires/sse/battles.ts'
import { callTeam, type Call } from '../wires/sse/call-team.ts'
import { untilOver } from './until-over.ts'

export interface NewRun {
  readonly challenge: string
  readonly teamUrl: string
  readonly caseType?: string
  /** Who asks for it, and its name; an outside coordinator has neither. */
  readonly person?: number
  readonly name?: string
  readonly callback?: RunCallback
  /** Waits for the team's answer to each call before the next; without it, only if the team turns out to need that. */
  readonly sequential?: boolean
}

/** A case of a run: its battle, and what it earned once that is over. */
export interface RunCase {
  readonly case: EvaluationCase
  readonly battle: Battle
  readonly report: CaseReport | undefined
}

/** Graded evaluations: a battle for every case, a score when all are over, and the word to an outside coordinator. */
export interface Evaluations extends AsyncDisposable {
  begin(run: NewRun): Result<RunRow>
  cases(run: number): readonly RunCase[]
  /** Goes on calling the teams of the runs that were interrupted. */
  callAgain(): void
  /** Calls back when a run is over, or one of its battles is, once that is on disk. */
  onRun(listener: (run: number) => void): () => void
}

export interface EvaluationsOptions {
  readonly store: Store
  readonly arena: Arena
  readonly battles: Battles
  /** Calls outside coordinators back. */
  readonly post: PostJson
  readonly clock: Clock
  /** How long to wait after so many calls that failed; undefined to give up. */
  readonly backOff?: (failures: number) => number | undefined
  /** Something failed because of us. */
  onFailure?(run: number, error: unknown): void
}

/** Runs that are not over. */
const MAX_RUNS = 200
/** Of these, runs that outside coordinators asked for: they need no key, and teams with one must find room. */
const MAX_OUTSIDE_RUNS = 100
const CALLBACK_MS = 15_000

export function openEvaluations(options: EvaluationsOptions): Evaluations {
  const { store, arena, battles, post, clock, backOff = doubling } = options
  const stop = new AbortController()
  const listeners = new Set<(run: number) => void>()
  const calling = new Set<number>()

  function cases(run: number): readonly RunCase[] {
    return resultsOf(run).map(({ battle, result, case: one }) => ({
      case: one,
      battle,
      report: battle.isOver ? scoreRun([result]).cases[0] : undefined,
    }))
  }

  function resultsOf(run: number) {
    return store.casesOf(run).flatMap((row) => {
      const found = readCase(row)
      return found ? [{ ...found, result: resultOf(found.case, arena.sight(row.match)?.match) }] : []
    })
  }

  function readCase({ match, case: id }: CaseRow) {
    const row = store.match(match)
    const team = row?.players.find((player) => player?.kind === 'sse')
    const one = row && findCase(row.challenge, id)
    const battle = team?.kind === 'sse' ? battles.find(team.battle) : undefined
    return one && battle ? { case: one, battle } : undefined
  }

  /** Scores a run as soon as its last battle is over. */
  function settle(run: RunRow): void {
    if (run.ended !== undefined) return
    const matches = store.casesOf(run.id).map(({ match }) => store.match(match))
    if (matches.some((match) => match?.status !== 'over')) return
    const { score, possible, message } = scoreRun(resultsOf(run.id).map(({ result }) => result))
    store.append({ kind: 'run-over', run: run.id, score, possible, message })
    if (run.callback) store.afterCommit(() => void callBack(run.id))
  }

  /** Tells the outside coordinator, again and again until it has heard. */
  async function callBack(id: number): Promise<void> {
    if (calling.has(id)) return
    calling.add(id)
    try {
      for (;;) {
        const run = store.run(id)
        if (!run?.callback || !run.isOwed || stop.signal.aborted) return
        const { runId, url } = run.callback
        const { score = 0, message = '' } = run
        const answer = await post(
          url,
          { runId, score, message },
          { signal: stop.signal, timeoutMs: CALLBACK_MS, idempotencyKey: keyOf(id) },
        )
        if (stop.signal.aborted) return
        const problem = problemOf(answer)
        const attempt = run.attempts + 1
        const wait = problem === undefined ? 0 : backOff(attempt)
        store.append({
          kind: 'callback-tried',
          run: id,
          attempt,
          ...(problem !== undefined && { problem }),
          ...(wait === undefined && { last: true }),
        })
        store.afterCommit(() => announce(id))
        if (wait !== undefined && problem !== undefined) await pause(clock, wait, stop.signal)
      }
    } catch (error) {
      if (!stop.signal.aborted) options.onFailure?.(id, error)
    } finally {
      calling.delete(id)
    }
  }

  /**
   * The id of the run's first battle. It is random, so no other run of any arena has it, and it is stored with the run, so a
   * call that is repeated after a restart has it again.
   */
  const keyOf = (run: number): string => store.casesOf(run).map(readCase)[0]?.battle.id ?? `run-${run}`
  /** Calls the team to the battles of a run that it has not been called to. */
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

  /** A team may play one battle after the other: while it does, its time to come for the others does not run out. */
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
          'case',
          `Cannot find case ${show(caseType)} of ${challenge}: expected one of ${all.map(({ id }) => id).join(', ')}`,
        )
      const open = store.openRuns().filter(({ ended }) => ended === undefined)
      const free = arena.room()
      if (!free.ok) return free
      const outside = open.filter((run) => run.person === undefined).length
      const isCrowded = person === undefined ? outside >= MAX_OUTSIDE_RUNS : open.length >= MAX_RUNS
      if (isCrowded || battles.room < chosen.length)
        return fail('busy', 'Cannot begin another evaluation: too much is going on, try again later')
      if (person !== undefined && open.some((run) => run.person === person && run.challenge === challenge))
        return fail('run-open', `Cannot begin another evaluation of ${challenge}: yours is still going on`)
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
      if (!row) return fail('run', `There is no evaluation ${run}`)
      // The team is not called to a battle that might be lost.
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

/** A second at first, twice as long each time, never more than a minute; for half an hour. */
const doubling = (failures: number): number | undefined =>
  failures >= 35 ? undefined : Math.min(60_000, 1000 * 2 ** (failures - 1))

function problemOf(answer: Result<{ readonly status: number }>): string | undefined {
  if (!answer.ok) return answer.problem.message
  const { status } = answer.value
  return status < 300 ? undefined : `it answered ${status}`
}

const hasNeverCome = (match: Match | undefined): boolean => {
  const end = match?.ended.at(-1)?.end
  return end?.kind === 'forfeited' && end.faults.some((fault) => fault?.kind === 'slow-start')
}

/** A team that could not be reached has a reason that is no fault of its play. */
function resultOf(one: EvaluationCase, match: Match | undefined): CaseResult {
  if (match === undefined) return { case: one, problem: 'The battle could not be played' }
  const end = match.ended.at(-1)?.end
  const fault = end?.kind === 'forfeited' ? end.faults[otherSeat(one.houseSeat)] : undefined
  return fault?.kind === 'slow-start' && fault.detail !== undefined
    ? { case: one, problem: `Your team could not be reached: ${fault.detail}` }
    : { case: one, match }
}
