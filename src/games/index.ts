// Written by scripts/indexes.ts (npm run indexes) from the folder list: do not edit.
import type { AnyGame } from '../game/game.ts'
import { longestGroup } from './longest-group/index.ts'
import { quoridor } from './quoridor/index.ts'
import { ticTacToe } from './tic-tac-toe/index.ts'
import { tron } from './tron/index.ts'

export const GAMES: readonly AnyGame[] = [longestGroup, quoridor, ticTacToe, tron]

export const findGame = (id: string): AnyGame | undefined => GAMES.find((game) => game.id === id)
