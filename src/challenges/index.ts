// Written by scripts/indexes.ts (npm run indexes) from the folder list: do not edit.
import type { Challenge } from './challenge.ts'
import { boostTron } from './boost-tron.ts'
import { lightCycle } from './light-cycle.ts'
import { longestGroup } from './longest-group.ts'
import { quoridor } from './quoridor.ts'
import { ticTacToe } from './tic-tac-toe.ts'
import { torusTron } from './torus-tron.ts'

export const CHALLENGES: readonly Challenge[] = [
  boostTron,
  lightCycle,
  longestGroup,
  quoridor,
  ticTacToe,
  torusTron,
]

export const findChallenge = (id: string): Challenge | undefined => CHALLENGES.find((challenge) => challenge.id === id)
