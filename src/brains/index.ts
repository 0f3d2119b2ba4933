// Written by scripts/indexes.ts (npm run indexes) from the folder list: do not edit.
import type { Brain } from '../game/brain.ts'
import { brains as any } from './any/index.ts'
import { brains as longestGroup } from './longest-group/index.ts'
import { brains as quoridor } from './quoridor/index.ts'
import { brains as ticTacToe } from './tic-tac-toe/index.ts'
import { brains as tron } from './tron/index.ts'

export const BRAINS: readonly Brain[] = [...any, ...longestGroup, ...quoridor, ...ticTacToe, ...tron]

/** The house brain of that name for a game: one made for it, or one that plays every game. */
export const findBrain = (name: string, game: string): Brain | undefined =>
  BRAINS.find((brain) => brain.name === name && brain.game === game) ??
  BRAINS.find((brain) => brain.name === name && brain.game === undefined)
