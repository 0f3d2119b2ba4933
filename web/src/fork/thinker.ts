import type { BrainQuestion, BrainReply } from './brain.worker.ts'

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never

/** House brains in a thread of their own. */
export interface Thinker {
  /** The words of its answer: names of brains, or one move. */
  ask(question: Unnumbered<BrainQuestion>): Promise<readonly string[]>
  close(): void
}

export function openThinker(): Thinker {
  const worker = new Worker(new URL('./brain.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (words: readonly string[]) => void>()
  let count = 0
  worker.addEventListener('message', ({ data: { id, words } }: MessageEvent<BrainReply>) => {
    waiting.get(id)?.(words)
    waiting.delete(id)
  })
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
