import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { TournamentResult } from '../api/tournament-result.ts'
import { openTournamentCourse } from './tournament-spec.ts'
import { tournamentResult } from './tournament-result.ts'
import { entryFor, tournamentOf, playedTournament } from './tournament.fixture.ts'
import { csvReport } from './report-csv.ts'
import { htmlReport } from './report-html.ts'
import { markdownReport } from './report-markdown.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { measurementsOf } from './statistics.ts'
import { percent, signed } from '../rating/show-numbers.ts'
import {
  formatMemory,
  formatMs,
  matchesTable,
  ratingsTable,
  standingsTable,
  statisticsTable,
} from './tables.ts'
import { REPORT_FORMATS, reportsIn, writeReports } from './write-reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

const names = ['<script>alert(1)</script>', 'b|b*', '=cmd', 'dora "d", the 4th', 'eve']
const tournament = tournamentOf(names, { format: 'round-robin-knock-out', title: 'Cup & <b>more</b>' })
const { result, entries } = playedTournament(tournament)
const measured = measurementsOf(names, entries.values())

describe('a report', () => {
  const page = htmlReport(result, measured)

  test('as HTML needs nothing from elsewhere, and runs nothing', () => {
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|https?:|url\(|@import/i)
    expect(page).toContain('Cup &#38; &#60;b&#62;more')
    expect(page).toContain('&#60;script&#62;alert(1)')
  })

  test('as HTML shows the plot, the bracket, and every match with its record', () => {
    expect(page.match(/<svg/g)?.length).toBeGreaterThanOrEqual(4)
    for (const { key } of result.games) expect(page).toContain(`href="records/${key}.jsonl"`)
    expect(page).toContain('class="podium"')
  })

  test('as HTML closes every element', () => {
    const stack: string[] = []
    for (const [tag, slash, name = '', self] of page.matchAll(/<(\/)?([a-z][a-z0-9]*)[^>]*?(\/)?>/g)) {
      if (self || ['meta', 'br'].includes(name)) continue
      if (slash) expect(stack.pop(), tag).toBe(name)
      else stack.push(name)
    }
    expect(stack).toEqual([])
  })

  test('as Markdown keeps names from being markup', () => {
    const text = markdownReport(result, measured)
    expect(text).toContain('| b\\|b\\* |')
    expect(text).not.toContain('<script>')
    const rows = text.split('\n').filter((line) => line.startsWith('| '))
    expect(rows.length).toBeGreaterThan(20)
  })

  test.each([
    ['plain', 'plain'],
    ['=1+1', "'=1+1"],
    ['-5', '-5'],
    ['+12.25', '+12.25'],
    ['-5.', "'-5."],
    ['-x', "'-x"],
    ['+x', "'+x"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['a=b', 'a=b'],
    ['-5 points', "'-5 points"],
    ['two\nlines', '"two\nlines"'],
    ['=a,"b"', '"\'=a,""b"""'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
  ])('as CSV writes %j as %j', (text, expected) => {
    const columns = [{ title: 'a', isNumber: false }]
    expect(csvReport({ id: 't', title: '', columns, rows: [[text]], notes: [] })).toBe(`a\r\n${expected}\r\n`)
  })

  test('is written into the folder in every format', async () => {
    expect(reportsIn(folder)).toEqual([])
    await writeReports(folder, REPORT_FORMATS, result, entries)
    expect(reportsIn(folder)).toEqual(REPORT_FORMATS)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['matches.csv', 'standings.csv', 'report.md']))
    const json = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Record<string, unknown[]>
    expect(json).toMatchObject({ title: 'Cup & <b>more</b>', isDone: true })
    expect(json['moveTimes']).toHaveLength(names.length)
    expect(json['memory']).toHaveLength(names.length)
    expect(json['memory']).toContainEqual({ name: 'b|b*', peakBytes: measured.memory.get('b|b*') })
    expect(json['memory']).toContainEqual({ name: 'eve', peakBytes: null })
  })

  test('shows the memory of each entrant as text, and a dot where unknown it', async () => {
    await writeReports(folder, ['csv', 'md'], result, entries)
    const csv = readFileSync(join(folder, 'statistics.csv'), 'utf8')
    expect(csv).toMatch(/^entrant,.*,longest,memory\r$/m)
    expect(csv).toMatch(/^b\|b\*,.*,52\.0 MiB\r$/m)
    expect(csv).toMatch(/^eve,.*,·\r$/m)
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toMatch(/ longest \| memory \|$/m)
    expect(page).toMatch(/>memory<\/th>/)
    expect(page).toContain('>52.0 MiB</td>')
  })

  test('has no column for memory where unknown any', () => {
    const { columns, rows } = statisticsTable(result, { ...measured, memory: new Map() })
    expect(columns.at(-1)?.title).toBe('longest')
    for (const row of rows) expect(row).toHaveLength(columns.length)
  })
})

test('an entrant is marked as the winner where it won, not where its name is a word of the report', () => {
  const named = playedTournament(tournamentOf(['drawn', 'nobody', '–'], { seed: 11 }))
  const isDrawn = named.result.games.filter(({ winner }) => winner === null)
  expect(isDrawn.length).toBeGreaterThan(0)
  const list = htmlReport(named.result, measured).split('<h2>Matches</h2>')[1] ?? ''
  expect(list.match(/<strong>/g) ?? []).toHaveLength(named.result.games.length - isDrawn.length)
})

describe('what decides between two entrants', () => {
  /** a beats b and c, b beats c and d, c beats d, d beats a: a and b are level on points, and so are c and d. */
  const decisions = (names: readonly [string, string, string, string]) => {
    const tournament = tournamentOf(names, { format: 'round-robin', options: { games: 1 } })
    const course = openTournamentCourse(tournament)
    for (const pairing of course.take(6)) {
      const [first = 0, second = 0] = pairing.players.map((name) => names.indexOf(name))
      const isUpset = first + second === 3 && first * second === 0
      const winner = first < second === isUpset ? 1 : 0
      course.add({ ...entryFor(pairing), winner, score: winner === 0 ? [1, 0] : [0, 1] })
    }
    return standingsTable(tournamentResult(tournament, course, new Map())).rows.map((row) => row.at(-1))
  }

  test('is named, whatever the entrants are called', () => {
    const plain = decisions(['ann', 'bob', 'cid', 'dan'])
    expect(plain).toEqual(['head-to-head: 2 against 0', '', 'head-to-head: 2 against 0', ''])
    for (const name of ['bob by points: 1', 'bob by wins: 1 against 0', 'Level with ann: x'])
      expect(decisions(['ann', name, 'cid', `${name}, too`])).toEqual(plain)
  })
})

test('a report says what decided a tie that no match decided', () => {
  const tournament = tournamentOf(['ann', 'bob'], { format: 'single-elimination' })
  const course = openTournamentCourse(tournament)
  for (const pairing of course.take(9)) course.add({ ...entryFor(pairing), winner: undefined, score: [0, 0] })
  const drawn = tournamentResult(tournament, course, new Map())
  const measured = measurementsOf(['ann', 'bob'], [])
  const words = 'drawn 0–0, ann is placed ahead by seeding'
  expect(standingsTable(drawn).rows[0]?.at(-1)).toBe(
    'seeding: number 1 against number 2 (the final was drawn 0–0)',
  )
  expect(drawn.games.map(({ tie }) => tie)).toEqual([words])
  for (const text of [
    htmlReport(drawn, measured),
    markdownReport(drawn, measured),
    csvReport(matchesTable(drawn)),
  ]) {
    expect(text).toContain(words)
    expect(text).not.toContain('won the final')
  }
})

describe('the result', () => {
  test('adds up', () => {
    const { matches, games, standings, statistics, ratings } = result
    expect(matches.played).toBe(games.length)
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
    expect(sum(standings.map((row) => row.wins))).toBe(sum(standings.map((row) => row.losses)))
    expect(sum(statistics.map((row) => row.rounds))).toBe(2 * sum(games.map(({ rounds }) => rounds.length)))
    expect(sum(ratings.map((row) => row.points))).toBe(matches.played)
    expect(sum(ratings.map((row) => row.elo))).toBeCloseTo(0, 0)
  })

  test('has no times and no memory', () => {
    expect(JSON.stringify(result)).not.toMatch(/"took"|Ms"|"date"|"memory"|Bytes"/)
  })

  test('says nothing about going first where both move at once', () => {
    expect(result.goingFirst).toBeUndefined()
  })
})

describe('a tournament with copies of games', () => {
  const two = tournamentOf(['ann', 'bob'], { options: { games: 20 } })
  /** The player in the first seat wins, always by the same moves. */
  const played = (copies: boolean, games = 20) => {
    const course = openTournamentCourse(tournamentOf(['ann', 'bob'], { options: { games } }))
    const all = new Map<string, LedgerEntry>()
    for (const pairing of course.take(games)) {
      const { key, players } = pairing
      const round = {
        seats: [0, 1],
        winner: 0,
        turns: 9,
        reason: '',
        faults: [undefined, undefined],
      } as const
      const fingerprint = copies ? players[0] : key
      const entry = { key, players, winner: 0, score: [1, 0], rounds: [{ ...round, fingerprint }] } as const
      all.set(key, entry)
      course.add(entry)
    }
    return { result: tournamentResult(two, course, all), entries: all }
  }
  const { result: copied, entries: copiedEntries } = played(true)

  test('counts every match, and each different game once', () => {
    expect(copied.rounds).toEqual({ games: 20, different: 2 })
    expect(copied.matches.played).toBe(20)
    expect(copied.standings.map(({ wins, losses }) => [wins, losses])).toEqual([
      [10, 10],
      [10, 10],
    ])
    expect(copied.ratings).toMatchObject([
      { rounds: 20, different: 2, points: 10 },
      { rounds: 20, different: 2, points: 10 },
    ])
  })

  test('has intervals as wide as after two games', () => {
    const widths = ({ ratings }: TournamentResult) => ratings.map(({ low, high }) => high - low)
    expect(widths(copied)).toEqual(widths(played(true, 2).result))
    expect(widths(copied)[0]).toBeGreaterThan(2 * (widths(played(false).result)[0] ?? Infinity))
  })

  test('says so in every report, and is silent without copies', () => {
    const measured = measurementsOf(['ann', 'bob'], copiedEntries.values())
    expect(htmlReport(copied, measured)).toContain('20 games, 2 different')
    expect(markdownReport(copied, measured)).toContain('20 games, 2 different: copies of a game count once')
    expect(csvReport(ratingsTable(copied))).toMatch(/rounds,different,[^]*ann,.*,20,2,/)
    const { result: plain } = played(false)
    expect(markdownReport(plain, measured)).toContain('20 games.')
    expect(markdownReport(plain, measured)).not.toContain('different')
    expect(htmlReport(plain, measured)).not.toContain('different')
  })
})

test('a test whose pairs only repeat says in one sentence why it has no verdict', () => {
  const tournament = tournamentOf(['ann', 'bob'], { format: 'sprt', options: { elo0: 0, elo1: 50 } })
  const course = openTournamentCourse(tournament)
  for (let next = course.take(1)[0]; next !== undefined; next = course.take(1)[0]) {
    const { key, players } = next
    course.add({ key, players, winner: players[0] === 'ann' ? 0 : 1, score: [1, 0], fingerprint: players[0] })
  }
  const result = tournamentResult(tournament, course, new Map())
  const sentence = /ended without a verdict: its last 20 pairs were copies of earlier ones/
  expect(result.sprt).toMatchObject({ verdict: null, pairs: [0, 0, 0, 0, 1], copies: 20 })
  expect(result.sprt?.whyStopped).toMatch(sentence)
  expect(htmlReport(result, measured)).toMatch(sentence)
})

test.each([
  [0.5, '50 %'],
  [0.99996, '>99.9 %'],
  [0.9951, '99.5 %'],
  [1, '100 %'],
  [0, '0 %'],
  [0.00001, '<0.1 %'],
])('a share of %d is %s', (share, expected) => {
  expect(percent(share)).toBe(expected)
})

test('numbers are written for people', () => {
  expect([12.4, -12.6, 0.2, Infinity, -Infinity].map(signed)).toEqual(['+12', '−13', '0', '∞', '−∞'])
  expect([undefined, 52_533_658, 1024].map(formatMemory)).toEqual(['·', '50.1 MiB', '0.0 MiB'])
  expect([undefined, 0, 0.44, 12.4, 1300].map(formatMs)).toEqual(['–', '<1 ms', '0.4 ms', '12 ms', '1.3 s'])
})
