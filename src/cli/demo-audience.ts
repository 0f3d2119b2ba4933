import { pause, type Clock } from '../runner/clock.ts'

const LOOK_EVERY_MS = 1_000
const GONE_AFTER_MS = 10 * 60_000

/**
 * Somebody to play for. A demo that was left running must not keep a laptop busy and fill its disk: when nobody has watched
 * for ten minutes, what has begun is played to its end, and the next act waits till somebody looks.
 */
export interface Audience {
  /** Resolves as soon as there is somebody to play for, or when the demo ends. */
  readonly present: () => Promise<void>
}

export function openAudience(spectators: () => number, clock: Clock, signal: AbortSignal): Audience {
  // Whoever has just started a demo is about to look.
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
