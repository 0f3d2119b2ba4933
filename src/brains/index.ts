// Written by scripts/indexes.ts (npm run indexes) from the folder list: do not edit.
import type { Brain } from '../game/brain.ts'
import { brains as any, cheats as anyCheats } from './any/index.ts'
import { brains as longestGroup, cheats as longestGroupCheats } from './longest-group/index.ts'
import { brains as quoridor, cheats as quoridorCheats } from './quoridor/index.ts'
import { brains as ticTacToe, cheats as ticTacToeCheats } from './tic-tac-toe/index.ts'
import { brains as tron, cheats as tronCheats } from './tron/index.ts'
import { RETIRED } from './retired.ts'

/** Those that break the rules. */
const CHEATS: readonly Brain[] = [
  ...anyCheats,
  ...longestGroupCheats,
  ...quoridorCheats,
  ...ticTacToeCheats,
  ...tronCheats,
]

/** Those that play by the rules, then those that do not. */
export const BRAINS: readonly Brain[] = [
  ...any,
  ...longestGroup,
  ...quoridor,
  ...ticTacToe,
  ...tron,
  ...CHEATS,
]

/** The house brain of that name for a game: one made for it, one that plays every game, or one that is retired. */
export const findBrain = (name: string, game: string): Brain | undefined =>
  BRAINS.find((brain) => brain.name === name && brain.game === game) ??
  BRAINS.find((brain) => brain.name === name && brain.game === undefined) ??
  retiredFor(game).find((brain) => brain.name === name)

/** All that play a game, each name once. */
export const brainsFor = (game: string): readonly Brain[] =>
  BRAINS.filter((brain) => findBrain(brain.name, game) === brain)

/** Those that are no rung of a game any more. */
export const retiredFor = (game: string): readonly Brain[] => RETIRED.filter((brain) => brain.game === game)

export const isCheat = (brain: Brain): boolean => CHEATS.includes(brain)
