import type { Result } from '../base/result.ts'
import { openTaskThread } from '../runner/task-thread.ts'
import type { ReportWanted } from './tournament-report.ts'
import type { TournamentLog, TournamentSummary, WorkedTournament } from './work-out-tournament.ts'

/** A tournament whose tables have a row for each of many entrants. */
export interface LargeTournament extends WorkedTournament {
  /** The result as JSON; `result` itself has short tables of pairs. */
  readonly texts: { readonly whole: string; readonly short: string }
}

export type TournamentTask =
  | { readonly kind: 'summary'; readonly log: TournamentLog }
  | { readonly kind: 'view'; readonly log: TournamentLog }
  | { readonly kind: 'report'; readonly log: TournamentLog; readonly wanted: ReportWanted }

/** What came of a task, and the milliseconds of the thread that it took. */
export interface WorkedAside<T> {
  readonly value: Result<T>
  readonly workMs: number
}

/** Works out large tournaments in another thread, so that the event loop of the server stays free: the ratings alone take seconds. */
export interface LargeTournaments extends AsyncDisposable {
  summary(log: TournamentLog): Promise<WorkedAside<TournamentSummary>>
  view(log: TournamentLog): Promise<WorkedAside<LargeTournament>>
  report(log: TournamentLog, wanted: ReportWanted): Promise<WorkedAside<string | undefined>>
}

export function openLargeTournaments(): LargeTournaments {
  const thread = openTaskThread<TournamentTask, WorkedAside<unknown>>(
    new URL(import.meta.resolve(threadFile)),
    'the thread that works out tournaments',
  )
  const ask = <T>(task: TournamentTask) => thread.do(task) as Promise<WorkedAside<T>>
  let lastReport: Promise<unknown> = Promise.resolve()
  return {
    summary: (log) => ask({ kind: 'summary', log }),
    view: (log) => ask({ kind: 'view', log }),
    report(log, wanted) {
      // One after the other: so what a page waits for is behind one report at most.
      const report = lastReport.then(() => ask<string | undefined>({ kind: 'report', log, wanted }))
      lastReport = report.catch(() => {})
      return report
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

/** A checkout has TypeScript, the published package JavaScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './tournament-thread.ts' : './tournament-thread.js'
