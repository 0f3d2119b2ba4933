import { describe, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { lightCycle } from '../../src/challenges/light-cycle.ts'
import { longestGroup } from '../../src/challenges/longest-group.ts'
import { diagnoseMatch } from '../../src/doctor/diagnose-match.ts'
import { makeSpec, type MatchEvent } from '../../src/match/match.ts'
import { findDialect } from '../../src/wires/dialects.ts'

const challenge = longestGroup
const dialect = findDialect('longest-group')
const spec = must(makeSpec(challenge.game, { width: 9, height: 9 }, challenge.rules, 1))

const READY: readonly MatchEvent[] = [
  { kind: 'ready', seat: 0, at: 1 },
  { kind: 'ready', seat: 1, at: 1 },
]
const answered = (seat: 0 | 1, text: string, at: number): MatchEvent => ({ kind: 'answered', seat, text, at })
const line = (turn: number, text: string) => ({ turn, text })

const judge = (
  events: readonly MatchEvent[],
  logs: Parameters<typeof diagnoseMatch>[0]['logs'],
  player: 0 | 1 = 0,
) => {
  if (!dialect) throw new Error('there is no wire longest-group')
  return diagnoseMatch({ challenge, spec, events: [...READY, ...events], player, dialect, logs })
}

const ILLEGAL = [answered(0, '0,0', 2), answered(1, '1,1', 3), answered(0, '1,1', 4)]
const TALK = [line(0, '> 0'), line(0, '< 0 0'), line(2, '> 1 1'), line(2, '< 1 1')]

describe('a match that a program lost by a fault', () => {
  test('is judged by its log', () => {
    expect(judge(ILLEGAL, [{ round: 0, stderr: '', lines: TALK }])).toMatchObject([
      {
        severity: 'failure',
        title: 'It played an illegal move',
        detail: expect.stringContaining('Came: "1 1\\n"') as unknown,
        round: 0,
        turn: 2,
      },
    ])
  })

  test('is judged by the last answer alone where lines are left out, or too many', () => {
    const gap = [
      line(0, '< 0 0'),
      line(0, '! 700 lines are left out here'),
      line(2, '> 1 1'),
      line(2, '< 1 1'),
    ]
    const many = [...Array.from({ length: 500 }, () => line(0, '> noise')), ...TALK]
    for (const lines of [gap, many])
      expect(judge(ILLEGAL, [{ round: 0, stderr: '', lines }])).toMatchObject([
        { title: 'It played an illegal move', detail: expect.stringContaining('Came: "1 1\\n"') as unknown },
      ])
  })

  test('has a finding although nothing is kept, and the opponent has none', () => {
    expect(judge(ILLEGAL, [])).toMatchObject([{ title: 'It played an illegal move' }])
    expect(judge(ILLEGAL, [], 1)).toEqual([])
  })

  test.each([
    ['as a line without an end', '< yyyy\\'],
    ['shortened', '< yyyy… and 65532 more characters'],
  ])('by writing too much shows what it wrote, not the move before: %s', (_, flood) => {
    const detail = 'it wrote more than 16384 characters without 2 numbers closed by white space'
    const events: readonly MatchEvent[] = [
      answered(0, '0,0', 2),
      answered(1, '1,1', 3),
      { kind: 'left', seat: 0, cause: 'garbled', detail, at: 4 },
    ]
    const lines = [line(0, '> 0'), line(0, '< 0 0'), line(2, '> 1 1'), line(2, flood)]
    expect(judge(events, [{ round: 0, stderr: '', lines }])).toMatchObject([
      { title: 'It writes too much', detail: expect.stringContaining('Came: "yyyy') as unknown },
    ])
  })

  test('that was voided first is judged by the log of the round that counts', () => {
    const voided: MatchEvent = { kind: 'voided', why: 'the server was restarted', at: 2, restart: true }
    const crash: MatchEvent = {
      kind: 'left',
      seat: 0,
      cause: 'crashed',
      detail: 'it was killed by SIGSEGV',
      at: 5,
    }
    const again = READY.map((event) => ({ ...event, at: 3 }))
    const logs = [
      { round: 0, stderr: 'Error: the first time', lines: [] },
      { round: 0, stderr: 'Error: the second time', lines: [line(0, '> 0')] },
    ]
    const found = judge([voided, ...again, crash], logs)
    expect(found).toMatchObject([
      { title: 'It crashed', detail: expect.stringContaining('Error: the second time') as unknown },
    ])
    expect(found[0]?.detail).toContain('It was killed by SIGSEGV')
  })

  test('late has no second look: the words do not say what came later', () => {
    const late: MatchEvent = { kind: 'ticked', at: 60_000 }
    const found = judge([late], [{ round: 0, stderr: '', lines: [line(0, '> 0')] }])
    expect(found).toMatchObject([
      { detail: expect.stringMatching(/^It gave no answer within 3 s(;|\.)/) as unknown },
    ])
  })
})

/** What takes many seconds here would make an arena stand still as long, for each match of a team that wants that. */
const AT_ONCE = { timeout: 5_000 }

test('thousands of answers on one line are read at once', AT_ONCE, () => {
  const settings = lightCycle.game.presets['light-cycle'] ?? {}
  const words = findDialect('light-cycle')
  if (!words) throw new Error('there is no wire light-cycle')
  const lines = Array.from({ length: 60 }, (_, turn) => [
    line(turn, `< ${'ready left '.repeat(372)}\\`),
    line(turn, '> n,1,1,s,5,5'),
  ]).flat()
  const found = diagnoseMatch({
    challenge: lightCycle,
    spec: must(makeSpec(lightCycle.game, settings, lightCycle.rules, 1)),
    events: [
      ...READY,
      { kind: 'left', seat: 0, cause: 'garbled', detail: 'it wrote nonsense', at: 2 },
      answered(1, 'forward', 3),
    ],
    player: 0,
    dialect: words,
    logs: [{ round: 0, stderr: '', lines }],
  })
  expect(found).toMatchObject([{ severity: 'failure', round: 0 }])
})
