import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import type { Brain } from '../../game/brain.ts'
import { tron } from '../../games/tron/index.ts'
import { findBrain } from '../index.ts'
import { ask } from './ask.fixture.ts'

// docs/brains/tron.md has this table, and the ratings were measured with these numbers.
test.each([
  ['light-cycle', 'search-25', 25],
  ['light-cycle', 'search-120', 120],
  ['torus-tron', 'search-25', 25],
  ['torus-tron', 'search-120', 70],
  ['boost-tron', 'search-25', 30],
  ['boost-tron', 'search-120', 58],
] as const)('on %s %s searches %i positions', async (preset, name, positions) => {
  const state = tron.setup(must(tron.parseConfig(tron.presets[preset] ?? {})), seededRng(0))
  const remarks: unknown[] = []
  await ask(findBrain(name, 'tron') as Brain, state, 0, { timeLeft: Infinity }, (remark) =>
    remarks.push(remark),
  )
  expect(remarks).toMatchObject([{ nodes: positions }])
})
