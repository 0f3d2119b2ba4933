import { setTimeout as sleep } from 'node:timers/promises'
import type { Brain } from '../../src/game/brain.ts'

/** What can go wrong with a player, each on request. */
export const FAULTS = ['illegal', 'garble', 'slow', 'crash', 'stall', 'flood'] as const
export type ScriptedFault = (typeof FAULTS)[number]

/** Which of its own turns, from 1, it spoils, and how. */
export type Script = Partial<Record<ScriptedFault, number>>

export interface Means {
  /** How long slow is. */
  readonly slowMs?: number
  /** Says something outside the protocol. */
  readonly print?: (text: string) => void
  /** Ends the player at once. */
  readonly crash?: () => never
}

/**
 * A brain that plays the first legal move except where its script says otherwise. It misbehaves as far as its means
 * allow: a program can print what it likes and end itself, a brain can only throw and play words.
 */
export function misbehave(script: Script, means: Means = {}): Brain {
  const { slowMs = 1_000, print, crash } = means
  let own = 0
  const isNow = (fault: ScriptedFault): boolean => script[fault] === own
  return {
    name: 'scripted',
    init() {
      own = 0
    },
    async move({ legal }) {
      own++
      if (isNow('slow')) await sleep(slowMs)
      if (isNow('crash')) crash?.()
      if (isNow('crash')) throw new Error('it crashed as told')
      if (isNow('stall')) await new Promise(() => setInterval(() => {}, 60_000))
      while (isNow('flood') && print) {
        print('rubbish '.repeat(8_192))
        // Lets what has been printed go out, so that a flood fills pipes and not our own memory.
        await new Promise((resolve) => setImmediate(resolve))
      }
      if (isNow('garble')) {
        print?.('?'.repeat(7))
        return '\u0000\\?!'
      }
      return isNow('illegal') ? '99,99' : legal[0]
    },
  }
}
