import { expect, test } from 'vitest'
import type { TimeControl } from '../match/rules.ts'
import type { Challenge } from './challenge.ts'
import { findChallenge } from './index.ts'

const moves = (ms: number): TimeControl => ({ kind: 'per-move', ms })
const bank = (ms: number, incrementMs: number): TimeControl => ({ kind: 'bank', ms, incrementMs })

/** What the documents of the contests say. */
const CONTESTS: Readonly<Record<string, Pick<Challenge, 'wire' | 'points'> & { readonly rules: object }>> = {
  'boost-tron': {
    wire: 'polling',
    rules: {
      clock: moves(10_000),
      illegal: { kind: 'retry', times: 'unlimited' },
      bestOf: 3,
      draws: { kind: 'replay', limit: 10 },
      swapSeats: true,
    },
    points: { kind: 'by-place', first: 50, step: 5, judges: 20 },
  },
  'light-cycle': {
    wire: 'light-cycle',
    rules: { clock: moves(2_000), startUpMs: 5_000, illegal: { kind: 'forfeit' }, bestOf: 1 },
    points: { kind: 'by-result', win: 2, draw: 1, loss: 0 },
  },
  'longest-group': {
    wire: 'longest-group',
    rules: { clock: moves(3_000), illegal: { kind: 'forfeit' }, bestOf: 1 },
    points: { kind: 'by-result', win: 2, draw: 1, loss: 0 },
  },
  quoridor: {
    wire: 'sse',
    rules: { clock: bank(60_000, 2_000), illegal: { kind: 'flip', missed: 'forgiven' }, bestOf: 1 },
    points: { kind: 'by-result', win: 2, draw: 1, loss: 0 },
  },
  'tic-tac-toe': {
    wire: 'sse',
    rules: { clock: bank(18_000, 2_000), illegal: { kind: 'flip', missed: 'forgiven' }, bestOf: 1 },
    points: { kind: 'by-result', win: 2, draw: 1, loss: 0 },
  },
  'torus-tron': {
    wire: 'torus',
    rules: { clock: moves(5_000), illegal: { kind: 'forfeit' }, bestOf: 1 },
    points: { kind: 'by-result', win: 2, draw: 1, loss: 0 },
  },
}

test.each(Object.entries(CONTESTS))(
  '%s has the wire, the clock, the match and the points of its contest',
  (id, contest) => {
    expect(findChallenge(id)).toMatchObject(contest)
  },
)
