import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { AnyGame } from '../game/game.ts'
import { findGame } from '../games/index.ts'
import { makeSpec, type MatchEvent, type MatchRules } from '../match/match.ts'
import { PLAIN_RULES } from '../match/plain-rules.fixture.ts'
import { writeRecord } from '../match/record.ts'
import { analyseRecord } from './analyse-record.ts'
import { explainMove } from './explain-move.ts'
import { analysePlayer, losingMove } from './player-analysis.ts'

const answer = (seat: 0 | 1, text: string, at: number): MatchEvent => ({ kind: 'answered', seat, text, at })

/** A record of rounds in which the seats answer in turn. */
function recordOf(
  id: string,
  rounds: readonly (readonly MatchEvent[])[],
  rules: Partial<MatchRules> = {},
): string {
  const game = findGame(id) as AnyGame
  const [settings = {}] = Object.values(game.presets)
  const spec = must(makeSpec(game, settings, { ...PLAIN_RULES, ...rules }, 7))
  const players = [{ name: 'ann' }, { name: 'bob' }] as const
  const ready = ([0, 1] as const).map((seat): MatchEvent => ({ kind: 'ready', seat, at: 0 }))
  return writeRecord(
    { challenge: id, spec, players, times: true },
    rounds.flatMap((events) => [...ready, ...events]),
  )
}

const inTurn = (...words: readonly string[]): readonly MatchEvent[] =>
  words.map((word, index) => answer(index % 2 === 0 ? 0 : 1, word, index + 1))

test('the move that lost is the one that turned a draw into a loss', () => {
  // After the centre an edge loses; all before it is even.
  const text = recordOf('tic-tac-toe', [inTurn('C', 'N', 'NW', 'SE', 'W', 'E', 'SW')])
  const { rounds, brain } = must(analyseRecord(text, 10_000, findGame))
  expect(brain).toBe('perfect')
  const [round] = rounds
  expect(round?.moves.map(({ seat, value, after, loss }) => [seat, value, after, loss])).toEqual([
    [0, 0, 0, 0],
    [1, 0, -1, 1],
    [0, 1, 1, 0],
    [1, -1, -1, 0],
    [0, 1, 1, 0],
    [1, -1, -1, 0],
    [0, 1, 1, 0],
  ])
  expect(round && losingMove(round)).toMatchObject({ turn: 2, seat: 1, move: 'N', value: 0, after: -1 })
  expect(analysePlayer(rounds, 0)).toMatchObject({ moves: 4, accuracy: 100, averageLoss: 0 })
  const bob = analysePlayer(rounds, 1)
  expect(bob).toMatchObject({ moves: 3, averageLoss: 1 / 3 })
  // Half of all points went with one of three moves.
  expect(bob?.accuracy).toBeCloseTo((200 + 103.1668 * Math.exp(-0.04354 * 50) - 3.1669) / 3, 1)
})

test('a forfeit costs what the position was worth', () => {
  const text = recordOf('tic-tac-toe', [[...inTurn('C', 'NW'), answer(0, 'C', 9)]])
  const [round] = must(analyseRecord(text, 10_000, findGame)).rounds
  expect(round?.moves.at(-1)).toMatchObject({ turn: 3, seat: 0, move: null, value: 0, after: -1, loss: 1 })
})

test('seats that change are told apart, and void rounds are left out', () => {
  const won = inTurn('C', 'N', 'NW', 'SE', 'W', 'E', 'SW')
  const voided: MatchEvent = { kind: 'voided', why: 'the host failed', at: 2 }
  const text = recordOf('tic-tac-toe', [won, [answer(0, 'NW', 1), voided], won, won], {
    bestOf: 3,
    swapSeats: true,
  })
  const { rounds } = must(analyseRecord(text, 10_000, findGame))
  expect(rounds.map(({ round, moves }) => [round, moves.length])).toEqual([
    [1, 7],
    [2, 7],
    [3, 7],
  ])
  expect([0, 1].map((player) => analysePlayer(rounds, player === 0 ? 0 : 1)?.moves)).toEqual([11, 10])
  expect(rounds.map((round) => losingMove(round)?.turn)).toEqual([2, 2, 2])
})

test('where both move at once, each move is judged for its own seat', () => {
  const both = (first: string, second: string, at: number): readonly MatchEvent[] => [
    answer(0, first, at),
    answer(1, second, at),
  ]
  // Two turns to the left lead the first cycle back to the wall beside it.
  const left = [1, 2].flatMap((at) => both('left', 'forward', at))
  const { rounds } = must(analyseRecord(recordOf('tron', [left]), 300, findGame))
  const [round] = rounds
  expect(round?.result.winner).toBe(1)
  expect(round?.moves.map(({ turn, seat }) => [turn, seat])).toEqual([
    [1, 0],
    [1, 1],
    [2, 0],
    [2, 1],
  ])
  expect(round && losingMove(round)?.seat).toBe(0)
})

test('the same number of positions gives the same judgement', () => {
  const text = recordOf('longest-group', [
    [...inTurn('5,5', '0,0', '5,6', '0,1'), { kind: 'resigned', seat: 0, at: 9 }],
  ])
  const judge = () => must(analyseRecord(text, 200, findGame)).rounds
  expect(judge()).toEqual(judge())
})

test('a record that was changed is refused', () => {
  const text = recordOf('tic-tac-toe', [inTurn('C', 'N', 'NW', 'SE', 'W', 'E', 'SW')])
  expect(analyseRecord(text.replace('"NW"', '"NE"'), 10, findGame).ok).toBe(false)
})

test('a lost move is explained by what people count, where the game has such a thing', () => {
  // The second player walks away from its goal instead of towards it.
  const text = recordOf('quoridor', [
    [...inTurn('e2', 'e8', 'e3', 'e9', 'e4', 'd9'), { kind: 'resigned', seat: 1, at: 9 }],
  ])
  const [round] = must(analyseRecord(text, 300, findGame)).rounds
  const back = round?.moves.find(({ move }) => move === 'e9')
  expect(back?.best).toBe('e7')
  expect(back && explainMove(findGame('quoridor') as AnyGame, back, ['ann', 'bob'])).toBe(
    'After it bob had 8 steps to the goal and ann 6. After e7 it would be 6 and 6',
  )
  const [first] = round?.moves ?? []
  expect(first && explainMove(findGame('quoridor') as AnyGame, first, ['ann', 'bob'])).toBeUndefined()
})

test('progress is told for each turn', () => {
  const text = recordOf('tic-tac-toe', [inTurn('C', 'N', 'NW', 'SE', 'W', 'E', 'SW')])
  const told: (readonly [number, number])[] = []
  analyseRecord(text, 10, findGame, { onProgress: (done, of) => told.push([done, of]) })
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7].map((done) => [done, 7]))
})
