import { findBrain } from '../brains/index.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { blameHost } from './blame-host.ts'
import type { BrainPool } from './brain-pool.ts'
import { threadContestant } from './thread-contestant.ts'

export interface HouseOptions {
  readonly name: string
  readonly brain: string
  readonly game: string
  /** The most positions it looks at in a turn; on a busy machine its clock may end the search earlier. */
  readonly nodeBudget?: number | undefined
  readonly pool: BrainPool
}

/** A house brain as a player. It runs where its thinking does not delay the clocks of other matches. */
export function houseContestant({ name, brain, game, nodeBudget, pool }: HouseOptions): Contestant {
  const found = findBrain(brain, game)
  const bot = `house:${brain}`
  if (found?.thinks === 'briefly') return pool.contestant(name, brain)
  if (found === undefined || found.thinks === 'long') {
    const source = { kind: 'house', name: brain } as const
    const budget = nodeBudget !== undefined && { nodeBudget, readsClock: true }
    // A house brain works out its move from the position alone.
    return { ...threadContestant({ name, bot, source, ...budget }), rejoins: true }
  }
  return blameHost({
    name,
    bot,
    rejoins: true,
    connect: (opening, _, callbacks) => connectBrain(found, opening, { unasked: callbacks?.unasked }),
  })
}
