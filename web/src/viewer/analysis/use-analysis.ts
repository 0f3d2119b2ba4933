import { useEffect, useState } from 'react'
import { onWorkerFailure } from '../../parts/worker-failure.ts'
import type { AnalysisQuestion, AnalysisReply } from './analysis.worker.ts'

/** What is known of an analysis; undefined before the first word of the worker. */
export type AnalysisState = AnalysisReply | undefined

/** Judges a record in a worker, again for each number of positions. */
export function useAnalysis(lines: readonly string[], nodes: number): AnalysisState {
  const [state, setState] = useState<AnalysisState>()
  useEffect(() => {
    setState(undefined)
    const worker = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<AnalysisReply>) => setState(data))
    onWorkerFailure(worker, (why) =>
      setState({ kind: 'refused', message: `Cannot analyse the match: ${why}` }),
    )
    worker.postMessage({ text: lines.join(''), nodes } satisfies AnalysisQuestion)
    return () => worker.terminate()
  }, [lines, nodes])
  return state
}
