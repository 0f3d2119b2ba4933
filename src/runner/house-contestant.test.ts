import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { makeSpec } from '../match/match.ts'
import { openBrainPool } from './brain-pool.ts'
import { houseContestant } from './house-contestant.ts'
import { playMatch } from './play-match.ts'

test('a house brain answers in time, however many positions it may look at', async () => {
  await using pool = openBrainPool(1)
  const rules = { ...quoridor.rules, clock: { kind: 'per-move', ms: 4_000 }, turnLimit: 6 } as const
  const spec = must(makeSpec(quoridor.game, quoridor.game.presets['standard'] ?? {}, rules, 5))
  const match = await playMatch({
    challenge: 'quoridor',
    spec,
    contestants: [
      houseContestant({
        name: 'advanced',
        brain: 'advanced',
        game: 'quoridor',
        nodeBudget: Number.MAX_SAFE_INTEGER,
        pool,
      }),
      houseContestant({ name: 'walker', brain: 'walker', game: 'quoridor', pool }),
    ],
  })
  expect(match.ended[0]?.end).toEqual({ kind: 'stopped', turns: 6 })
})
