/// <reference lib="esnext.disposable" preserve="true" />
/** What a brain author needs: define a brain once, then play it here, as a program, or against a server. */
export { defineBrain, type BrainPlan } from './define-brain.ts'
export {
  defineTronBrain,
  randomMoveBot,
  type TronMemory,
  type TronPlan,
  type TronStart,
  type TronTurn,
} from './tron-brain.ts'

export { houseBrain } from './house-brain.ts'
export { playMatch, type MatchOptions, type MatchReport, type RoundReport } from './play-match.ts'
export { playTron, type TronGame } from './play-tron.ts'
export { playRemoteTron, type RemoteResult, type RemoteTron } from './play-remote-tron.ts'
export { playArena, type PlayArenaOptions } from './play-arena.ts'
export { playPolling, type PollingGame, type PollingReport } from './play-polling.ts'
export {
  serveArenaTeam,
  type ArenaGame,
  type ArenaTeam,
  type ArenaTeamOptions,
  type BattleReport,
} from './serve-arena-team.ts'
export { runOnStdio, type RunOnStdioOptions } from '../wires/run-on-stdio.ts'

export {
  formatBoard,
  gameStatus,
  getPos,
  makeOuterWalls,
  printBoard,
  validMoves,
  validPosition,
  validSize,
  validWalls,
  type BoardLook,
  type CompassMove,
  type GameStatus,
  type PrintOptions,
} from './board.ts'
export { explainFairness, fairGame, type BrokenSymmetry, type Fairness, type Symmetry } from './fair-game.ts'

export { longestGroup, type LongestGroupMove, type LongestGroupState } from '../games/longest-group/index.ts'
export {
  quoridor,
  shortestPath,
  shortestPathLength,
  type QuoridorMove,
  type QuoridorState,
} from '../games/quoridor/index.ts'
export { ticTacToe, type Square, type TicTacToeState } from '../games/tic-tac-toe/index.ts'
export { tron, type TronMove, type TronState } from '../games/tron/index.ts'

export { seededRng, type Rng } from '../base/rng.ts'
export type { Cell, Direction, Size } from '../base/grid.ts'
export type { Brain, BrainStart, BrainTurn } from '../game/brain.ts'
export type { Mark, MarkCell, MarkColour, Remark } from '../game/remark.ts'
export type { Game, Outcome, Pair, Seat } from '../game/game.ts'
