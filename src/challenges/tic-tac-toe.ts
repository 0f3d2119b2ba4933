import { ticTacToe as game } from '../games/tic-tac-toe/index.ts'
import { WIN_DRAW_LOSS } from '../tournament/points.ts'
import { ONE_ROUND, START_UP_MS, type Challenge } from './challenge.ts'

export const ticTacToe: Challenge = {
  id: 'tic-tac-toe',
  title: 'Tic-tac-toe Arena',
  summary: 'Three in a row over server-sent events; the opponent flips the table after an invalid move',
  game,
  preset: 'standard',
  wire: 'sse',
  rules: {
    ...ONE_ROUND,
    clock: { kind: 'bank', ms: 18_000, incrementMs: 2_000 },
    startUpMs: START_UP_MS,
    illegal: { kind: 'flip', missed: 'forgiven' },
    turnLimit: 9,
  },
  points: WIN_DRAW_LOSS,
}
