import { expect, test } from 'vitest'
import { ticTacToe } from '../../../../src/games/tic-tac-toe/index.ts'
import { must } from '../../../../src/base/result.ts'
import { advance, startMatch } from '../../../../src/match/machine.ts'
import { makeSpec, type MatchEvent } from '../../../../src/match/match.ts'
import type { MatchRules } from '../../../../src/match/rules.ts'
import { whyItEnded } from './why-it-ended.ts'

const RULES: MatchRules = {
  clock: { kind: 'per-move', ms: 1_000 },
  startUpMs: 5_000,
  illegal: { kind: 'forfeit' },
  bestOf: 1,
  draws: { kind: 'count' },
  swapSeats: false,
  turnLimit: 100,
}

const READY: readonly MatchEvent[] = [
  { kind: 'ready', seat: 0, at: 0 },
  { kind: 'ready', seat: 1, at: 0 },
]
const answer = (seat: 0 | 1, text: string, at: number): MatchEvent => ({ kind: 'answered', seat, text, at })

function played(events: readonly MatchEvent[], rules: Partial<MatchRules> = {}, me: 0 | 1 = 0) {
  const spec = must(makeSpec(ticTacToe, {}, { ...RULES, ...rules }, 1))
  const match = events.reduce((before, event) => advance(before, event).match, startMatch(spec).match)
  return whyItEnded(match, ['Ann', 'Bob'], me)
}

test('nothing is said while the match is played', () => expect(played(READY)).toBeUndefined())

test.each<[string, readonly MatchEvent[], 0 | 1, string, string]>([
  [
    'a timeout says how much time there was and how much was used',
    [
      ...READY,
      answer(0, 'C', 10),
      { kind: 'left', seat: 1, cause: 'timeout', at: 1_200, spent: { wall: 1_190 } },
    ],
    1,
    'lost',
    'You lost: timeout. Your bot had 1000 ms for turn 2 and had not answered after 1190 ms',
  ],
  [
    'a timeout that only the clock has seen',
    [...READY, answer(0, 'C', 10), { kind: 'ticked', at: 1_011 }],
    1,
    'lost',
    'You lost: timeout. Your bot had 1000 ms for turn 2 and did not answer in it',
  ],
  [
    'an illegal move is quoted',
    [...READY, answer(0, 'C', 10), answer(1, 'C', 20)],
    1,
    'lost',
    'You lost: illegal move. Your bot played "C" on turn 2, which the rules do not allow there',
  ],
  [
    'a crash has what the host saw',
    [...READY, { kind: 'left', seat: 0, cause: 'crashed', detail: 'it exited with code 1', at: 20 }],
    0,
    'lost',
    'You lost: crash. Your bot ended on turn 1 (it exited with code 1)',
  ],
  [
    'the fault of the other is named as its own',
    [...READY, answer(0, 'C', 10), answer(1, 'C', 20)],
    0,
    'won',
    'You won: illegal move. Bob played "C" on turn 2, which the rules do not allow there',
  ],
  [
    'a round that was played to its end',
    [
      ...READY,
      ...['C', 'N', 'NW', 'E', 'SE'].map((move, turn) => answer(turn % 2 === 0 ? 0 : 1, move, turn)),
    ],
    1,
    'lost',
    'You lost: Ann won by three in a row on turn 5',
  ],
  [
    'the same for the winner',
    [
      ...READY,
      ...['C', 'N', 'NW', 'E', 'SE'].map((move, turn) => answer(turn % 2 === 0 ? 0 : 1, move, turn)),
    ],
    0,
    'won',
    'You won by three in a row on turn 5',
  ],
])('%s', (_, events, me, outcome, text) => {
  const why = played(events, {}, me)
  expect(why?.outcome).toBe(outcome)
  expect(why?.reasons.map((reason) => reason.text)).toEqual([text])
})

test('of a lost match with several rounds the lost ones are told', () => {
  const lose = (at: number): readonly MatchEvent[] => [
    ...READY.map((event) => ({ ...event, at })),
    answer(0, 'C', at),
    answer(1, 'C', at),
  ]
  const why = played([...lose(0), ...lose(10)], { bestOf: 3 }, 1)
  expect(why?.reasons.map(({ text, round, turn }) => [text.split(':')[0], round, turn])).toEqual([
    ['You lost round 1', 0, 2],
    ['You lost round 2', 1, 2],
  ])
})
