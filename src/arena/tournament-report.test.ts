import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { created, house, newStores, over, tell } from '../store/new-store.fixture.ts'
import type { Store } from '../store/store.ts'
import type { ReportBoards } from '../tournament-runner/report-html.ts'
import { logContest } from './logged-contest.fixture.ts'
import { boardsOf, writeReport, type ReportFormat } from './tournament-report.ts'
import { openTournamentViews } from './tournament-views.ts'

const newStore = newStores()

/** The report of a round robin; only its first match was played in the arena, as match 5. */
function reportOf(store: Store) {
  const contest = logContest(store)
  const [first] = contest.open()
  if (!first) throw new Error('no match')
  tell(
    store,
    created(5, [house, house], 'tic-tac-toe', { origin: 'tournament' }),
    { kind: 'tournament-match', tournament: 1, key: first.key, match: 5 },
    over(5, 0),
  )
  contest.addAll()
  const row = store.tournament(1)
  using views = openTournamentViews(store)
  const result = row && must(views.view(row, 'published')).result
  if (!row || !result) throw new Error('no tournament')
  const [lines, matches] = [store.tournamentResults(1), store.tournamentMatches(1)]
  const origin = 'https://arena.example'
  return {
    write: (format: ReportFormat, table = '', boards?: ReportBoards) =>
      writeReport(lines, result, { format, table, origin, matches, boards }),
    boards: (record: (match: number) => Promise<string>) =>
      boardsOf(result, matches, { script: '', style: '' }, record),
  }
}

test('matches of a report link to their boards in the arena, if they have one', () => {
  using store = newStore()
  const report = reportOf(store)
  const links = (text: string) => text.match(/https:\/\/arena\.example\/matches\/\d+/g)
  expect(links(report.write('md') ?? '')).toEqual(['https://arena.example/matches/5'])
  expect(links(report.write('csv', 'matches') ?? '')).toEqual(['https://arena.example/matches/5'])
  expect(report.write('md')).not.toContain('undefined')
  expect(report.write('csv', 'matches')).not.toContain('undefined')
  expect(JSON.parse(report.write('json') ?? '')).toMatchObject({ standings: [{ place: 1 }, {}, {}] })
})

test('each table is a CSV file of its own, and others are none', () => {
  using store = newStore()
  const report = reportOf(store)
  expect(report.write('csv', 'standings')).toContain('house:perfect')
  expect(report.write('csv', 'nonsense')).toBeUndefined()
})

test('a page without the web application has links only, and with it the records of the matches that have one', async () => {
  using store = newStore()
  const report = reportOf(store)
  const asked: number[] = []
  const record = async (match: number) => {
    asked.push(match)
    return 'the record of match 5'
  }
  expect(report.write('html')).toContain('https://arena.example/matches/5')
  expect(asked).toEqual([])
  expect(report.write('html', '', await report.boards(record))).toContain('the record of match 5')
  expect(asked).toEqual([5])
})
