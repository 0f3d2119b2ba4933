import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { makeSpec, type MatchEvent } from '../match/match.ts'
import { openBrainPool } from './brain-pool.ts'
import { pooledContestant } from './house-contestant.ts'
import { playMatch } from './play-match.ts'

const specOf = (turnLimit: number) =>
  must(makeSpec(quoridor.game, quoridor.game.presets['standard'] ?? {}, { ...quoridor.rules, turnLimit }, 5))

test('more brains than threads play side by side, each its own round', async () => {
  await using pool = openBrainPool(1)
  const spec = specOf(6)
  const matches = await Promise.all(
    Array.from({ length: 3 }, () =>
      playMatch({
        challenge: 'quoridor',
        spec,
        contestants: [pool.contestant('a', 'alphabeta-2'), pool.contestant('b', 'walker')],
      }),
    ),
  )
  const states = matches.map(({ round }) => spec.game.notation.formatState(round.state))
  expect(new Set(states).size).toBe(1)
  expect(matches[0]?.ended[0]?.end).toEqual({ kind: 'stopped', turns: 6 })
})

test('a brain of the pool flips the table at once when it is cheated', async () => {
  await using pool = openBrainPool(1)
  const match = await playMatch({
    challenge: 'quoridor',
    spec: specOf(20),
    contestants: [
      pooledContestant({ name: 'cheat', brain: 'cheat-teleport', game: 'quoridor', pool }),
      pooledContestant({ name: 'house', brain: 'alphabeta-2', game: 'quoridor', pool }),
    ],
  })
  expect(match.ended[0]).toMatchObject({ winner: 1, end: { kind: 'forfeited', noticed: true } })
})

test('a brain that there is not cannot start, and that is our fault', async () => {
  await using pool = openBrainPool(1)
  const events: MatchEvent[] = []
  await playMatch({
    challenge: 'quoridor',
    spec: specOf(4),
    contestants: [pool.contestant('a', 'walker'), pool.contestant('b', 'nobody')],
    onEvent: (event) => void events.push(event),
  })
  expect(events.some((event) => event.kind === 'voided' && event.why.includes('house:nobody'))).toBe(true)
  expect(events.every(({ kind }) => kind !== 'left')).toBe(true)
})
