import type { Game } from '../../game/game.ts'
import { parseConfig, SETTINGS, type TronConfig } from './config.ts'
import { formatState, parseMove } from './notation.ts'
import { propose } from './propose.ts'
import { isLegal, legalMoves, outcome, play, playWithout, REASONS, setup, toMove } from './rules.ts'
import type { TronMove, TronState } from './rules.ts'
import { scene, target } from './scene.ts'
import { territory } from './territory.ts'

export { outerWalls, parseConfigOfAnySize } from './config.ts'
export type { Start, TronConfig, TronRules } from './config.ts'
export type { Cycle, Death, TronMove, TronState } from './rules.ts'

/** Light cycles on a grid: trails and walls are deadly, and the cycle that survives wins. */
export const tron: Game<TronConfig, TronState, TronMove> = {
  id: 'tron',
  version: 1,
  title: 'Tron',
  summary: 'Two light cycles leave deadly trails behind them; the one that lives longer wins',
  presets: {
    'light-cycle': {
      width: 10,
      height: 10,
      edge: 'wall',
      timing: 'simultaneous',
      moves: 'relative',
      boosts: 0,
      walls: 'none',
      starts: ['0,0,s', '-1,-1,n'],
      seats: 'drawn',
    },
    'boost-tron': {
      width: 130,
      height: 100,
      edge: 'wall',
      timing: 'alternating',
      moves: 'relative',
      boosts: 3,
      walls: 'none',
      starts: ['33,50,e', '66,50,w'],
      seats: 'fixed',
    },
    'torus-tron': {
      width: 37,
      height: 10,
      edge: 'torus',
      timing: 'simultaneous',
      moves: 'compass',
      boosts: 0,
      walls: 'outer',
      starts: ['1,1', '-2,-2'],
      seats: 'fixed',
    },
  },
  settings: SETTINGS,
  seatNames: ['first', 'second'],
  reasons: REASONS,
  parseConfig,
  setup,
  toMove,
  legalMoves,
  isLegal,
  play,
  playWithout,
  outcome,
  counts: { noun: ['cell of its own', 'cells of its own'], of: territory },
  view: (state) => state,
  scene,
  target,
  notation: { parseMove, formatState },
  openings: { propose },
}
