import { pause, type Clock } from '../runner/clock.ts'

const LOOK_EVERY_MS = 1_000
const GONE_AFTER_MS = 10 * 60_000

/**
 * Tells a demo when it has spectators. After ten minutes without a spectator the running matches end, and the next ones wait
 * for a spectator: a forgotten demo must not keep a laptop busy and fill its disk.
 */
export interface Audience {
  /** Resolves when there is a spectator, or when the demo ends. */
  readonly present: () => Promise<void>
}

export function openAudience(spectators: () => number, clock: Clock, signal: AbortSignal): Audience {
  // The person who starts a demo will open a page soon.
  let lastSeen = clock.now()
  const isGone = (): boolean => clock.now() - lastSeen > GONE_AFTER_MS
  const look = async (): Promise<void> => {
    while (!signal.aborted) {
      if (spectators() > 0) lastSeen = clock.now()
      await pause(clock, LOOK_EVERY_MS, signal)
    }
  }
  void look()
  return {
    async present() {
      while (isGone() && !signal.aborted) await pause(clock, LOOK_EVERY_MS, signal)
    },
  }
}
