import { expect, test } from 'vitest'
import type { Ended } from '../tournament/tournament.ts'
import { rateByMatches } from './rate-entrants.ts'

const ENTRANTS = ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() }))

const match = (
  first: string,
  second: string,
  winner: 0 | 1 | undefined,
  more: Partial<Ended> = {},
): Ended => ({
  pairing: { key: '', stage: '', round: 1, index: 0, players: [first, second], seed: 0 },
  how: 'played',
  winner,
  score: [0, 0],
  ...more,
})

const rate = (...ended: readonly Ended[]) => rateByMatches(ENTRANTS, ended)

test('an entrant that wins is rated above one that loses, in the order of the entrants', () => {
  const [a, b, c] = rate(match('a', 'b', 0), match('b', 'a', 1), match('b', 'c', undefined))
  expect(a?.rating).toBeGreaterThan(b?.rating ?? Infinity)
  expect(a?.rating).toBeGreaterThan(c?.rating ?? Infinity)
  expect(a?.error).toBeGreaterThan(0)
})

test('more matches make the error smaller, copies and matches that were not played do not', () => {
  const once = rate(match('a', 'b', 0, { fingerprint: 'x' }))
  const again = match('a', 'b', 0, { fingerprint: 'x' })
  expect(
    rate(again, again, match('a', 'b', 0, { how: 'forfeited' }), match('a', 'b', 1, { how: 'void' })),
  ).toEqual(once)
  const more = rate(again, match('a', 'b', 1, { fingerprint: 'y' }))
  expect(more[0]?.error).toBeLessThan(once[0]?.error ?? 0)
})

test('without entrants there are no ratings', () => {
  expect(rateByMatches([], [])).toEqual([])
})
