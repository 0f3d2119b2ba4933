import { availableParallelism } from 'node:os'
import type { Contestant } from '../protocols/protocol.ts'
import { blameHost } from './blame-host.ts'
import { BrainThread } from './brain-thread.ts'

/** A few threads that many house brains share: for rounds by the thousand. */
export interface BrainPool extends AsyncDisposable {
  contestant(name: string, brain: string): Contestant
}

/** Threads are started when they are needed, as many as there are cores. */
export function openBrainPool(size = availableParallelism()): BrainPool {
  const threads: BrainThread[] = []

  function startThread(): BrainThread {
    const thread = new BrainThread(
      { isHouse: true },
      () => {},
      () => {
        const at = threads.indexOf(thread)
        if (at >= 0) threads.splice(at, 1)
      },
    )
    threads.push(thread)
    return thread
  }

  function leastLoaded(): BrainThread {
    const idle = threads.find(({ load }) => load === 0)
    if (idle) return idle
    if (threads.length < size) return startThread()
    return threads.reduce((best, thread) => (thread.load < best.load ? thread : best))
  }

  return {
    contestant: (name, brain) =>
      blameHost({
        name,
        bot: `house:${brain}`,
        // A house brain works out its move from the position alone.
        rejoins: true,
        connect: (opening, _, callbacks) =>
          leastLoaded().connect({ source: { kind: 'house', name: brain } }, opening, {
            unasked: callbacks?.unasked,
            isShared: true,
          }),
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.splice(0).map((thread) => thread.terminate()))
    },
  }
}
