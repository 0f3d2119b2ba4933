import { must } from '../base/result.ts'
import { seededRng } from '../base/rng.ts'
import { chooseTurn } from '../game/perft.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { realClock } from '../runner/clock.ts'

/** A worker measures itself so often and so long at its start, and keeps the best: other work on the machine only slows it. */
const MEASUREMENTS = 6
const MEASURE_MS = 50

/** Turns of random games that one core of this machine plays in a second: to compare workers with each other. */
export const measureSpeed = (): number => Math.max(...Array.from({ length: MEASUREMENTS }, measureOnce))

function measureOnce(): number {
  const rng = seededRng(1)
  const began = realClock.now()
  let turns = 0
  let elapsed = 0
  for (let at = 0; elapsed < MEASURE_MS; at++) {
    const { game, preset } = CHALLENGES[at % CHALLENGES.length] as (typeof CHALLENGES)[number]
    let state: unknown = game.setup(must(game.parseConfig(game.presets[preset] ?? {})), rng)
    for (; game.toMove(state).length > 0 && elapsed < MEASURE_MS; turns++) {
      state = game.play(
        state,
        chooseTurn(game, state, (legal) => legal[rng.below(legal.length)] ?? ''),
      )
      elapsed = realClock.now() - began
    }
  }
  return Math.round((turns / elapsed) * 1000)
}
