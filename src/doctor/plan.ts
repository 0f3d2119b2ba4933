import type { Challenge } from '../challenges/challenge.ts'
import { SEATS } from '../game/game.ts'
import type { Trial, Wire } from './observation.ts'
import type { OpponentId } from './opponents.ts'

/** Who is played against, by game: first those that make a mistake show at once. */
const OPPONENTS: Readonly<Record<string, readonly OpponentId[]>> = {
  'longest-group': ['corner', 'first', 'middle', 'random'],
  tron: ['careful', 'random', 'careful', 'first'],
  'tic-tac-toe': ['first', 'last', 'middle', 'random'],
  quoridor: ['runner', 'random', 'first'],
}
const ANY: readonly OpponentId[] = ['first', 'last', 'random']

/** Every opponent in both seats, the same rounds every time. The first two are played slowly and watched to the end. */
export function planTrials(challenge: Challenge, wire: Wire): readonly Trial[] {
  const { game, preset, rules } = challenge
  const settings = game.presets[preset] ?? {}
  const opponents = OPPONENTS[game.id] ?? ANY
  const trials = opponents.flatMap((opponent, index) =>
    SEATS.map((seat) => ({ opponent, seat, settings: { ...settings, ...sizeFor(challenge, index) } })),
  )
  const cheats =
    rules.illegal.kind === 'flip' && wire === 'json' ? [{ opponent: 'cheater', seat: 0, settings } as const] : []
  return [...trials, ...cheats].map((trial, index) => ({
    ...trial,
    number: index + 1,
    // Where lots are drawn for the corners, these draw each of them in each seat.
    seed: SEEDS[index % SEEDS.length] as number,
    holds: index < 2,
    closes: index === 0,
  }))
}

const SEEDS = [1, 9, 0, 3, 2, 4, 5, 6, 8] as const

/** A program that is told the size of the board must believe it. */
function sizeFor({ id }: Challenge, index: number): Readonly<Record<string, unknown>> {
  const size = id === 'light-cycle' ? [10, 10, 6, 15][index] : undefined
  return size === undefined ? {} : { width: size, height: size }
}
