import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { findBrain } from '../brains/index.ts'
import type { Brain } from '../game/brain.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { blameHost } from './blame-host.ts'
import type { BrainPool } from './brain-pool.ts'
import { threadContestant } from './thread-contestant.ts'

export interface HouseOptions {
  readonly name: string
  readonly brain: string
  readonly game: string
  /** Positions it may look at in a turn, instead of a clock. */
  readonly nodeBudget?: number | undefined
  /** It reads the clock as well: on a busy machine that may end the search before the budget does. */
  readonly readsClock?: boolean
}

/** A house brain as a player: in a thread of its own, or on the event loop if it answers well within a millisecond. */
export function houseContestant({ name, brain, game, nodeBudget, readsClock }: HouseOptions): Contestant {
  const bot = `house:${brain}`
  const found = findBrain(brain, game)
  const budget = nodeBudget !== undefined && { nodeBudget, ...(readsClock && { readsClock }) }
  if (found === undefined || found.thinks !== undefined)
    return threadContestant({ name, bot, source: { kind: 'house', name: brain }, ...budget })
  return blameHost({
    name,
    bot,
    connect: (opening, _, callbacks) =>
      connectBrain(patient(found), opening, { unasked: callbacks?.unasked }),
  })
}

/**
 * A brain that waits for the next turn of the event loop before each move. Otherwise two brains that answer at once
 * would play a whole match in one turn, and no signal and no timer would be handled meanwhile.
 */
const patient = (brain: Brain): Brain => ({
  ...brain,
  async move(turn) {
    await nextTurnOfLoop()
    return brain.move(turn)
  },
})

/** The same for a host of many matches: house brains that think briefly share the threads of a pool. */
export function pooledContestant(options: HouseOptions & { readonly pool: BrainPool }): Contestant {
  const { name, brain, game, pool } = options
  if (findBrain(brain, game)?.thinks === 'briefly') return pool.contestant(name, brain)
  // A house brain needs only the position to go on. One that draws random numbers starts their sequence again.
  return { ...houseContestant({ ...options, readsClock: true }), rejoins: true }
}
