import type { Brain } from '../game/brain.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../protocols/protocol.ts'

/** A brain as a player, in this thread. */
export const playerOf = (
  brain: Brain,
  { name = brain.name, log }: { readonly name?: string; readonly log?: (line: string) => void } = {},
): Contestant => ({
  name,
  connect: (opening, _, callbacks) => connectBrain(brain, opening, { log, unasked: callbacks?.unasked }),
})
