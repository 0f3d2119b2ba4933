import { threadCpuMs } from '../src/runner/thread-cpu-ms.ts'
import type { Brain } from '../src/game/brain.ts'

/** The same brain; tells the processor time of each of its moves, in milliseconds, before the move is played. */
export const timedBrain = (brain: Brain, onMove: (cpuMs: number) => void): Brain => ({
  ...brain,
  async move(turn) {
    const began = threadCpuMs()
    const move = await brain.move(turn)
    onMove(threadCpuMs() - began)
    return move
  },
})
