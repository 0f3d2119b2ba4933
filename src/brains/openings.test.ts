import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { seededRng } from '../base/rng.ts'
import type { Brain } from '../game/brain.ts'
import { GAMES } from '../games/index.ts'
import { duel } from './duel.fixture.ts'
import { brainsFor, findBrain, isCheat } from './index.ts'

/** Small boards: on the large ones a round takes seconds. */
const SMALL: Readonly<Record<string, object>> = {
  'longest-group': { width: 5, height: 5 },
  quoridor: { size: 5, walls: 3 },
  tron: { width: 9, height: 8 },
}

const CASES = GAMES.filter(({ openings }) => openings).flatMap((game) =>
  brainsFor(game.id)
    .filter((brain) => !isCheat(brain))
    .map((brain) => ({ game, brain, name: `${game.id} ${brain.name}` })),
)

test.each(CASES)('$name plays from an opening to the end, in both seats', async ({ game, brain }) => {
  const settings = { ...Object.values(game.presets)[0], ...SMALL[game.id] }
  const patch = game.openings?.propose(must(game.parseConfig(settings)), seededRng(3))
  expect(patch).toBeDefined()
  const start = game.setup(must(game.parseConfig({ ...settings, ...patch })), seededRng(0))
  const random = findBrain('random', game.id) as Brain
  const thinking = [{ nodeBudget: 40 }, { nodeBudget: 40 }] as const
  for (const brains of [[brain, random] as const, [random, brain] as const]) {
    const { moves } = await duel({ game, brains, start, thinking, seed: 1 })
    expect(moves.length).toBeGreaterThan(1)
  }
})
