import { analyseRecord, type RoundAnalysis } from '../../../../src/analysis/analyse-record.ts'
import { findGame } from '../../../../src/games/index.ts'

/** The record to judge, and how many positions the brain may look at for a move. */
export interface AnalysisQuestion {
  readonly text: string
  readonly nodes: number
}

export type AnalysisReply =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'judged'; readonly brain: string; readonly rounds: readonly RoundAnalysis[] }
  | { readonly kind: 'refused'; readonly message: string }

const reply = (message: AnalysisReply): void => self.postMessage(message)

self.addEventListener('message', ({ data: { text, nodes } }: MessageEvent<AnalysisQuestion>) => {
  const onProgress = (done: number, of: number): void => reply({ kind: 'progress', done, of })
  const judged = analyseRecord(text, nodes, findGame, { onProgress })
  if (!judged.ok) return reply({ kind: 'refused', message: judged.problem.message })
  const { brain, rounds } = judged.value
  reply({ kind: 'judged', brain, rounds })
})
