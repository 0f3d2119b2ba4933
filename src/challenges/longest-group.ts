import { longestGroup as game } from '../games/longest-group/index.ts'
import { WIN_DRAW_LOSS } from '../tournament/points.ts'
import { ONE_ROUND, START_UP_MS, type Challenge } from './challenge.ts'

export const longestGroup: Challenge = {
  id: 'longest-group',
  title: 'Longest Group',
  summary: 'Fill 11×11 and own the longest group, programs on stdin and stdout',
  game,
  preset: 'standard',
  wire: 'longest-group',
  rules: { ...ONE_ROUND, clock: { kind: 'per-move', ms: 3_000 }, startUpMs: START_UP_MS, turnLimit: 400 },
  points: WIN_DRAW_LOSS,
}
