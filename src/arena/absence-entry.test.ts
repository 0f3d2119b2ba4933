import { expect, test } from 'vitest'
import { absenceEntry } from './absence-entry.ts'

const PAIRING = {
  key: 'r1-1',
  stage: 'round robin',
  round: 1,
  index: 0,
  players: ['ann', 'bob'],
  seed: 1,
} as const

const entryOf = (absent: readonly string[], bestOf: number) =>
  absenceEntry(PAIRING, absent, { bestOf }, 'within 90 s')

test('the entrant that did not come loses as many rounds as its opponent needs', () => {
  const round = {
    seats: [0, 1],
    winner: 1,
    turns: 0,
    reason: 'ann did not show up within 90 s',
    faults: ['slow-start', undefined],
  }
  expect(entryOf(['ann'], 3)).toEqual({
    key: 'r1-1',
    players: ['ann', 'bob'],
    winner: 1,
    score: [0, 2],
    faults: [2, 0],
    rounds: [round, round],
  })
  expect(entryOf(['bob'], 1)).toMatchObject({
    winner: 0,
    score: [1, 0],
    faults: [0, 1],
    rounds: [{ winner: 0, faults: [undefined, 'slow-start'] }],
  })
})

test('where neither came, one round is drawn, and both are at fault', () => {
  expect(entryOf(['ann', 'bob'], 5)).toMatchObject({
    winner: undefined,
    score: [0, 0],
    faults: [1, 1],
    rounds: [
      {
        winner: undefined,
        reason: 'ann and bob did not show up within 90 s',
        faults: ['slow-start', 'slow-start'],
      },
    ],
  })
})
