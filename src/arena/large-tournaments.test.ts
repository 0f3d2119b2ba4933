import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { newStores, person, tell } from '../store/new-store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openLargeTournaments, type LargeTournaments } from './large-tournaments.ts'
import { logContest } from './logged-contest.fixture.ts'
import { openTournamentViews, type MarksShown } from './tournament-views.ts'
import { summariseTournament, workOutTournament, type TournamentLog } from './work-out-tournament.ts'

const newStore = newStores()
const ENTRANTS = 66

function rowOf(store: Store) {
  const row = store.tournament(1)
  if (!row) throw new Error('no tournament')
  return row
}

function logLarge(store: Store) {
  const entrants = Array.from({ length: ENTRANTS }, (_, at) => {
    tell(store, person(at + 1, `team ${at}`))
    return `player:${at + 1}`
  })
  const contest = logContest(store, { format: 'swiss', options: { rounds: 2, games: 1 }, entrants })
  const play = (): void => {
    for (const one of contest.open()) contest.add(one)
  }
  play()
  tell(store, { kind: 'tournament-moved', tournament: 1, status: 'running' })
  return { ...contest, play }
}

/** The thread, and what it was asked. */
function listening(thread: LargeTournaments) {
  const asked: (readonly [kind: string, log: TournamentLog])[] = []
  const note = <T>(kind: string, log: TournamentLog, answer: T): T => {
    asked.push([kind, log])
    return answer
  }
  const large: LargeTournaments = {
    ...thread,
    summary: (log) => note('summary', log, thread.summary(log)),
    view: (log) => note('view', log, thread.view(log)),
  }
  return { asked, large }
}

test('a large tournament comes out of the thread as it is worked out here, once for all who ask', async () => {
  using store = newStore()
  logLarge(store)
  await using thread = openLargeTournaments()
  const { asked, large } = listening(thread)
  using views = openTournamentViews(store, { large })
  const row = rowOf(store)
  const asks: (MarksShown | 'summary')[] = ['published', 'published', 'all', 'summary', 'summary']
  const took = await Promise.all(asks.map((what) => views.prepare(row, what)))
  // Who shares the work is not charged for it.
  expect(took.map((ms) => ms > 0)).toEqual([true, false, true, true, false])
  expect(asked.map(([kind]) => kind).toSorted()).toEqual(['summary', 'view', 'view'])
  const here = must(workOutTournament(asked[0]?.[1] as TournamentLog))
  const { result, texts, schedule } = must(views.view(row, 'published'))
  expect(JSON.parse(texts?.whole ?? '')).toEqual(JSON.parse(JSON.stringify(here.result)))
  expect(JSON.parse(texts?.short ?? '')).toEqual(JSON.parse(JSON.stringify(result)))
  expect(schedule.map(({ key }) => key)).toEqual([...here.ended, ...here.upcoming].map(({ key }) => key))
  expect(views.summary(row)).toEqual(must(summariseTournament(asked[0]?.[1] as TournamentLog)))
  expect(await views.prepare(row, 'all')).toBe(0)
})

test('what changes while a large tournament is worked out is shown', async () => {
  using store = newStore()
  const contest = logLarge(store)
  await using thread = openLargeTournaments()
  const { asked, large } = listening(thread)
  using views = openTournamentViews(store, { large, restMs: () => 0 })
  const row = rowOf(store)
  const early = views.prepare(row, 'published')
  tell(store, { kind: 'entrant-withdrawn', tournament: 1, entrant: 'team 7', round: 2 })
  views.changed(1, 'other')
  await Promise.all([early, views.prepare(row, 'published')])
  expect(asked.map(([kind, { withdrawn }]) => [kind, withdrawn.length])).toEqual([
    ['view', 0],
    ['view', 1],
  ])
  const outs = must(views.view(row, 'published')).result.standings.flatMap(({ name, out }) =>
    out === undefined ? [] : [name],
  )
  expect(outs).toEqual(['team 7'])
  contest.play()
  views.changed(1, 'result')
  await views.prepare(row, 'published')
  expect(must(views.view(row, 'published')).result.isDone).toBe(true)
})

test('a large tournament that was begun under other rules says so, and so does its report', async () => {
  using store = newStore()
  logLarge(store)
  await using large = openLargeTournaments()
  using views = openTournamentViews(store, { large })
  const now = rowOf(store)
  const row = { ...now, header: { ...now.header, version: 999 } }
  await views.prepare(row, 'published')
  expect(views.view(row, 'published')).toMatchObject({ ok: false, problem: { code: 'bad-tournament' } })
  expect(views.summary(row)).toMatchObject({ entrants: ENTRANTS, played: 0 })
  const wanted = { format: 'json', table: '', origin: '', matches: [], boards: undefined } as const
  expect((await views.report(row, wanted)).value).toMatchObject({ problem: { code: 'bad-tournament' } })
  const many = await Promise.all(Array.from({ length: 9 }, () => views.report(now, wanted)))
  expect(many.map(({ value }) => (value.ok ? 'written' : value.problem.code))).toEqual([
    ...Array.from({ length: 8 }, () => 'written'),
    'records-busy',
  ])
})
