import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import type { Brain } from '../../game/brain.ts'
import type { AnyGame } from '../../game/game.ts'
import { tron } from '../../games/tron/index.ts'
import { PLAIN_RULES } from '../../match/plain-rules.fixture.ts'
import { makeSpec, type Match } from '../../match/match.ts'
import { connectBrain } from '../../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import { playMatch } from '../../runner/play-match.ts'
import { findBrain } from '../index.ts'
import { brains } from './index.ts'

const SMALL: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'light-cycle': { ...tron.presets['light-cycle'], width: 9, height: 9 },
  'torus-tron': { ...tron.presets['torus-tron'], width: 13, height: 9 },
  'boost-tron': { ...tron.presets['boost-tron'], width: 16, height: 12, starts: ['4,6,e', '11,6,w'] },
}

const brainOf = (name: string): Brain => findBrain(name, 'tron') as Brain

const contestant = (name: string, nodeBudget: number): Contestant => ({
  name,
  connect: (opening) => connectBrain(brainOf(name), opening, { thinking: { nodeBudget } }),
})

/** Plays one round with node budgets, so that it comes out the same everywhere. */
function play(rules: string, pair: readonly [string, string], seed: number, nodes = 300): Promise<Match> {
  const spec = must(
    makeSpec(
      tron as AnyGame,
      SMALL[rules] ?? {},
      { ...PLAIN_RULES, clock: { kind: 'none' }, startUpMs: 60_000, turnLimit: 1000 },
      seed,
    ),
  )
  return playMatch({
    challenge: 'test',
    spec,
    contestants: [contestant(pair[0], nodes), contestant(pair[1], nodes)],
  })
}

describe.each(Object.keys(SMALL))('on %s', (rules) => {
  test.each(brains.map(({ name }) => name))('%s plays whole rounds by the rules', async (name) => {
    for (const pair of [
      [name, 'baseline'],
      ['baseline', name],
    ] as const) {
      const { ended } = await play(rules, pair, 3)
      expect(ended[0]?.end.kind).toBe('played')
    }
  })

  test('a brain does not drive into what it sees as long as there is another way', async () => {
    const { ended } = await play(rules, ['baseline', 'baseline'], 5)
    expect(ended[0]?.turns).toBeGreaterThan(2)
  })

  test('the same node budget gives the same round', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => play(rules, ['advanced', 'voronoi'], 11)))
    expect(first?.round.state).toEqual(second?.round.state)
  })

  test('advanced beats the beginner', async () => {
    let points = 0
    for (let seed = 0; seed < 4; seed++) {
      const here = (await play(rules, ['advanced', 'baseline'], seed)).result?.winner
      const there = (await play(rules, ['baseline', 'advanced'], seed)).result?.winner
      points += here === 0 ? 1 : here === undefined ? 0.5 : 0
      points += there === 1 ? 1 : there === undefined ? 0.5 : 0
    }
    expect(points).toBeGreaterThanOrEqual(6)
  })
})
