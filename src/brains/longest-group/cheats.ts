import type { Brain } from '../../game/brain.ts'
import type { LongestGroupMove, LongestGroupState } from '../../games/longest-group/index.ts'
import { formatMove } from '../../games/longest-group/notation.ts'
import { cheater } from '../cheater.ts'
import { greedy } from './greedy.ts'

/** Plays on the first cell that is taken. */
const illegal = cheater<LongestGroupState, LongestGroupMove>({
  name: 'cheat-illegal',
  plays: 'plays on the first cell that is taken',
  game: 'longest-group',
  honest: greedy,
  cheat({ view: { board, config } }) {
    const taken = [...board].findIndex((mark) => mark !== '.')
    return taken < 0 ? undefined : formatMove(taken % config.width, Math.floor(taken / config.width))
  },
})

export const cheats: readonly Brain[] = [illegal]
