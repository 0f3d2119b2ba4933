import { ok, type Result } from '../base/result.ts'
import { answerTasks } from '../runner/answer-tasks.ts'
import { lowerThreadPriority } from '../runner/lower-thread-priority.ts'
import { threadCpuMs } from '../runner/thread-cpu-ms.ts'
import { withShortTables } from '../tournament-runner/short-tables.ts'
import type { LargeTournament, TournamentTask, WorkedAside } from './large-tournaments.ts'
import { writeReport } from './tournament-report.ts'
import { summariseTournament, workOutTournament, type TournamentLog } from './work-out-tournament.ts'

/** The thread that works out large tournaments, so that the event loop of the server stays free. Moves come before tables. */
lowerThreadPriority()

function work(task: TournamentTask): Result<unknown> {
  const { kind, log } = task
  switch (kind) {
    case 'summary':
      return summariseTournament(log)
    case 'view':
      return viewOf(log)
    case 'report': {
      const worked = workOutTournament(log)
      return worked.ok ? ok(writeReport(log.lines, worked.value.result, task.wanted)) : worked
    }
  }
}

function viewOf(log: TournamentLog): Result<LargeTournament> {
  const worked = workOutTournament(log)
  if (!worked.ok) return worked
  const { result } = worked.value
  const short = withShortTables(result)
  const texts = { whole: JSON.stringify(result), short: JSON.stringify(short) }
  return ok({ ...worked.value, result: short, texts })
}

answerTasks((task: TournamentTask): WorkedAside<unknown> => {
  const began = threadCpuMs()
  return { value: work(task), workMs: threadCpuMs() - began }
})
