import { describe, expect, test } from 'vitest'
import type { TournamentResult } from '../api/tournament-result.ts'
import type { Bracket, Tie } from '../tournament/bracket.ts'
import { markdownReport } from './report-markdown.ts'
import type { Measurements } from './statistics.ts'
import { makeTie, playedTournament, tournamentOf } from './tournament.fixture.ts'

const { result } = playedTournament(
  tournamentOf(['ann', 'bob', 'cid'], { title: 'Cup', options: { games: 1 } }),
)
const NOTHING: Measurements = { moveTimes: new Map(), memory: new Map() }

const linesOf = (of: TournamentResult, linkOf?: (key: string) => string): readonly string[] =>
  markdownReport(of, NOTHING, linkOf).split('\n')

describe('a Markdown report', () => {
  test('begins with the title and the facts, and ends with a line feed', () => {
    const lines = linesOf(result)
    expect(lines.slice(0, 4)).toEqual([
      '# Cup',
      '',
      '3 entrants, light-cycle, round-robin, seed 3: 3 matches played, 3 games.',
      '',
    ])
    expect(lines.slice(-2)).toEqual([expect.stringMatching(/^\| rr-/), ''])
    expect(linesOf({ ...result, isDone: false })[2]).toContain('3 matches played so far, 3 games.')
    const matches = { played: 3, forfeited: 2, void: 1 }
    expect(linesOf({ ...result, matches })[2]).toContain(
      '3 matches played, 2 lost without play, 1 void, 3 games.',
    )
  })

  test('has a table of each kind with its notes, and the matches last', () => {
    const lines = linesOf({ ...result, rules: ['First *points*'] })
    expect(lines.filter((line) => line.startsWith('## '))).toEqual([
      '## Standings',
      '## Ratings',
      '## Head to head',
      '## Likelihood of superiority',
      '## Statistics',
      '## Matches',
    ])
    const at = lines.indexOf('## Standings')
    expect(lines.slice(at, at + 4)).toEqual([
      '## Standings',
      '',
      expect.stringMatching(/^\| \\# \| entrant \| points \|.*\| decided by \|$/) as string,
      expect.stringMatching(/^\| ---: \| --- \| ---: \|.*\| --- \|$/) as string,
    ])
    expect(lines.slice(at + 7, at + 10)).toEqual(['', '*First \\*points\\*.*', ''])
  })

  test('links each match to its record, and one that was not played to nothing', () => {
    const [game] = result.games
    if (!game) throw new Error('a match')
    expect(linesOf(result).findLast((line) => line.startsWith(`| ${game.key}`))).toMatch(
      new RegExp(`\\| \\[record\\]\\(records/${game.key}.jsonl\\) \\|$`),
    )
    const forfeited = { ...result, games: [{ ...game, how: 'forfeited' as const }] }
    expect(linesOf(forfeited).findLast((line) => line.startsWith(`| ${game.key}`))).toMatch(
      / was out \| {2}\|$/,
    )
    expect(linesOf(result, (key) => `/matches/${key}`).join()).toContain(`[record](/matches/${game.key})`)
  })

  test('has no tables of every pair for more than 40 entrants, and none without entrants', () => {
    const entrants = Array.from({ length: 41 }, (_, at) => ({ name: `e${at}`, bot: 'x' }))
    expect(linesOf({ ...result, entrants })).not.toContain('## Head to head')
    const { standings: _, ...rest } = result
    const empty = {
      ...rest,
      standings: [],
      ratings: [],
      crosstable: [],
      statistics: [],
      games: [],
      entrants: [],
    }
    expect(linesOf(empty).filter((line) => line.startsWith('## '))).toEqual(['## Matches'])
  })

  test('writes a name in one line, without markup', () => {
    const standings = result.standings.map((row) => ({ ...row, name: '\\`*_[]<>|#!\n x' }))
    expect(linesOf({ ...result, standings }).join('\n')).toContain('| \\\\\\`\\*\\_\\[\\]\\<\\>\\|\\#\\! x |')
  })
})

test('a knock-out is a list of its rounds and ties, with winners in bold', () => {
  const tie = (more: Partial<Tie>): Tie =>
    makeTie('x', {
      slots: [
        { entrant: 'a*', seed: 1 },
        { entrant: 'bob', seed: 2 },
      ],
      ...more,
    })
  const winners = {
    title: 'Winners',
    rounds: [
      {
        title: 'Semi-final',
        ties: [
          tie({ score: [2, 1], winner: 0, decided: 'matches' }),
          tie({ slots: [{ entrant: 'cid' }, { entrant: null }], winner: 0, decided: 'bye' }),
          tie({ winner: 1, decided: 'better-seed', matches: ['m'] }),
        ],
      },
      {
        title: 'Final',
        ties: [tie({ slots: [{ entrant: undefined, expected: 'winner' }, { entrant: undefined }] })],
      },
    ],
  }
  const third = { title: 'Third place', rounds: [{ title: 'Third place', ties: [tie({})] }] }
  const listOf = (bracket: Bracket): readonly string[] => {
    const lines = linesOf({ ...result, bracket })
    const at = lines.indexOf('## Knock-out')
    expect(lines.indexOf('## Ratings')).toBeGreaterThan(at)
    return lines.slice(at, lines.indexOf('## Ratings'))
  }
  const semi = [
    '  - **a\\*** against bob 2–1',
    '  - **cid** against bye',
    '  - a\\* against **bob**: drawn 0–0, bob is placed ahead by seeding',
  ]
  expect(listOf({ parts: [winners] })).toEqual([
    '## Knock-out',
    '',
    '- **Semi-final**',
    ...semi,
    '- **Final**',
    '  - winner against …',
    '',
  ])
  expect(listOf({ parts: [winners, third] }).filter((line) => line.startsWith('- '))).toEqual([
    '- **Winners: Semi-final**',
    '- **Winners: Final**',
    '- **Third place**',
  ])
})
