import { setTimeout as sleep } from 'node:timers/promises'
import type { Brain } from '../../src/game/brain.ts'

/** The faults that a scripted player can make. */
export const FAULTS = ['illegal', 'garble', 'slow', 'crash', 'stall', 'flood'] as const
export type ScriptedFault = (typeof FAULTS)[number]

/** The faults of a player, each with the number of its own turn, from 1. */
export type Script = Partial<Record<ScriptedFault, number>>

export interface Means {
  /** How long a slow move takes. */
  readonly slowMs?: number
  /** Writes text outside the protocol. */
  readonly print?: (text: string) => void
  /** Ends the player at once. */
  readonly crash?: () => never
}

/**
 * A brain that plays the first legal move except where its script names a fault. A program can make every fault: it can
 * print any text and exit. A brain can only throw and play words.
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
        // Lets the output drain, so that a flood fills the pipe and not our own memory.
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
