import type { Challenge } from '../challenges/challenge.ts'
import { SEATS, type Seat } from '../game/game.ts'
import type { GameDoctor } from '../protocols/wire-doctor.ts'
import { findWire } from '../wires/index.ts'
import type { Trial } from './observation.ts'
import { CHEATER } from './opponents.ts'

/** Every opponent in both seats; always the same rounds. In the first two, lines are held back and the end is watched. */
export function planTrials(
  challenge: Challenge,
  { plan }: GameDoctor,
  tellsCheats: boolean,
): readonly Trial[] {
  const { game, preset, rules, wire } = challenge
  const boards = findWire(wire)?.doctor?.boards ?? []
  const trials: Trial[] = []
  const add = (opponent: string, seat: Seat, changes: Readonly<Record<string, unknown>>): void => {
    const index = trials.length
    trials.push({
      number: index + 1,
      opponent,
      seat,
      // Where the start is drawn by lot, these seeds give each seat each start.
      seed: SEEDS[index % SEEDS.length] as number,
      settings: { ...game.presets[preset], ...changes },
      holds: index < 2,
      closes: index < 2,
    })
  }
  for (const [index, opponent] of plan.entries())
    for (const seat of SEATS) add(opponent, seat, boards[index] ?? {})
  if (rules.illegal.kind === 'flip' && tellsCheats) add(CHEATER, 0, {})
  return trials
}

const SEEDS = [1, 9, 0, 3, 2, 4, 5, 6, 7, 8] as const
