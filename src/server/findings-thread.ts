import { readRow } from '../arena/read-row.ts'
import { diagnoseMatch } from '../doctor/diagnose-match.ts'
import { answerTasks } from '../runner/answer-tasks.ts'
import { lowerThreadPriority } from '../runner/lower-thread-priority.ts'
import { threadCpuMs } from '../runner/thread-cpu-ms.ts'
import { openReader } from '../store/open-reader.ts'
import { dialectOfProgram } from '../wires/dialects.ts'
import type { Examined, FindingsTask } from './present-findings.ts'

/** The thread in which the doctor reads the log of a match, so that the event loop of the server stays free. Moves come before findings. */
lowerThreadPriority()

answerTasks(({ row, wire, player, file }: FindingsTask): Examined => {
  const began = threadCpuMs()
  const read = readRow(row)
  if (!read.ok) return { findings: [], workMs: 0 }
  const { challenge, spec } = read.value
  const dialect = dialectOfProgram(wire, challenge)
  using log = openReader(file)
  const events = log.eventsOf(row.id)
  const logs = log.botLogs(row.id).flatMap((each) => (each.player === player ? [each.log] : []))
  const found = diagnoseMatch({ challenge, spec, events, player, dialect, logs })
  return {
    findings: found.map(({ turn, ...finding }) => ({ player, ...finding, turn: turn ?? null })),
    workMs: threadCpuMs() - began,
  }
})
