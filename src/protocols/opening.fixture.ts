import type { Opening } from './protocol.ts'

/** The opening of a match of tic-tac-toe without a clock. */
export const TIC_TAC_TOE_OPENING: Opening = {
  challenge: 'tic-tac-toe',
  game: 'tic-tac-toe',
  settings: {},
  seat: 0,
  names: ['ann', 'bob'],
  round: 0,
  seed: 1,
  clock: { kind: 'none' },
  startUpMs: 5_000,
  view: {},
}
