import { describe, expect, test } from 'vitest'
import type { ScheduledMatch, WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import type { ResultGame, ResultStanding } from '../../../../src/api/tournament-result.ts'
import type { Tie, TieSlot } from '../../../../src/tournament/bracket.ts'
import { chooseContest } from './choose-contest.ts'
import { isNamedAbove } from './facts-of.ts'
import { highlightsOf } from './highlights.ts'
import { FINAL, ordinal, SEMI_FINAL, stakesOf } from './stakes.ts'

const slot = (entrant: string | undefined, seed?: number, from?: TieSlot['from']): TieSlot => ({
  entrant,
  ...(seed !== undefined && { seed }),
  ...(from && { from }),
})

const tie = (id: string, title: string, slots: Tie['slots'], more: Partial<Tie> = {}): Tie => ({
  id,
  title,
  slots,
  score: [0, 0],
  rounds: [0, 0],
  draws: 0,
  matches: [id],
  ...more,
})

/** Four entrants; the first semi-final is over, and its winner is known. */
const BRACKET = {
  parts: [
    {
      title: 'Knock-out',
      rounds: [
        {
          title: 'Semi-final',
          ties: [
            tie('s1', 'semi-final', [slot('Ann', 1), slot('Dan', 4)], {
              winner: 1,
              decided: 'matches',
              winnerTo: { tie: 'f', slot: 0 },
              loserTo: { tie: 't', slot: 0 },
            }),
            tie('s2', 'semi-final', [slot('Bob', 2), slot('Cid', 3)], {
              winnerTo: { tie: 'f', slot: 1 },
              loserTo: { tie: 't', slot: 1 },
            }),
          ],
        },
        {
          title: 'Final',
          ties: [
            tie('f', 'final', [
              slot('Dan', 4, { kind: 'winner', tie: 's1' }),
              slot(undefined, undefined, { kind: 'winner', tie: 's2' }),
            ]),
          ],
        },
      ],
    },
    {
      title: 'Third place',
      rounds: [
        {
          title: 'Third place',
          ties: [
            tie('t', 'match for third place', [
              slot('Ann', 1, { kind: 'loser', tie: 's1' }),
              slot(undefined, undefined, { kind: 'loser', tie: 's2' }),
            ]),
          ],
        },
      ],
    },
  ],
}

const scheduled = (key: string, match: number, stage: string, players: [string, string]): ScheduledMatch => ({
  key,
  match,
  stage,
  round: 3,
  players,
  status: 'playing',
  ruled: null,
  annulled: [],
})

const standing = (name: string, place: number, wins: number): ResultStanding =>
  ({ name, place, wins, draws: 0, losses: 0 }) as ResultStanding

describe('what is at stake', () => {
  test('in a knock-out: whom the winner meets, and the final above all', () => {
    const stakes = stakesOf({
      schedule: [
        scheduled('s1', 1, 'semi-final', ['Ann', 'Dan']),
        scheduled('s2', 2, 'semi-final', ['Bob', 'Cid']),
        scheduled('f', 3, 'final', ['Dan', 'Bob']),
        scheduled('t', 4, 'match for third place', ['Ann', 'Cid']),
      ],
      result: { bracket: BRACKET, standings: [] },
    })
    expect([...stakes]).toEqual([
      [1, { rank: SEMI_FINAL, words: 'Semi-final: the winner meets Bob or Cid' }],
      [2, { rank: SEMI_FINAL, words: 'Semi-final: the winner meets Dan' }],
      [3, { rank: FINAL, words: 'Final: the winner takes the contest' }],
      [4, { rank: 1.5, words: 'Match for third place' }],
    ])
  })

  test('in a table: the higher they stand, the more important', () => {
    const schedule = [
      scheduled('a', 1, 'round robin', ['Ann', 'Dan']),
      scheduled('b', 2, 'round robin', ['Bob', 'Cid']),
    ]
    const standings = [
      ['Dan', 1],
      ['Ann', 2],
      ['Cid', 11],
      ['Bob', 22],
    ] as const
    const stakes = stakesOf({
      schedule,
      result: { standings: standings.map(([name, place]) => standing(name, place, 1)) },
    })
    expect(stakes.get(1)?.words).toBe('Round robin, round 3: 2nd against 1st')
    expect(stakes.get(2)?.words).toBe('Round robin, round 3: 22nd against 11th')
    expect(stakes.get(1)?.rank).toBeGreaterThan(stakes.get(2)?.rank ?? 1)
    const begun = stakesOf({
      schedule,
      result: { standings: standings.map(([name, place]) => standing(name, place, 0)) },
    })
    expect(begun.get(1)).toEqual({ rank: 0, words: 'Round robin, round 3' })
  })

  test('ordinals', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 111].map(ordinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 111th',
    )
  })
})

const game = (
  key: string,
  players: [string, string],
  winner: string | null,
  score: [number, number],
): ResultGame => ({
  key,
  stage: 'x',
  round: 1,
  players,
  how: 'played',
  winner,
  score,
  rounds: [],
})

const rating = (name: string, elo: number): WholeTournamentBody['result']['ratings'][number] => ({
  name,
  elo,
  low: null,
  high: null,
  rounds: 8,
  different: 8,
  points: 4,
  superiority: [],
})

test('upsets by seed and by rating, matches that decided and close ones are shown again, the newest first', () => {
  const games = [
    game('s1', ['Ann', 'Dan'], 'Dan', [0, 2]),
    game('a', ['Ann', 'Bob'], 'Bob', [0, 3]),
    game('b', ['Ann', 'Bob'], 'Ann', [3, 0]),
    game('c', ['Cid', 'Bob'], 'Cid', [2, 1]),
    game('d', ['Cid', 'Bob'], null, [1, 1]),
    { ...game('e', ['Ann', 'Bob'], 'Bob', [0, 1]), how: 'forfeited' as const },
  ]
  const highlights = highlightsOf({
    matches: games.map(({ key }, at) => ({ key, match: 10 + at })),
    result: { bracket: BRACKET, games, ratings: [rating('Ann', 90), rating('Bob', -60), rating('Cid', 0)] },
  })
  expect(highlights).toEqual([
    { match: 13, kind: 'close', words: 'A close one: Cid beat Bob 2–1' },
    { match: 11, kind: 'upset', words: 'Upset: Bob beat Ann, rated 150 points higher' },
    { match: 10, kind: 'upset', words: 'Upset: Dan, seed 4, beat Ann, seed 1' },
  ])
})

describe('the contest that is followed', () => {
  const contest = (
    id: number,
    status: 'waiting' | 'running' | 'paused' | 'over',
    entrants = 4,
    join?: string,
  ) => ({
    id,
    status,
    entrants,
    join: join ?? null,
    starts: null,
  })

  test.each([
    [
      'one that runs, the larger first',
      [contest(1, 'running', 9), contest(2, 'running', 4), contest(3, 'paused')],
      1,
    ],
    [
      'then one that is paused',
      [contest(1, 'paused'), contest(2, 'waiting', 4, '/join/x'), contest(3, 'over')],
      1,
    ],
    [
      'then one that can be joined',
      [contest(1, 'waiting', 4, '/join/x'), contest(2, 'waiting'), contest(3, 'over')],
      1,
    ],
    ['then the newest that is over', [contest(1, 'over', 99), contest(2, 'over')], 2],
    ['or none', [contest(1, 'waiting')], undefined],
  ] as const)('%s', (_, contests, id) => {
    expect(chooseContest(contests, undefined)).toBe(id)
  })

  test('stays the same among equals, and when it is over', () => {
    expect(chooseContest([contest(1, 'running', 9), contest(2, 'running', 4)], 2)).toBe(2)
    expect(chooseContest([contest(1, 'over'), contest(2, 'over')], 1)).toBe(1)
    expect(chooseContest([contest(1, 'over'), contest(2, 'running')], 1)).toBe(2)
  })
})

test.each([
  ['boards of its own while it runs', 'running', [7], true],
  ['other boards before it starts', 'waiting', [1], true],
  ['the board of its last match', 'over', [7], true],
  ['a board of its own among others', 'over', [1, 7], true],
  ['other boards when it is over', 'over', [1, 2], false],
] as const)('the name of a contest and %s', (_, status, matches, expected) => {
  const slots = matches.map((match) => ({ match }))
  const stakes = new Map([[7, true]])
  expect(isNamedAbove({ id: 'boards', kind: 'boards', slots }, { status }, stakes)).toBe(expected)
  expect(isNamedAbove({ id: 'podium', kind: 'podium' }, { status }, stakes)).toBe(true)
})
