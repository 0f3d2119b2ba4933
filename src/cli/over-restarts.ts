import { PATIENCE_MS } from '../protocols/patience.ts'
import { pause, realClock } from '../runner/clock.ts'
import { ArenaAway } from './ask-arena.ts'

const AGAIN_MS = 1_000

/** Asks again while the arena is away, as during a restart; after two minutes the command ends. */
export async function overRestarts<T>(ask: () => Promise<T>): Promise<T> {
  const began = realClock.now()
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ArenaAway) || realClock.now() - began >= PATIENCE_MS) throw error
    }
    await pause(realClock, AGAIN_MS, new AbortController().signal)
  }
}
