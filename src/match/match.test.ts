import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { tron } from '../games/tron/index.ts'
import { playedTurn } from './changes.ts'
import { addTurn, beginFingerprint, closeFingerprint } from './fingerprint.ts'
import { followMatch, followTurn } from './follow.ts'
import { startMatch } from './machine.ts'
import { isMatchOf, makeSpec } from './match.ts'
import { PLAIN_RULES } from './plain-rules.fixture.ts'

describe('the definition of a match', () => {
  test.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('has no seed %d', (seed) => {
    const message = `Cannot use seed ${seed}: expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`
    expect(makeSpec(ticTacToe, {}, PLAIN_RULES, seed)).toEqual({
      ok: false,
      problem: { code: 'bad-seed', message, at: 'seed' },
    })
  })

  test('has a seed from 0, settings of its game and rules that hold', () => {
    expect(must(makeSpec(ticTacToe, {}, PLAIN_RULES, 0))).toMatchObject({ seed: 0, rules: PLAIN_RULES })
    expect(makeSpec(tron, { width: 'wide' }, PLAIN_RULES, 0)).toMatchObject({
      ok: false,
      problem: { at: 'settings.width' },
    })
    expect(makeSpec(ticTacToe, {}, { ...PLAIN_RULES, bestOf: 0 }, 0)).toMatchObject({
      ok: false,
      problem: { at: 'rules.bestOf' },
    })
  })

  test('names its game', () => {
    const { match } = startMatch(must(makeSpec(ticTacToe, {}, PLAIN_RULES, 0)))
    expect([isMatchOf(match, ticTacToe), isMatchOf(match, tron)]).toEqual([true, false])
  })
})

describe('a match that is followed from afar', () => {
  test('has no clock and no end of its own, and counts the turns that it hears of', () => {
    const match = must(followMatch(ticTacToe, {}))
    expect(match).toMatchObject({
      phase: 'playing',
      round: { turns: 0, seats: [0, 1] },
      spec: { rules: { clock: { kind: 'none' }, bestOf: 1, swapSeats: false } },
    })
    const turns = [
      ['NW', undefined],
      [undefined, 'C'],
      ['left', 'right'],
    ] as const
    const seats = turns.map((turn) => {
      const [before, event, after] = followTurn(match, turn)
      expect(before).toBe(match)
      expect(after.round).toMatchObject({ turns: 1, lastTurn: turn })
      expect(playedTurn(before, event, after)).toEqual(turn)
      return event
    })
    expect(seats).toEqual([
      { kind: 'answered', seat: 0, text: 'NW', at: 0 },
      { kind: 'answered', seat: 1, text: 'C', at: 0 },
      { kind: 'answered', seat: 1, text: 'right', at: 0 },
    ])
  })

  test('needs settings of its game', () => {
    expect(followMatch(tron, { width: 'wide' }).ok).toBe(false)
  })
})

/** Stores keep fingerprints, so the same round must have the same one for ever. */
test('the fingerprint of a round is the same in every version', () => {
  const first = beginFingerprint('......... O')
  const moved = addTurn(first, [
    { seat: 0, move: 'NW' },
    { seat: 1, move: 'C' },
  ])
  const none = [undefined, undefined] as const
  expect([
    closeFingerprint(first, none, { kind: 'played' }),
    closeFingerprint(moved, none, { kind: 'played' }),
    closeFingerprint(moved, none, { kind: 'stopped' }),
    closeFingerprint(moved, ['N', undefined], {
      kind: 'forfeited',
      faults: [undefined, { kind: 'crashed' }],
    }),
    closeFingerprint([1, 2], none, { kind: 'played' }),
  ]).toEqual([
    '648b36b7e8eed5a9',
    'e4b549c50f19d5b1',
    'ff432f9b5febf136',
    '269b93043a9d8ea6',
    '0000000100000002',
  ])
})
