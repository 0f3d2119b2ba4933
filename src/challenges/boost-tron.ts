import { tron } from '../games/tron/index.ts'
import { START_UP_MS, type Challenge } from './challenge.ts'

export const boostTron: Challenge = {
  id: 'boost-tron',
  title: 'Boost Tron',
  summary: 'Light cycles with boosts on 130×100, one after the other, best of three over HTTP',
  game: tron,
  preset: 'boost-tron',
  wire: 'polling',
  rules: {
    clock: { kind: 'per-move', ms: 10_000 },
    startUpMs: START_UP_MS,
    // A refused move is not used up; the clock runs on.
    illegal: { kind: 'retry', times: 'unlimited' },
    bestOf: 3,
    draws: { kind: 'replay', limit: 10 },
    // The second start is nearer to most of the board, so the players take turns at it.
    swapSeats: true,
    turnLimit: 13_000,
  },
  openings: 'asked',
  points: { kind: 'by-place', first: 50, step: 5, judges: 20 },
}
