import { onWorkerFailure } from '../../parts/worker-failure.ts'
import type { BrainQuestion, BrainReply } from './brain.worker.ts'

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never

/** Runs house brains in a worker. */
export interface Thinker {
  ask(question: Unnumbered<BrainQuestion>): Promise<BrainReply>
  close(): void
}

/** `onFailure` hears why there are no house brains here. */
export function openThinker(onFailure: (why: string) => void): Thinker {
  const worker = new Worker(new URL('./brain.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (reply: BrainReply) => void>()
  let count = 0
  worker.addEventListener('message', ({ data }: MessageEvent<BrainReply>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  onWorkerFailure(worker, onFailure)
  return {
    ask: (question) =>
      new Promise((resolve) => {
        const id = ++count
        waiting.set(id, resolve)
        worker.postMessage({ ...question, id } satisfies BrainQuestion)
      }),
    close: () => worker.terminate(),
  }
}
