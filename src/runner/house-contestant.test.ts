import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { longestGroup } from '../challenges/longest-group.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { makeSpec } from '../match/match.ts'
import { openBrainPool } from './brain-pool.ts'
import { houseContestant, pooledContestant } from './house-contestant.ts'
import { playMatch } from './play-match.ts'

test('a house brain answers in time, however many positions it may look at', async () => {
  await using pool = openBrainPool(1)
  const rules = { ...quoridor.rules, clock: { kind: 'per-move', ms: 4_000 }, turnLimit: 6 } as const
  const spec = must(makeSpec(quoridor.game, quoridor.game.presets['standard'] ?? {}, rules, 5))
  const match = await playMatch({
    challenge: 'quoridor',
    spec,
    contestants: [
      pooledContestant({
        name: 'advanced',
        brain: 'advanced',
        game: 'quoridor',
        nodeBudget: Number.MAX_SAFE_INTEGER,
        pool,
      }),
      pooledContestant({ name: 'walker', brain: 'walker', game: 'quoridor', pool }),
    ],
  })
  expect(match.ended[0]?.end).toEqual({ kind: 'stopped', turns: 6 })
})

test('a match of two brains that answer at once can be stopped', async () => {
  const { game, rules, preset } = longestGroup
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 5))
  const stop = new AbortController()
  const random = (name: string) => houseContestant({ name, brain: 'random', game: game.id })
  const match = await playMatch({
    challenge: longestGroup.id,
    spec,
    contestants: [random('a'), random('b')],
    signal: stop.signal,
    onEvent: () => void setImmediate(() => stop.abort()),
  })
  expect(match.result).toBeUndefined()
})
