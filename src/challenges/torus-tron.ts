import { tron } from '../games/tron/index.ts'
import { WIN_DRAW_LOSS } from '../tournament/points.ts'
import { ONE_ROUND, START_UP_MS, type Challenge } from './challenge.ts'

export const torusTron: Challenge = {
  id: 'torus-tron',
  title: 'Torus Tron',
  summary: 'Light cycles on a torus with walls, both moving at once, brains in this process or over TCP',
  game: tron,
  preset: 'torus-tron',
  wire: 'torus',
  rules: { ...ONE_ROUND, clock: { kind: 'per-move', ms: 5_000 }, startUpMs: START_UP_MS, turnLimit: 40_000 },
  points: WIN_DRAW_LOSS,
  lastLine: { win: '{name} (Player {number}) has won!', draw: 'The game was a draw.' },
}
