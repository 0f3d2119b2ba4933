import { findBrain } from '../brains/index.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { BrainPool } from './brain-pool.ts'
import { blameHost } from './blame-host.ts'
import { threadContestant } from './thread-contestant.ts'

/** What a house brain needs to think: nothing to speak of, a moment now and then, or a thread of its own. */
export type Thinking = 'quick' | 'pooled' | 'threaded'

/** As measured: quick ones answer well within a millisecond, pooled ones within a tenth of a second. */
export function thinkingOf(brain: string, game: string): Thinking {
  if (game === 'tic-tac-toe') return 'quick'
  if (game !== 'quoridor') return 'threaded'
  if (POOLED.includes(brain)) return 'pooled'
  return brain === 'advanced' ? 'threaded' : 'quick'
}

const POOLED = ['alphabeta-2', 'cheat-eleven-walls', 'cheat-wall-blocking']

export interface HouseOptions {
  readonly name: string
  readonly brain: string
  readonly game: string
  /** The most positions it looks at in a turn; on a busy machine its clock may end that sooner. */
  readonly nodeBudget?: number | undefined
  readonly pool: BrainPool
}

/** A house brain at the board, where it does no harm to the clocks of others. */
export function houseContestant({ name, brain, game, nodeBudget, pool }: HouseOptions): Contestant {
  const thinking = thinkingOf(brain, game)
  const known = findBrain(brain, game)
  if (thinking === 'pooled') return pool.contestant(name, brain)
  if (thinking === 'threaded' || known === undefined) {
    const contestant = threadContestant({
      name,
      bot: `house:${brain}`,
      source: { kind: 'house', name: brain },
      ...(nodeBudget !== undefined && { nodeBudget, mindsClock: true }),
    })
    // A house brain works out its move from the position alone.
    return { ...contestant, rejoins: true }
  }
  return blameHost({
    name,
    bot: `house:${brain}`,
    rejoins: true,
    connect: (opening, _, callbacks) => connectBrain(known, opening, { unasked: callbacks?.unasked }),
  })
}
