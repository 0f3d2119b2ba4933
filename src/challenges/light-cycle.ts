import { tron } from '../games/tron/index.ts'
import { WIN_DRAW_LOSS } from '../tournament/points.ts'
import { ONE_ROUND, type Challenge } from './challenge.ts'

export const lightCycle: Challenge = {
  id: 'light-cycle',
  title: 'Light Cycle',
  summary: 'Light cycles on a square board, both moving at once, programs on stdin and stdout',
  game: tron,
  preset: 'light-cycle',
  wire: 'light-cycle',
  rules: { ...ONE_ROUND, clock: { kind: 'per-move', ms: 2_000 }, startUpMs: 5_000, turnLimit: 40_000 },
  points: WIN_DRAW_LOSS,
  lastLine: { win: 'Winner {name}', draw: 'Tie' },
}
