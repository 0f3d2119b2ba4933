import type { RunLine } from '../api/evaluations.ts'
import type { Battle } from '../wires/sse/battles.ts'
import type { RunCase } from '../arena/run-cases.ts'
import type { RunRow } from '../store/store.ts'
import type { ServerContext } from './context.ts'
import { eventText, type EventStream } from './event-stream.ts'
import { presentRun, presentTranscript } from './present-runs.ts'

/** Sends an evaluation as it goes on: its state, and each line of its battles, until it is over. */
export function followEvaluation(
  { arena, battles, evaluations, store }: ServerContext,
  id: number,
  stream: EventStream,
): void {
  const sent = new Map<string, number>()
  const watched = new Map<number, () => void>()
  const begun = new Set<string>()
  const send = (event: string, data: unknown): void => stream.send(eventText(data, event))

  const tellLines = (battle: Battle): void => {
    const lines = presentTranscript(battles.transcript(battle))
    for (const line of lines.slice(sent.get(battle.id) ?? 0))
      send('line', { battle: battle.id, ...line } satisfies RunLine)
    sent.set(battle.id, lines.length)
  }
  const tellRun = (run: RunRow, cases: readonly RunCase[]): void => {
    for (const { battle } of cases) if (battle.seat?.hasStarted) begun.add(battle.id)
    send('run', presentRun(run, cases))
    if (run.ended === undefined) return
    send('end', {})
    stream.end()
  }
  /** A battle that waits for a place has no events until it has one. */
  const watch = (battle: Battle): void => {
    const live = arena.live(battle.match)
    if (!live || watched.has(battle.match)) return
    const leave = live.onChange(() => {
      tellLines(battle)
      if (battles.find(battle.id)?.seat?.hasStarted && !begun.has(battle.id)) tellAll()
    })
    watched.set(battle.match, leave)
  }
  const tellAll = (): void => {
    const run = store.run(id)
    if (!run) return
    const cases = evaluations.cases(id)
    for (const { battle } of cases) {
      watch(battle)
      tellLines(battle)
    }
    tellRun(run, cases)
  }

  store.afterCommit(() => {
    const leaving = [
      evaluations.onRun((run) => run === id && tellAll()),
      arena.onMatch((row) => row.status === 'playing' && store.caseOf(row.id)?.run === id && tellAll()),
    ]
    stream.onClose(() => {
      for (const leave of [...leaving, ...watched.values()]) leave()
    })
    tellAll()
  })
}
