import type { Challenge } from '../challenges/challenge.ts'
import { SEATS, type Seat } from '../game/game.ts'
import type { Trial, Wire } from './observation.ts'
import type { OpponentId } from './opponents.ts'

/** Who is played against, by game: first those that make a mistake show at once. */
const OPPONENTS: Readonly<Record<string, readonly OpponentId[]>> = {
  'longest-group': ['corner', 'first', 'middle', 'random'],
  tron: ['careful', 'random', 'careful', 'careful', 'careful'],
  'tic-tac-toe': ['first', 'last', 'middle', 'random'],
  quoridor: ['runner', 'random', 'first'],
}
const ANY: readonly OpponentId[] = ['first', 'last', 'random']

/** Every opponent in both seats, the same rounds every time. The first two are played slowly and watched to the end. */
export function planTrials(challenge: Challenge, wire: Wire): readonly Trial[] {
  const { game, preset, rules } = challenge
  const trials: Trial[] = []
  const add = (opponent: OpponentId, seat: Seat, changes: Readonly<Record<string, unknown>>): void => {
    const index = trials.length
    trials.push({
      number: index + 1,
      opponent,
      seat,
      // Where lots are drawn for the corners, these draw each of them in each seat.
      seed: SEEDS[index % SEEDS.length] as number,
      settings: { ...game.presets[preset], ...changes },
      holds: index < 2,
      closes: index < 2,
    })
  }
  for (const [index, opponent] of (OPPONENTS[game.id] ?? ANY).entries())
    for (const seat of SEATS) add(opponent, seat, changesFor(challenge, index))
  if (rules.illegal.kind === 'flip' && wire === 'json') add('cheater', 0, {})
  return trials
}

const SEEDS = [1, 9, 0, 3, 2, 4, 5, 6, 7, 8] as const

/** A program that is told the size of the board and where it stands must believe it. */
function changesFor({ id }: Challenge, index: number): Readonly<Record<string, unknown>> {
  return id === 'light-cycle' ? (LIGHT_CYCLE[index] ?? {}) : {}
}

const LIGHT_CYCLE: readonly Readonly<Record<string, unknown>>[] = [
  {},
  {},
  { width: 15, height: 15 },
  { width: 6, height: 6 },
  // Along two edges: who takes x for y sees itself drive off the board.
  { starts: ['3,-1,e', '-1,2,s'], seats: 'fixed' },
]
