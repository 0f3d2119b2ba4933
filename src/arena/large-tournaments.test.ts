import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { newStores, person, tell } from '../store/new-store.fixture.ts'
import type { Store } from '../store/store.ts'
import { headerOf } from '../tournament-runner/tournament-spec.ts'
import { openLargeTournaments, type LargeTournaments } from './large-tournaments.ts'
import { logContest } from './logged-contest.fixture.ts'
import { openTournamentViews, type MarksShown } from './tournament-views.ts'
import { summariseTournament, workOutTournament, type TournamentLog } from './work-out-tournament.ts'

const newStore = newStores()
const ENTRANTS = 66

function rowOf(store: Store, id = 1) {
  const row = store.tournament(id)
  if (!row) throw new Error('no tournament')
  return row
}

function logLarge(store: Store, challenge = 'tic-tac-toe') {
  const entrants = Array.from({ length: ENTRANTS }, (_, at) => {
    tell(store, person(at + 1, `team ${at}`))
    return `player:${at + 1}`
  })
  const contest = logContest(store, {
    challenge,
    format: 'swiss',
    options: { rounds: 2, games: 1 },
    entrants,
  })
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
  expect(took.map(({ workMs }) => workMs > 0)).toEqual([true, false, true, true, false])
  expect(asked.map(([kind]) => kind).toSorted()).toEqual(['summary', 'view', 'view'])
  const here = must(workOutTournament(asked[0]?.[1] as TournamentLog))
  const { result, texts, schedule } = must(views.view(row, 'published'))
  expect(JSON.parse(texts?.whole ?? '')).toEqual(JSON.parse(JSON.stringify(here.result)))
  expect(JSON.parse(texts?.short ?? '')).toEqual(JSON.parse(JSON.stringify(result)))
  expect(schedule.map(({ key }) => key)).toEqual([...here.ended, ...here.upcoming].map(({ key }) => key))
  expect(views.summary(row)).toEqual(must(summariseTournament(asked[0]?.[1] as TournamentLog)))
  expect(await views.prepare(row, 'all')).toMatchObject({ workMs: 0 })
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

test('marks that are published while a large tournament is worked out are shown', async () => {
  using store = newStore()
  logLarge(store, 'boost-tron')
  tell(store, { kind: 'mark-given', tournament: 1, judge: 'eve', entrant: 'team 7', points: 20 })
  await using large = openLargeTournaments()
  using views = openTournamentViews(store, { large })
  const early = views.prepare(rowOf(store), 'published')
  tell(store, { kind: 'marks-published', tournament: 1 })
  views.changed(1, 'other')
  await Promise.all([early, views.prepare(rowOf(store), 'published')])
  const { standings } = must(views.view(rowOf(store), 'published')).result
  expect(standings.find(({ name }) => name === 'team 7')).toMatchObject({ judged: 20 })
})

test.each(['result', 'other'] as const)(
  'a large tournament that changes faster than it is worked out is shown as it was asked for: %s',
  async (change) => {
    using store = newStore()
    logLarge(store)
    await using thread = openLargeTournaments()
    const { asked, large } = listening(thread)
    let isBusy = true
    using views = openTournamentViews(store, {
      restMs: () => 0,
      large: {
        ...large,
        async view(log) {
          if (asked.length > 5) throw new Error('it is worked out again and again')
          if (isBusy) views.changed(1, change)
          return large.view(log)
        },
      },
    })
    const { since } = await views.prepare(rowOf(store), 'published')
    expect(asked).toHaveLength(1)
    expect(must(views.view(rowOf(store), 'published', since)).texts).toBeDefined()
    isBusy = false
    await views.prepare(rowOf(store), 'published')
    expect(asked).toHaveLength(2)
  },
)

test.each(['waits', 'runs'])('a large tournament that %s under other rules says so', async (status) => {
  using store = newStore()
  const { spec } = logLarge(store)
  const header = { ...headerOf(spec), version: 999 }
  tell(store, { kind: 'tournament-created', tournament: 2, name: 'Old', challenge: 'tic-tac-toe', header })
  if (status === 'runs') tell(store, { kind: 'tournament-moved', tournament: 2, status: 'running' })
  await using large = openLargeTournaments()
  using views = openTournamentViews(store, { large })
  const row = rowOf(store, 2)
  await views.prepare(row, 'summary')
  await views.prepare(row, 'published')
  expect(views.view(row, 'published')).toMatchObject({ ok: false, problem: { code: 'bad-tournament' } })
  expect(views.summary(row)).toMatchObject({ entrants: ENTRANTS, played: 0 })
  const wanted = { format: 'json', table: '', origin: '', matches: [], boards: undefined } as const
  expect((await views.report(row, wanted)).value).toMatchObject({ problem: { code: 'bad-tournament' } })
})

test('a view waits for one report at most: the others come after it', async () => {
  using store = newStore()
  logLarge(store)
  await using large = openLargeTournaments()
  using views = openTournamentViews(store, { large })
  const row = rowOf(store)
  const wanted = { format: 'json', table: '', origin: '', matches: [], boards: undefined } as const
  const done: string[] = []
  const asked = [1, 2, 3].map(async (number) => {
    await views.report(row, wanted)
    done.push(`report ${number}`)
  })
  await views.prepare(row, 'published')
  done.push('view')
  await Promise.all(asked)
  expect(done.filter((one) => one !== 'view')).toEqual(['report 1', 'report 2', 'report 3'])
  expect(done.indexOf('view')).toBeLessThan(2)
})

test('at most eight reports of large tournaments wait', async () => {
  using store = newStore()
  logLarge(store)
  await using large = openLargeTournaments()
  using views = openTournamentViews(store, { large })
  const wanted = { format: 'json', table: '', origin: '', matches: [], boards: undefined } as const
  const many = await Promise.all(Array.from({ length: 9 }, () => views.report(rowOf(store), wanted)))
  expect(many.map(({ value }) => (value.ok ? 'written' : value.problem.code))).toEqual([
    ...Array.from({ length: 8 }, () => 'written'),
    'records-busy',
  ])
})
