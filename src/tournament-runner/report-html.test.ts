import { describe, expect, test } from 'vitest'
import type { ResultSprt, TournamentResult } from '../api/tournament-result.ts'
import { addTime, NO_TIMES } from './move-times.ts'
import { htmlReport, type ReportBoards, type ReportExtras } from './report-html.ts'
import type { Measurements } from './statistics.ts'
import { elementsOf, select, type SvgElement } from './svg.fixture.ts'
import { playedTournament, tournamentOf } from './tournament.fixture.ts'

const names = ['ann', 'bob', 'cid', 'dan']
const { result } = playedTournament(tournamentOf(names, { format: 'round-robin-knock-out', seed: 11 }))
const NOTHING: Measurements = { moveTimes: new Map(), memory: new Map() }

const read = (of: TournamentResult, measured = NOTHING, extras?: ReportExtras): readonly SvgElement[] =>
  elementsOf({ html: htmlReport(of, measured, extras) })
const titles = (all: readonly SvgElement[], tag = 'h2'): readonly string[] =>
  select(all, tag).map(({ text }) => text)

describe('the head of a report', () => {
  test('has the title and the facts of the tournament', () => {
    const all = read({ ...result, title: 'Cup' })
    expect([titles(all, 'title').slice(0, 1), titles(all, 'h1'), titles(all, 'p').slice(0, 1)]).toEqual([
      ['Cup'],
      ['Cup'],
      ['Final result'],
    ])
    expect(titles(all, 'dt')).toEqual(['entrants', 'matches', 'challenge', 'format', 'seed'])
    const played = String(result.matches.played)
    expect(titles(all, 'dd')).toEqual(['4', played, 'light-cycle', 'round robin knock out', '11'])
  })

  test('says that the tournament goes on, and how many games were copies', () => {
    const all = read({ ...result, isDone: false, rounds: { games: 9, different: 8 } })
    expect(titles(all, 'p')[0]).toBe('Standing so far')
    expect(titles(all, 'dt').slice(1, 3)).toEqual(['matches so far', 'copies count once'])
    expect(titles(all, 'dd')[2]).toBe('9 games, 8 different')
  })

  test('allows no script and nothing from elsewhere', () => {
    const policy = select(read(result), 'meta').find((one) => one.get('http-equiv') !== '')
    expect(policy?.get('content')).toBe("default-src 'none'; style-src 'unsafe-inline'")
  })
})

describe('a report', () => {
  test('has a section for each thing that there is', () => {
    expect(titles(read(result))).toEqual([
      'Standings',
      'Knock-out',
      'Ratings',
      'Head to head',
      'Likelihood of superiority',
      'Statistics',
      'Matches',
    ])
    const { bracket: _, ...plain } = result
    expect(titles(read({ ...plain, ratings: [] }))).toEqual([
      'Standings',
      'Head to head',
      'Statistics',
      'Matches',
    ])
    expect(titles(read({ ...plain, ratings: result.ratings.slice(0, 2) }))).not.toContain(
      'Likelihood of superiority',
    )
  })

  test('has no tables of every pair for more than 40 entrants', () => {
    const entrants = Array.from({ length: 41 }, (_, at) => ({ name: `e${at}`, bot: 'x' }))
    expect(titles(read({ ...result, entrants }))).toEqual([
      'Standings',
      'Knock-out',
      'Ratings',
      'Statistics',
      'Matches',
    ])
    expect(titles(read({ ...result, entrants: entrants.slice(1) }))).toContain('Head to head')
  })

  test('plots the times of moves of the entrants that have made any', () => {
    const moveTimes = new Map([
      ['ann', addTime(NO_TIMES, 5)],
      ['bob', NO_TIMES],
    ])
    const all = read(result, { ...NOTHING, moveTimes })
    expect(titles(all, 'h3')).toContain('Time of a move')
    expect(titles(all, 'title').filter((title) => title.includes('half of the moves'))).toHaveLength(1)
    expect(titles(read(result), 'h3')).not.toContain('Time of a move')
  })
})

describe('the podium', () => {
  const podium = (of: TournamentResult): readonly (readonly string[])[] => {
    const all = read(of)
    const [places, people, totals] = ['place', 'name', 'total'].map((kind) => select(all, 'span', kind))
    return select(all, 'li')
      .slice(0, places?.length)
      .map((item, at) => [
        item.get('class'),
        places?.[at]?.text ?? '',
        people?.[at]?.text ?? '',
        totals?.[at]?.text ?? '',
      ])
  }

  test('has the first three, each with its medal and its points', () => {
    const three = result.standings.slice(0, 3).map(({ name, total }) => [name, `${total} points`])
    expect(podium(result)).toEqual([
      ['first', '1', ...(three[0] ?? [])],
      ['second', '2', ...(three[1] ?? [])],
      ['third', '3', ...(three[2] ?? [])],
    ])
  })

  test('gives equal places equal medals', () => {
    const standings = result.standings.map((row, at) => ({ ...row, place: at < 2 ? 1 : 4 }))
    expect(podium({ ...result, standings }).map(([medal]) => medal)).toEqual(['first', 'first', 'third'])
  })

  test('waits for the end, and needs three', () => {
    expect(podium({ ...result, isDone: false })).toEqual([])
    expect(podium({ ...result, standings: result.standings.slice(0, 2) })).toEqual([])
    expect(podium({ ...result, standings: result.standings.slice(0, 3) })).toHaveLength(3)
  })
})

/** The elements of one table of a page. */
const tableOf = (page: string, id: string): readonly SvgElement[] =>
  elementsOf({ html: page.split(`id="${id}"`)[1]?.split('</table>')[0] ?? '' })

test('each table names its rows, aligns numbers, and the standings say in a wide cell what decided', () => {
  const page = htmlReport(result, NOTHING)
  const ranked = result.standings.map(({ name }) => name)
  const rated = result.ratings.map(({ name }) => name)
  for (const [id, rows] of [
    ['standings', ranked],
    ['crosstable', ranked],
    ['superiority', rated],
  ] as const) {
    const heads = tableOf(page, id).filter((one) => one.tag === 'th' && one.get('scope') === 'row')
    expect(heads.map(({ text }) => text)).toEqual(rows)
  }
  expect(select(tableOf(page, 'standings'), 'td', 'wide')).toHaveLength(ranked.length)
  expect(select(tableOf(page, 'ratings'), 'td', 'number').length).toBeGreaterThan(ranked.length)
})

describe('a table', () => {
  const all = read(result)

  test('has its id, its columns and its notes', () => {
    expect(
      select(all, 'table')
        .slice(0, 5)
        .map((one) => one.get('id')),
    ).toEqual(['standings', 'ratings', 'crosstable', 'superiority', 'statistics'])
    const columns = select(all, 'th').filter((one) => one.get('scope') === 'col')
    expect(columns.slice(0, 3).map((one) => [one.text, one.get('class')])).toEqual([
      ['#', 'number'],
      ['entrant', ''],
      ['points', 'number'],
    ])
    for (const rule of result.rules) expect(titles(all, 'li')).toContain(rule)
    const bare = read({ ...result, rules: [], notes: [] })
    expect(select(bare, 'ul', 'notes')).toHaveLength(select(all, 'ul', 'notes').length - 1)
  })

  test('of the standings names its rows, and draws points as bars of the most points', () => {
    const standings = result.standings.map((row, at) => ({ ...row, points: [8, 4, 1, 0][at] ?? 0 }))
    const shown = read({ ...result, standings })
    const bars = select(shown, 'td', 'number bar')
    expect(bars.map((bar) => [bar.text, bar.get('style')])).toEqual([
      ['8', '--share:100%'],
      ['4', '--share:50%'],
      ['1', '--share:13%'],
      ['0', '--share:0%'],
    ])
    const rows = select(shown, 'th').filter((one) => one.get('scope') === 'row')
    expect(rows.slice(0, 4).map(({ text }) => text)).toEqual(standings.map(({ name }) => name))
    const none = read({ ...result, standings: standings.map((row) => ({ ...row, points: 0 })) })
    expect(select(none, 'td', 'number bar')[0]?.get('style')).toBe('--share:0%')
    expect(select(shown, 'td', 'wide').length).toBeGreaterThanOrEqual(4)
  })

  test('of every pair is coloured by the score of the row, and titled with the matches', () => {
    const cell = (wins: number, draws: number, losses: number) => ({
      wins,
      draws,
      losses,
      matches: ['m1', 'm2'],
    })
    const crosstable = [
      [null, cell(3, 0, 1), null, cell(0, 0, 0)],
      [cell(1, 0, 3), null, cell(0, 2, 0), null],
      [null, null, null, null],
      [null, null, null, null],
    ] as unknown as TournamentResult['crosstable']
    const shown = read({ ...result, crosstable, ratings: [] })
    const cells = shown.filter((one) => one.tag === 'td' && /^(?:heat|self)/.test(one.get('class')))
    expect(cells.slice(0, 8).map((one) => [one.get('class'), one.get('style'), one.text])).toEqual([
      ['self', '', ''],
      ['heat won', '--heat:28%', '3-0-1'],
      ['heat', '', ''],
      ['heat won', '--heat:0%', '0-0-0'],
      ['heat lost', '--heat:28%', '1-0-3'],
      ['self', '', ''],
      ['heat won', '--heat:0%', '0-2-0'],
      ['heat', '', ''],
    ])
    const [first, second] = result.standings.map(({ name }) => name)
    expect(cells[1]?.get('title')).toBe(`${first} against ${second}: m1, m2`)
  })

  test('of superiority is coloured by the likelihood', () => {
    const ratings = result.ratings.slice(0, 3).map((one, at) => ({
      ...one,
      superiority: [
        [0.5, 0.9, 0.5],
        [0.1, 0.5, 0.5],
        [0.5, 0.5, 0.5],
      ][at] as number[],
    }))
    const page = htmlReport({ ...result, ratings }, NOTHING)
    const [, table = ''] = page.split('id="superiority"')
    const cells = elementsOf({ html: table }).filter((one) => /^(?:heat|self)/.test(one.get('class')))
    expect(cells.slice(0, 4).map((one) => [one.get('class'), one.get('style'), one.text])).toEqual([
      ['self', '', ''],
      ['heat won', '--heat:44%', '90 %'],
      ['heat won', '--heat:0%', '50 %'],
      ['heat lost', '--heat:44%', '10 %'],
    ])
  })
})

describe('an SPRT', () => {
  const sprt: ResultSprt = {
    terms: { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 },
    llr: 1,
    lower: -3,
    upper: 5,
    pairs: [1, 2, 3, 4, 5],
    verdict: null,
    elo: { elo: 0, low: 0, high: 0 },
    copies: 0,
  }
  const shown = (more: Partial<ResultSprt>): readonly SvgElement[] =>
    read({ ...result, sprt: { ...sprt, ...more } })

  test('has its question, its ratio between both ends, and its pairs', () => {
    const all = shown({})
    expect(titles(all)).toContain('SPRT')
    expect(select(all, 'p', 'verdict')[0]?.text).toBe(
      'No verdict yet: is ann stronger by 0 points (H0) or by 10 (H1)?',
    )
    expect(all.find(({ get }) => get('style').startsWith('left'))?.get('style')).toBe('left:50.0%')
    const words = titles(all, 'span')
    expect(words).toEqual(expect.arrayContaining(['H0 at -3.00', 'log-likelihood ratio 1.00', 'H1 at 5.00']))
    expect(titles(all, 'p')).toContain('Pairs with 0, ½, 1, 1½ and 2 points: 1, 2, 3, 4, 5')
    expect(titles(all, 'p').some((text) => text.startsWith('Copies'))).toBe(false)
  })

  test('says which hypothesis is accepted, how many pairs were copies and why it ended', () => {
    const all = shown({ verdict: 'H1', copies: 2, whyStopped: 'It only repeats' })
    expect(select(all, 'p', 'verdict')[0]?.text).toMatch(/^H1 is accepted: is ann/)
    expect(titles(all, 'p')).toEqual(
      expect.arrayContaining(['Copies of earlier pairs, which do not count: 2', 'It only repeats.']),
    )
  })

  test.each([
    [-9, '0.0'],
    [9, '100.0'],
  ])('with a ratio of %i has its mark at %s %%', (llr, share) => {
    const mark = shown({ llr }).find(({ get }) => get('style').startsWith('left'))
    expect(mark?.get('style')).toBe(`left:${share}%`)
  })
})

describe('the list of matches', () => {
  const boardsOf = (leftOut: number, ...keys: readonly string[]): ReportBoards => ({
    player: { script: 'run()', style: '.board {}' },
    records: new Map(keys.map((key) => [key, '{}'])),
    leftOut,
  })
  const [one, two] = result.games.map(({ key }) => key)
  if (one === undefined || two === undefined) throw new Error('two matches')
  const links = (extras?: ReportExtras): readonly (readonly string[])[] =>
    select(read(result, NOTHING, extras), 'a')
      .slice(0, 3)
      .map((link) => [link.get('href'), link.text, link.get('title')])

  test('links to records, to an arena, or to boards in the page', () => {
    expect(links()[0]).toEqual([`records/${one}.jsonl`, one, ''])
    expect(links({ linkOf: (key) => `/matches/${key}` })[0]).toEqual([`/matches/${one}`, one, ''])
    expect(links({ boards: boardsOf(0, one) })).toEqual([
      [`#match-${one}`, one, ''],
      [`records/${one}.jsonl`, '↗', 'Its record'],
      [`records/${two}.jsonl`, two, ''],
    ])
    expect(links({ boards: boardsOf(0, one), linkOf: (key) => `/matches/${key}` })[1]).toEqual([
      `/matches/${one}`,
      '↗',
      'In the arena',
    ])
    expect(links({ boards: boardsOf(0, one), linkOf: () => '' })[1]?.[1]).not.toBe('↗')
  })

  test('has a list for each stage with its number of matches, and its columns once each', () => {
    const all = read(result)
    const stages = [...Map.groupBy(result.games, ({ stage }) => stage)]
    expect(titles(all, 'summary')).toEqual(stages.map(([stage]) => stage))
    const page = htmlReport(result, NOTHING)
    const [, list = ''] = page.split('<h2>Matches</h2>')
    const head = elementsOf({ html: list })
      .filter(({ tag }) => tag === 'th')
      .slice(0, 6)
    expect(head.map((cell) => [cell.text, cell.get('class')])).toEqual([
      ['match', ''],
      ['first', ''],
      ['second', ''],
      ['score', 'number'],
      ['winner', ''],
      ['how it ended', ''],
    ])
    expect(select(elementsOf({ html: list }), 'span').map(({ text }) => text)).toEqual(
      stages.map(([, games]) => String(games.length)),
    )
    const [game] = result.games
    const cells = select(elementsOf({ html: list }), 'td').slice(0, 6)
    expect(cells[3]?.text).toBe(game?.score.join('–'))
    expect(cells[4]?.text).toBe(game?.winner ?? 'drawn')
    expect(cells[5]?.text).toBe(game?.rounds[0]?.reason)
  })

  test('is open for 60 matches in 8 stages, and closed for more', () => {
    const [game] = result.games
    if (!game) throw new Error('a match')
    const isOpen = (matches: number, stages: number): boolean =>
      htmlReport(
        {
          ...result,
          games: Array.from({ length: matches }, (_, at) => ({ ...game, stage: `stage ${at % stages}` })),
        },
        NOTHING,
      ).includes('<details open>')
    expect([isOpen(60, 8), isOpen(61, 8), isOpen(9, 9)]).toEqual([true, false, false])
  })

  test('comes after the boards, which say how many there are and where the others are', () => {
    const notes = (extras: ReportExtras): string =>
      select(read(result, NOTHING, extras), 'p', 'notes')
        .map(({ text }) => text)
        .join()
    expect(notes({ boards: boardsOf(0, one) })).toBe('One match has its board in this file.')
    const left =
      '3 were left out to keep the file small: the last rounds and the last match of each entrant come first.'
    expect(notes({ boards: boardsOf(3, one, two) })).toBe(
      `2 matches have their boards in this file. ${left} For the others the list links to their records.`,
    )
    expect(notes({ boards: boardsOf(3, one, two), linkOf: () => '' })).toContain(
      `${left} The others open in the arena.`,
    )
    const page = htmlReport(result, NOTHING, { boards: boardsOf(0, one) })
    expect(page).toContain('.board {}')
    const tricky = { ...boardsOf(0), records: new Map([[one, '{"name":"</script><b>"}']]) }
    const [, data = ''] =
      /id="records">(.*?)<\/script>/s.exec(htmlReport(result, NOTHING, { boards: tricky })) ?? []
    expect(JSON.parse(data)).toEqual({ [one]: '{"name":"</script><b>"}' })
    expect(page).toContain(`<script type="application/json" id="records">{"${one}":"{}"}</script>`)
    expect(htmlReport(result, NOTHING)).not.toContain('id="boards"')
  })
})
