import { afterEach, expect, test, vi } from 'vitest'
import type { Brain } from '../game/brain.ts'
import { runOnStdio } from './run-on-stdio.ts'

afterEach(() => void vi.unstubAllEnvs())

/** The first move of a brain that plays anywhere, as player 1 of longest-group. */
async function firstMove(seed?: number): Promise<string> {
  const brain: Brain = { name: 'anywhere', move: ({ legal, rng }) => rng.pick(legal) }
  let written = ''
  await runOnStdio(brain, {
    wire: 'longest-group',
    input: (async function* () {
      yield '0\n'
    })(),
    output: { write: (text) => (written += text) },
    ...(seed !== undefined && { seed }),
  })
  return written
}

test('a brain that plays as a program takes its chance from GAMEGRID_SEED, unless it is given a seed', async () => {
  const given = await firstMove(7)
  expect(await firstMove(8)).not.toBe(given)
  vi.stubEnv('GAMEGRID_SEED', '7')
  expect(await firstMove()).toBe(given)
  expect(await firstMove(8)).not.toBe(given)
})
