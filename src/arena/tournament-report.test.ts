import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { created, house, newStores, over, tell } from '../store/new-store.fixture.ts'
import type { Store } from '../store/store.ts'
import { logContest } from './logged-contest.fixture.ts'
import { openReport } from './tournament-report.ts'
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
  return openReport({ store, row, result, origin: 'https://arena.example' })
}

test('matches of a report link to their boards in the arena, if they have one', () => {
  using store = newStore()
  const report = reportOf(store)
  const links = (text: string) => text.match(/https:\/\/arena\.example\/matches\/\d+/g)
  expect(links(report.markdown())).toEqual(['https://arena.example/matches/5'])
  expect(links(report.csv('matches') ?? '')).toEqual(['https://arena.example/matches/5'])
  expect(report.markdown()).not.toContain('undefined')
  expect(report.csv('matches')).not.toContain('undefined')
  expect(JSON.parse(report.json())).toMatchObject({ standings: [{ place: 1 }, {}, {}] })
})

test('each table is a CSV file of its own, and others are none', () => {
  using store = newStore()
  const report = reportOf(store)
  expect(report.csv('standings')).toContain('house:perfect')
  expect(report.csv('nonsense')).toBeUndefined()
})

test('a page without the web application has links only, and with it the records of the matches that have one', async () => {
  using store = newStore()
  const report = reportOf(store)
  const asked: number[] = []
  const record = async (match: number) => {
    asked.push(match)
    return 'the record of match 5'
  }
  expect(await report.html(undefined, record)).toContain('https://arena.example/matches/5')
  expect(asked).toEqual([])
  expect(await report.html({ script: '', style: '' }, record)).toContain('the record of match 5')
  expect(asked).toEqual([5])
})
