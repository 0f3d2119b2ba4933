import { quoridor as game } from '../games/quoridor/index.ts'
import { WIN_DRAW_LOSS } from '../tournament/points.ts'
import { ONE_ROUND, START_UP_MS, type Challenge } from './challenge.ts'

export const quoridor: Challenge = {
  id: 'quoridor',
  title: 'Quoridor Arena',
  summary: 'Race to the far side of 9×9 and build walls, over server-sent events',
  game,
  preset: 'standard',
  wire: 'sse',
  rules: {
    ...ONE_ROUND,
    clock: { kind: 'bank', ms: 60_000, incrementMs: 2_000 },
    startUpMs: START_UP_MS,
    illegal: { kind: 'flip', missed: 'forgiven' },
    // Quoridor has no rule against repetition, so a round could go on for ever.
    turnLimit: 1_000,
  },
  points: WIN_DRAW_LOSS,
}
