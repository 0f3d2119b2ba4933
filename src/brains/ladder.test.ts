import { describe, expect, test } from 'vitest'
import { SEATS, type Pair } from '../game/game.ts'
import type { Brain } from '../game/brain.ts'
import { duel } from './duel.fixture.ts'
import { findLadder, type Ladder } from './ladders.fixture.ts'

/** How many openings, and how many positions a move: small enough to be quick, and large enough that the order is clear. */
const TRIED = [
  ['tic-tac-toe', 4, 1],
  ['longest-group', 2, 1000],
  ['quoridor', 2, 5000],
  ['light-cycle 10×10', 5, 150],
  ['torus-tron 20×15 open', 4, 150],
  ['boost-tron 30×20', 4, 60],
] as const

describe.each(TRIED)('%s', (name, few, nodeBudget) => {
  const all = findLadder(name)
  // Without brains that differ only in how many positions they may search, which bench/ladder.ts measures, and without minimax,
  // which loses no game to perfect.
  const ladder = {
    ...all,
    brains: all.brains.filter((brain) => !/^(playouts|search|network)-|^minimax$/.test(brain.name)),
  }
  // The steps of a long ladder are small: few games tell only a brain from the second one below it.
  const apart = ladder.brains.length > 4 ? 2 : 1
  const steps = ladder.brains
    .slice(apart)
    .map((stronger, below) => ({ stronger, weaker: ladder.brains[below] }))

  test.each(steps)('$stronger.name is stronger than $weaker.name', async ({ stronger, weaker }) => {
    if (weaker === undefined) throw new Error('nobody is below')
    // Those below need hardly any time, and are nearer to each other.
    const openings = ladder.brains.slice(-apart).includes(stronger) ? few : 4 * few
    const points = await pointsOf(ladder, stronger, weaker, openings, nodeBudget)
    expect(points / (2 * openings)).toBeGreaterThan(0.65)
  })
})

/** What the stronger gets, draws half, with each opening from both seats. */
async function pointsOf(
  { game, opening, mostTurns }: Ladder,
  stronger: Brain,
  weaker: Brain,
  openings: number,
  nodeBudget: number,
): Promise<number> {
  let points = 0
  for (let index = 0; index < openings; index++)
    for (const seat of SEATS) {
      const brains: Pair<Brain> = seat === 0 ? [stronger, weaker] : [weaker, stronger]
      const { winner } = await duel({
        game,
        brains,
        seed: index,
        thinking: [{ nodeBudget }, { nodeBudget }],
        start: opening(index),
        mostTurns,
      })
      points += winner === undefined ? 0.5 : winner === seat ? 1 : 0
    }
  return points
}
