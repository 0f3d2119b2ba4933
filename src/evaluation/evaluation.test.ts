import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { findBrain } from '../brains/index.ts'
import { playerOf, refereeing, trusting } from '../brains/opponents.fixture.ts'
import { quoridor } from '../challenges/quoridor.ts'
import type { Brain } from '../game/brain.ts'
import { otherSeat, winFor, type Pair } from '../game/game.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { Match, MatchEvent, RoundEnd } from '../match/match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { playMatch } from '../runner/play-match.ts'
import { caseSpec } from './case-spec.ts'
import { casesOf, findCase, type EvaluationCase } from './cases.ts'
import { scoreCase } from './score-case.ts'
import { scoreRun, type CaseResult } from './score-run.ts'
import { FULL_TURNS, worthOfTurns } from './worth-of-turns.ts'

const CHALLENGES = ['tic-tac-toe', 'quoridor'] as const

const caseOf = (challenge: string, id: string): EvaluationCase => {
  const found = findCase(challenge, id)
  if (found === undefined) throw new Error(`there is no case ${id} of ${challenge}`)
  return found
}

const brainOf = (name: string, game: string): Brain => {
  const found = findBrain(name, game)
  if (found === undefined) throw new Error(`there is no house:${name} for ${game}`)
  return found
}

function battle(one: EvaluationCase, team: Contestant, seed: number): Promise<Match> {
  const house = playerOf(brainOf(one.brain, one.challenge))
  const contestants: Pair<Contestant> = one.houseSeat === 0 ? [house, team] : [team, house]
  return playMatch({ challenge: one.challenge, spec: { ...must(caseSpec(one)), seed }, contestants })
}

/** A finished battle of any length, without playing it. */
function finished(one: EvaluationCase, end: RoundEnd, turns: number, winner: 0 | 1 | undefined): Match {
  const { match } = startMatch(must(caseSpec(one)))
  const { state } = match.round
  const result = { index: 0, seats: [0, 1], end, turns, winner, state, fingerprint: '' } as const
  return { ...match, phase: 'over', ended: [result], result: { score: [0, 0], winner, void: false } }
}

/** A battle as told: `0 NW`, `1 flips`, `0 is late`. */
function told(one: EvaluationCase, ...lines: readonly string[]): Match {
  const events: MatchEvent[] = [0, 1].map((seat) => ({ kind: 'ready', seat: seat === 0 ? 0 : 1, at: 1 }))
  for (const [index, line] of lines.entries()) {
    const [who, ...words] = line.split(' ')
    const [seat, at, text] = [who === '0' ? 0 : 1, index + 2, words.join(' ')] as const
    if (text === 'flips') events.push({ kind: 'flipped', seat, at })
    else if (text === 'is late') events.push({ kind: 'ticked', at: 10_000_000 })
    else events.push({ kind: 'answered', seat, text, at })
  }
  return events.reduce((match, event) => advance(match, event).match, startMatch(must(caseSpec(one))).match)
}

describe.each(CHALLENGES)('the cases of %s', (challenge) => {
  const cases = casesOf(challenge)

  test('are worth 100 points together, have names of their own and a brain each', () => {
    expect(cases).toHaveLength(challenge === 'quoridor' ? 13 : 9)
    expect(cases.reduce((sum, { worth }) => sum + worth.points, 0)).toBe(100)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
    for (const { brain } of cases) expect(findBrain(brain, challenge)?.name).toBe(brain)
  })

  test('have the side of the house in their names', () => {
    const { game } = must(caseSpec(cases[0] as EvaluationCase))
    for (const { id, houseSeat } of cases.filter((each) => /^(BASE|AB)_/.test(each.id)))
      expect(id.endsWith(`_${game.seatNames[houseSeat].toUpperCase()}`)).toBe(true)
  })

  test('stand on the page as they are', () => {
    const page = readFileSync(new URL('../../docs/evaluation.md', import.meta.url), 'utf8')
    const { game } = must(caseSpec(cases[0] as EvaluationCase))
    for (const { id, houseSeat, brain, worth, about } of cases)
      expect(page).toContain(
        `| \`${id}\` | ${game.seatNames[otherSeat(houseSeat)]} | \`${brain}\` | ${about} | ${worth.points} |`,
      )
  })

  test.each(cases)('$id comes to a proper end, whoever plays', async (one) => {
    const { game } = must(caseSpec(one))
    for (const name of ['random', 'first', 'baseline', challenge === 'quoridor' ? 'walker' : 'perfect']) {
      const brain = brainOf(name, challenge)
      for (const team of [playerOf(brain), trusting(brain), refereeing(brain, game)]) {
        const match = await battle(one, team, 3)
        expect(match.result?.void).toBe(false)
        const { points, reason } = scoreCase(one, match)
        expect(points).toBeGreaterThanOrEqual(0)
        expect(points).toBeLessThanOrEqual(one.worth.points)
        expect(reason).toMatch(/^[A-Z]/)
        if (one.brain.startsWith('cheat-') && match.round.cheat !== undefined)
          expect(points).toBe(team.name.startsWith('trusting') ? 0 : one.worth.points)
      }
    }
  })
})

test('there are no cases of other challenges', () => {
  expect(casesOf('torus-tron')).toEqual([])
  expect(findCase('tic-tac-toe', 'AB_AI_FIRST')).toBeUndefined()
})

test.each([
  [0, 0],
  [7, 0],
  [8, 1],
  [13, 1],
  [14, 3],
  [17, 3],
  [18, 6],
  [21, 6],
  [22, 10],
  [23, 10],
  [24, 11],
  [25, 12],
  [28, 15],
  [39, 24],
  [FULL_TURNS, 25],
])('%i turns survived are worth %i points', (turns, points) => {
  expect(worthOfTurns(turns)).toBe(points)
})

describe('a battle against the strong house of quoridor', () => {
  const [first, second] = [caseOf('quoridor', 'AB_AI_FIRST'), caseOf('quoridor', 'AB_AI_SECOND')]
  const lost = (one: EvaluationCase, plies: number): Match =>
    finished(one, { kind: 'played', outcome: winFor(one.houseSeat, 'goal') }, plies, one.houseSeat)

  test.each([
    [15, 0, 'The house won by reaching the far side. Your team survived 7 turns'],
    [16, 1, 'The house won by reaching the far side. Your team survived 8 turns'],
    [17, 1, 'The house won by reaching the far side. Your team survived 8 turns'],
    [27, 1, 'The house won by reaching the far side. Your team survived 13 turns'],
    [28, 3, 'The house won by reaching the far side. Your team survived 14 turns'],
    [35, 3, 'The house won by reaching the far side. Your team survived 17 turns'],
    [36, 6, 'The house won by reaching the far side. Your team survived 18 turns'],
    [43, 6, 'The house won by reaching the far side. Your team survived 21 turns'],
    [44, 10, 'The house won by reaching the far side. Your team survived 22 turns'],
    [79, 24, 'The house won by reaching the far side. Your team survived 39 turns'],
  ])('that is lost after %i moves earns %i points', (plies, points, reason) => {
    for (const one of [first, second]) expect(scoreCase(one, lost(one, plies))).toEqual({ points, reason })
  })

  const WALKS = ['e2', 'e8', 'e1', 'e9']
  const walk = (plies: number): readonly string[] =>
    Array.from({ length: plies }, (_, ply) => `${ply % 2} ${WALKS[ply % 4]}`)

  /** After 39 turns, one short of a draw; the team of AB_AI_SECOND moves first. */
  test.each([
    ['an illegal move', ['0 a9', '1 flips'], 'your team played "a9" on turn 79, which is illegal there'],
    [
      'a word that is none',
      ['0 fly', '1 flips'],
      expect.stringContaining('sent something unreadable on turn 79'),
    ],
    ['a move out of turn', ['0 e1', '0 e2', '1 flips'], 'your team sent "e2" when it was not its turn'],
    [
      'a flip for nothing',
      ['0 flips', '1 flips'],
      'your team flipped the table on turn 79 although nothing was wrong',
    ],
    ['a clock that runs out', ['0 is late'], 'your team ran out of time on turn 79 (60 s + 2 s a move)'],
  ])('earns nothing by %s, however late', (_what, lines, reason) => {
    const score = scoreCase(second, told(second, ...walk(78), ...lines))
    expect(score).toEqual({
      points: 0,
      reason: typeof reason === 'string' ? `The house won: ${reason}` : reason,
    })
  })

  test('earns everything for a win, and for a draw after 40 turns', () => {
    for (const one of [first, second]) {
      const { turnLimit } = must(caseSpec(one)).rules
      expect(turnLimit).toBe(80)
      const drawn = finished(one, { kind: 'stopped', turns: turnLimit }, turnLimit, undefined)
      expect(scoreCase(one, drawn)).toEqual({
        points: 25,
        reason: 'Your team survived 40 turns, which is a draw',
      })
      const team = otherSeat(one.houseSeat)
      const won = finished(one, { kind: 'played', outcome: winFor(team, 'goal') }, 30, team)
      expect(scoreCase(one, won)).toEqual({
        points: 25,
        reason: 'Your team won by reaching the far side',
      })
    }
  })

  test('is drawn by walking to and fro for 40 turns', () => {
    const lines = walk(80)
    expect(scoreCase(first, told(first, ...lines)).points).toBe(25)
    expect(told(first, ...walk(79)).result).toBeUndefined()
    expect(scoreCase(first, told(first, ...walk(79)))).toEqual({
      points: 0,
      reason: 'The battle did not end',
    })
  })

  test('that is lost at once is told as one turn', () => {
    expect(scoreCase(first, lost(first, 2)).reason).toMatch(/\. Your team survived 1 turn$/)
  })
})

test.each([
  ['BASE_AI_O', 'won', 20],
  ['BASE_AI_O', 'drawn', 0],
  ['BASE_AI_O', 'lost', 0],
  ['AB_AI_X', 'won', 20],
  ['AB_AI_X', 'drawn', 20],
  ['AB_AI_X', 'lost', 0],
  ['C_AI_DUP', 'won', 4],
  ['C_AI_DUP', 'drawn', 0],
  ['C_AI_DUP', 'lost', 0],
] as const)('tic-tac-toe, %s %s: %i points', (id, how, points) => {
  const one = caseOf('tic-tac-toe', id)
  const winner = how === 'drawn' ? undefined : how === 'won' ? otherSeat(one.houseSeat) : one.houseSeat
  const outcome = winner === undefined ? { places: [1, 1] as const, reason: 'full' } : winFor(winner, 'line')
  expect(scoreCase(one, finished(one, { kind: 'played', outcome }, 9, winner)).points).toBe(points)
})

test('the turns of a battle count only against the strong house of quoridor', () => {
  const one = caseOf('quoridor', 'BASE_AI_FIRST')
  const lost = finished(one, { kind: 'played', outcome: winFor(one.houseSeat, 'goal') }, 60, one.houseSeat)
  expect(scoreCase(one, lost)).toEqual({ points: 0, reason: 'The house won by reaching the far side' })
  expect(must(caseSpec(one)).rules.turnLimit).toBe(quoridor.rules.turnLimit)
  expect(quoridor.rules.turnLimit).toBeGreaterThan(2 * FULL_TURNS)
})

/** A round that both have forfeited has no winner, and is no draw. */
test.each([
  ['tic-tac-toe', 'AB_AI_X'],
  ['quoridor', 'AB_AI_FIRST'],
])('%s, %s: what both have forfeited earns nothing', (challenge, id) => {
  const one = caseOf(challenge, id)
  const faults = [{ kind: 'crashed' }, { kind: 'crashed' }] as const
  expect(scoreCase(one, finished(one, { kind: 'forfeited', faults }, 30, undefined)).points).toBe(0)
})

describe('the reason', () => {
  test.each([
    [
      'C_AI_DUP',
      ['0 NW', '1 NW', '0 flips'],
      4,
      'Your team won: the house played "NW" on turn 2, which is illegal there',
    ],
    [
      'C_AI_DUP',
      ['0 NW', '1 NW', '0 C'],
      0,
      'You should have flipped the table: the house played "NW", which is not allowed there. ' +
        'The house won: your team played "C" on turn 2 instead of flipping the table',
    ],
    [
      'C_AI_X_FIRST',
      ['1 NW', '0 C'],
      0,
      'You should have flipped the table: the house played "NW" when it was not its turn. ' +
        'The house won: your team played "C" on turn 1 instead of flipping the table',
    ],
    [
      'C_AI_FLIP_TABLE_RANDOMLY',
      ['0 NW', '1 flips', '0 is late'],
      0,
      'You should have flipped the table: the house flipped it although nothing was wrong. ' +
        'The house won: your team ran out of time on turn 2 (18 s + 2 s a move)',
    ],
    [
      'C_AI_FLIP_TABLE_RANDOMLY',
      ['0 NW', '1 flips', '0 flips'],
      4,
      'Your team won: the house flipped the table on turn 2 although nothing was wrong',
    ],
    [
      'BASE_AI_X',
      ['0 flips', '1 flips'],
      0,
      'The house won: your team flipped the table on turn 1 although nothing was wrong',
    ],
    [
      'BASE_AI_O',
      ['0 NW', '1 NW', '0 flips'],
      0,
      'The house won: your team played "NW" on turn 2, which is illegal there',
    ],
  ])('of %s after %j', (id, lines, points, reason) => {
    const one = caseOf('tic-tac-toe', id)
    expect(scoreCase(one, told(one, ...lines))).toEqual({ points, reason })
  })

  test('is given for a battle that could not be played', () => {
    const one = caseOf('tic-tac-toe', 'AB_AI_O')
    const match = finished(one, { kind: 'void', why: 'the host failed' }, 0, undefined)
    expect(scoreCase(one, match)).toEqual({ points: 0, reason: 'The battle could not be played' })
  })
})

describe('a run', () => {
  test('adds its cases up and names each with its points and reason', () => {
    const [base, flip] = [caseOf('tic-tac-toe', 'BASE_AI_O'), caseOf('tic-tac-toe', 'C_AI_DUP')]
    const results: readonly CaseResult[] = [
      { case: base, problem: 'Cannot reach http://team.example: it refused the connection' },
      { case: flip, match: told(flip, '0 NW', '1 NW', '0 flips') },
    ]
    expect(scoreRun(results)).toEqual({
      score: 4,
      possible: 24,
      cases: [
        {
          id: 'BASE_AI_O',
          points: 0,
          possible: 20,
          reason: 'Cannot reach http://team.example: it refused the connection',
          line: 'BASE_AI_O 0 of 20: Cannot reach http://team.example: it refused the connection',
        },
        {
          id: 'C_AI_DUP',
          points: 4,
          possible: 4,
          reason: 'Your team won: the house played "NW" on turn 2, which is illegal there',
          line: 'C_AI_DUP 4 of 4: Your team won: the house played "NW" on turn 2, which is illegal there',
        },
      ],
      message: [
        '4 of 24 points',
        'BASE_AI_O 0 of 20: Cannot reach http://team.example: it refused the connection',
        'C_AI_DUP 4 of 4: Your team won: the house played "NW" on turn 2, which is illegal there',
      ].join('\n'),
    })
  })

  test('of a perfect team that checks its opponent earns 100 points at tic-tac-toe', async () => {
    const results: CaseResult[] = []
    for (const one of casesOf('tic-tac-toe')) {
      const { game } = must(caseSpec(one))
      const team = refereeing(brainOf('perfect', game.id), game)
      results.push({ case: one, match: await battle(one, team, 11) })
    }
    expect(scoreRun(results)).toMatchObject({ score: 100, possible: 100 })
  })
})
