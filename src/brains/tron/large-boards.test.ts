import { describe, expect, test } from 'vitest'
import { digest } from '../../base/hash.ts'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import type { Brain } from '../../game/brain.ts'
import { tron, type TronMove, type TronState } from '../../games/tron/index.ts'
import { duel } from '../duel.fixture.ts'
import type { Chosen } from '../mixed.ts'
import { glancer } from './glancer.ts'
import { hugger } from './hugger.ts'
import { SMALL_BOARD } from './large-boards.ts'
import { wanderer } from './wanderer.ts'

const MIXED = { hugger, wanderer, glancer }

const boardOf = (preset: string, settings: Readonly<Record<string, unknown>> = {}): TronState =>
  tron.setup(must(tron.parseConfig({ ...tron.presets[preset], ...settings })), seededRng(0))

const boostTron = (height: number): TronState =>
  boardOf('boost-tron', { width: 100, height, starts: ['33,5,e', '66,5,w'] })

/** The moves of a game of a brain against itself. */
const movesOf = async (brain: Brain, start: TronState, mostTurns: number): Promise<readonly string[]> =>
  (await duel({ game: tron, brains: [brain, brain], seed: 7, thinking: [{}, {}], start, mostTurns })).moves

/** Which brain plays a round with this seed. */
const chosenOf = (brain: (typeof MIXED)[keyof typeof MIXED], view: TronState, seed: number): Brain => {
  const start = { seat: 0, view, rng: seededRng(seed), log() {}, playUnasked() {} } as const
  const chosen = brain.init?.(start) as Chosen<TronState, TronMove> | undefined
  if (!chosen) throw new Error(`${brain.name} has no init`)
  return chosen.brain
}

// Digests of games from before brains mixed rounds: the ratings of small boards were measured with these games.
describe.each([
  ['light-cycle', boardOf('light-cycle'), 'e1171b4be9bd', '6ecfb15151f3', 'e560bf7ea4a3'],
  ['torus-tron', boardOf('torus-tron'), '239fc230c093', '05830a36d786', '81465572dce3'],
  ['boost-tron 100×10', boostTron(10), '28eaab012f7d', '261960193286', '5508baac02dd'],
] as const)('on a small board, %s', (_name, start, ...digests) => {
  test.each(Object.values(MIXED).map((brain, at) => [brain.name, brain, digests[at]] as const))(
    '%s plays as it was rated',
    async (_, brain, expected) => {
      const moves = await movesOf(brain, start, 300)
      expect(digest(moves.join(' ')).slice(0, 12)).toBe(expected)
    },
  )
})

// docs/brains/tron.md has these shares.
describe.each([
  ['hugger', 75, 'hugger', 'baseline'],
  ['wanderer', 50, 'wanderer', 'hugger'],
  ['glancer', 50, 'voronoi', 'wanderer'],
] as const)('%s on a large board', (name, percent, better, usual) => {
  const brain = MIXED[name]
  const seeds = Array.from({ length: 1000 }, (_, seed) => seed)

  test(`plays ${percent} % of its rounds as ${better}, the others as ${usual}`, () => {
    const chosen = seeds.map((seed) => chosenOf(brain, boardOf('boost-tron'), seed).name)
    expect(new Set(chosen)).toEqual(new Set([better, usual]))
    expect(Math.abs(chosen.filter((each) => each === better).length / 10 - percent)).toBeLessThan(4)
  })

  test('a board of one row more than the largest small one is large', () => {
    const [small, large] = [boostTron(10), boostTron(11)]
    expect(small.rules.width * small.rules.height).toBe(SMALL_BOARD)
    const kinds = (view: TronState): number => new Set(seeds.map((seed) => chosenOf(brain, view, seed))).size
    expect([kinds(small), kinds(large)]).toEqual([1, 2])
  })

  test('the same seed gives the same round', async () => {
    const start = boardOf('boost-tron')
    expect(await movesOf(brain, start, 30)).toEqual(await movesOf(brain, start, 30))
  })
})

test('glancer looks at the other cycle in all turns of a round on a large board, or in none', async () => {
  const shares: number[] = []
  for (let seed = 0; seed < 6; seed++) {
    const remarks = [0, 0]
    await duel({
      game: tron,
      brains: [glancer, glancer],
      seed,
      thinking: [{}, {}],
      start: boardOf('boost-tron'),
      mostTurns: 40,
      // Only `voronoi` remarks on its moves.
      onTurn: ({ seat, remark }) => (remarks[seat] = (remarks[seat] ?? 0) + (remark ? 1 : 0)),
    })
    shares.push(...remarks)
  }
  expect(new Set(shares)).toEqual(new Set([0, 20]))
})
