import { expect, test, vi } from 'vitest'
import { deferred } from '../base/deferred.ts'
import type { JsonObject } from '../base/json.ts'
import { must } from '../base/result.ts'
import { openDesks } from '../protocols/desk.ts'
import { openStore } from '../store/open-store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { created, house, newStores, over, person, tell } from '../store/new-store.fixture.ts'
import type { Store } from '../store/store.ts'
import { headerOf } from '../tournament-runner/tournament-spec.ts'
import { openArena, type ArenaOptions } from './arena.ts'
import { logContest } from './logged-contest.fixture.ts'
import { readyBot } from './logged-bots.fixture.ts'
import { openTournamentViews, standingsNow } from './tournament-views.ts'
import { openTournaments } from './tournaments.ts'

const tempFolder = tempFolders()
const newStore = newStores()

const NO_BOTS: ArenaOptions['seating'] = {
  locateBot: () => ({ ok: false, problem: { code: 'bot-not-ready', message: 'there are no bots' } }),
  seatRemote: openDesks().seat,
}

test('a view that takes long to work out rests when a result comes in, and is new when anything else does', async () => {
  using store = must(openStore(tempFolder()))
  await using arena = openArena({ store, seating: NO_BOTS })
  await using tournaments = openTournaments(arena)
  const entrants = ['house:random', 'house:first', 'house:baseline']
  const row = must(
    tournaments.create({ name: 'T', challenge: 'tic-tac-toe', format: 'round-robin', entrants }),
  )
  using slow = openTournamentViews(store, { restMs: () => 1e12 })
  using quick = openTournamentViews(store, { restMs: () => 0 })
  const results = () => [slow, quick].map((views) => must(views.view(row, 'published')).result)
  const before = results()
  for (const views of [slow, quick]) views.changed(row.id, 'result')
  const after = results()
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  slow.changed(row.id, 'other')
  expect(results()[0]).not.toBe(before[0])
})

test('who was shown a view without its newest results is told when it would have them', async () => {
  using store = must(openStore(tempFolder()))
  await using arena = openArena({ store, seating: NO_BOTS })
  await using tournaments = openTournaments(arena)
  const entrants = ['house:random', 'house:first']
  const row = must(
    tournaments.create({ name: 'T', challenge: 'tic-tac-toe', format: 'round-robin', entrants }),
  )
  let rested = deferred<number>()
  using views = openTournamentViews(store, { restMs: () => 50.9, onRested: (id) => rested.resolve(id) })
  const shown = () => must(views.view(row, 'published')).result
  // A timer counts whole milliseconds, so some of them fire before the view has rested.
  for (let told = 0; told < 20;) {
    rested = deferred()
    const before = shown()
    views.changed(row.id, 'result')
    if (shown() !== before) continue // this machine stood still for longer than the rest
    expect(await rested.promise).toBe(row.id)
    expect(shown()).not.toBe(before)
    told += 1
  }
})

function rowOf(store: Store, id = 1) {
  const row = store.tournament(id)
  if (!row) throw new Error(`no tournament ${id}`)
  return row
}

test('a line of the list says how far a tournament is, and who leads alone', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  const contest = logContest(store)
  const summary = () => {
    views.changed(1, 'other')
    return views.summary(rowOf(store))
  }
  expect(summary()).toMatchObject({ entrants: 3, played: 0, known: 3, leader: undefined })
  const [first] = contest.open()
  if (!first) throw new Error('no match')
  contest.add(first)
  expect(summary()).toMatchObject({ played: 1, known: 3, leader: first.players[0] })
  expect(summary().rounds).toEqual([...new Set(contest.open().map(({ round }) => round))].toSorted())
  contest.addAll()
  expect(summary()).toMatchObject({ played: 3, known: 3, rounds: [] })

  // Of two that share the first place neither leads.
  const shared = logContest(store, { entrants: ['house:perfect', 'house:first'] })
  for (const one of shared.open()) shared.add(one, { winner: undefined, score: [0, 0] })
  expect(views.summary(rowOf(store, 2))).toMatchObject({ played: 1, known: 1, leader: undefined })
})

test('how many matches an SPRT will have is not known', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  logContest(store, { format: 'sprt', options: {}, entrants: ['house:perfect', 'house:first'] })
  expect(views.summary(rowOf(store))).toMatchObject({ entrants: 2, played: 0, known: undefined })
})

test('of a tournament under other rules only its entrants are known', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  const { spec } = logContest(store)
  const log = (tournament: number, header: JsonObject) => {
    tell(store, { kind: 'tournament-created', tournament, name: 'Old', challenge: 'tic-tac-toe', header })
    return rowOf(store, tournament)
  }
  const old = log(2, { ...headerOf(spec), version: 999 })
  expect(views.summary(old)).toEqual({
    entrants: 3,
    played: 0,
    known: undefined,
    leader: undefined,
    rounds: [],
    leaderBy: undefined,
  })
  expect(views.summary(log(3, {})).entrants).toBe(0)
  expect(views.view(old, 'all')).toMatchObject({ ok: false, problem: { code: 'bad-tournament' } })
  expect(standingsNow(store, old)).toEqual([])
})

test('a match that is called waits until it has begun, and plays until the log has its result', () => {
  using store = newStore()
  // On a slow machine a view may take longer than those that are never stale.
  using views = openTournamentViews(store, { restMs: () => 0 })
  const contest = logContest(store)
  const [first] = contest.open()
  if (!first) throw new Error('no match')
  const { key } = first
  const shown = () => {
    const one = must(views.view(rowOf(store), 'all')).schedule.find((match) => match.key === key)
    return [one?.match, one?.status]
  }
  const call = (match: number): void =>
    tell(store, created(match, [house, house], 'tic-tac-toe', { origin: 'tournament' }), {
      kind: 'tournament-match',
      tournament: 1,
      key,
      match,
    })
  expect(shown()).toEqual([undefined, 'waiting'])
  call(1)
  expect(shown()).toEqual([1, 'waiting'])
  tell(store, { kind: 'match-started', match: 1 })
  expect(shown()).toEqual([1, 'playing'])
  tell(store, over(1, undefined, true))
  expect(shown()).toEqual([undefined, 'waiting'])
  call(2)
  tell(store, { kind: 'match-started', match: 2 }, over(2, 0))
  expect(shown()).toEqual([2, 'playing'])
  contest.add(first)
  views.changed(1, 'result')
  expect(shown()).toEqual([2, 'over'])
  tell(store, { kind: 'result-annulled', tournament: 1, key, reason: 'cable', by: 'Eve' })
  views.changed(1, 'other')
  expect(shown()).toEqual([undefined, 'waiting'])
  const annulled = must(views.view(rowOf(store), 'all')).schedule.map((one) => [
    one.key === key,
    one.annulled.length,
  ])
  expect(annulled?.toSorted()).toEqual([
    [false, 0],
    [false, 0],
    [true, 1],
  ])
})

test('matches are shown by round: those that have ended, then those to come; a ruling says who decided', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  const entrants = ['house:perfect', 'house:first', 'house:random', 'house:baseline']
  const contest = logContest(store, { entrants })
  const last = contest.open().at(-1)
  if (!last) throw new Error('no match')
  const ruled = { by: 'Eve', reason: 'the other left' }
  contest.add(last, { ruled })
  const schedule = must(views.view(rowOf(store), 'all')).schedule
  expect(schedule[0]).toMatchObject({ key: last.key, status: 'over', ruled, annulled: [] })
  const ahead = schedule.slice(1)
  expect(ahead).toHaveLength(5)
  expect(ahead.map(({ round }) => round)).toEqual(ahead.map(({ round }) => round).toSorted())
  expect(ahead.every((match) => match.ruled === undefined)).toBe(true)
})

test('entrants are shown with the teams that they belong to, and marks once they are published', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  tell(store, person(1, 'Ann'), person(2, 'Bob'), ...readyBot(1, 2, 'boost-tron'))
  logContest(store, { challenge: 'boost-tron', entrants: ['player:1', 'bot:1', 'house:random'] })
  const see = (marks: 'all' | 'published') => must(views.view(rowOf(store), marks))
  expect(see('all')?.teams).toEqual([
    { name: 'Ann', player: 1 },
    { name: 'Bob · bot 1', player: 2 },
  ])
  tell(store, { kind: 'mark-given', tournament: 1, judge: 'eve', entrant: 'Ann', points: 20 })
  views.changed(1, 'other')
  const judged = (marks: 'all' | 'published') =>
    see(marks)?.result.standings.find(({ name }) => name === 'Ann')?.judged ?? 0
  expect([judged('all'), judged('published')]).toEqual([20, 0])
  expect(standingsNow(store, rowOf(store)).every(({ place }) => place === 1)).toBe(true)
  tell(store, { kind: 'marks-published', tournament: 1 })
  views.changed(1, 'other')
  expect([judged('all'), judged('published')]).toEqual([20, 20])
  expect(standingsNow(store, rowOf(store))[0]).toMatchObject({
    place: 1,
    standing: { entrant: { name: 'Ann' } },
  })
})

test('what put the leader first is said where that was no match', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  const leader = (id: number) => {
    views.changed(id, 'other')
    const { leader: name, leaderBy } = views.summary(rowOf(store, id))
    return [name, leaderBy]
  }
  const won = logContest(store)
  won.addAll()
  expect(leader(1)[1]).toBeUndefined()

  tell(store, person(1, 'Ann'), person(2, 'Bob'))
  const judged = logContest(store, { challenge: 'boost-tron', entrants: ['player:1', 'player:2'] })
  for (const one of judged.open()) judged.add(one, { winner: one.players[0] === 'Ann' ? 0 : 1 })
  tell(store, { kind: 'marks-published', tournament: 2 })
  const mark = (entrant: string, points: number): void =>
    tell(store, { kind: 'mark-given', tournament: 2, judge: 'eve', entrant, points })
  // The matches alone put her first as well.
  mark('Ann', 2)
  expect(leader(2)).toEqual(['Ann', undefined])
  mark('Bob', 20)
  expect(leader(2)).toEqual(['Bob', expect.stringMatching(/^total with the judges' points: 65 \(45 \+ 20\)/)])
})

test('a view is worked out once until its tournament changes, each kind by itself', () => {
  using store = newStore()
  using views = openTournamentViews(store, { restMs: () => 0 })
  logContest(store)
  logContest(store)
  const see = () => [
    views.summary(rowOf(store)),
    must(views.view(rowOf(store), 'all')).result,
    must(views.view(rowOf(store), 'published')).result,
  ]
  const before = see()
  expect(new Set(before).size).toBe(3)
  views.changed(2, 'other')
  for (const [at, one] of see().entries()) expect(one).toBe(before[at])
  views.changed(1, 'result')
  for (const [at, one] of see().entries()) expect(one).not.toBe(before[at])
})

test('a quick view is never stale', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  logContest(store, { entrants: ['house:perfect', 'house:first'] })
  // So small a view takes far less than the ten milliseconds of processor time that make a view rest, once the code is warm.
  const fresh = Array.from({ length: 50 }, () => {
    views.changed(1, 'other')
    const before = views.summary(rowOf(store))
    views.changed(1, 'result')
    return views.summary(rowOf(store)) !== before
  })
  expect(fresh.filter(Boolean).length).toBeGreaterThan(25)
})

test('a stale view is announced once when its rest is over, and not after the end', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    using store = newStore()
    const rested: number[] = []
    const views = openTournamentViews(store, { restMs: () => 1000.5, onRested: (id) => void rested.push(id) })
    logContest(store)
    const show = () => views.summary(rowOf(store))
    const before = show()
    for (let count = 0; count < 3; count++) {
      views.changed(1, 'result')
      expect(show()).toBe(before)
      vi.advanceTimersByTime(300)
    }
    vi.advanceTimersByTime(100)
    expect(rested).toEqual([])
    vi.advanceTimersByTime(1)
    expect(rested).toEqual([1])
    expect(show()).not.toBe(before)
    views.changed(1, 'result')
    show()
    views[Symbol.dispose]()
    vi.advanceTimersByTime(5000)
    expect(rested).toEqual([1])
  } finally {
    vi.useRealTimers()
  }
})

test('of the matches to come the next 200 are shown', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  const entrants = Array.from({ length: 21 }, (_, at) => {
    tell(store, person(at + 1, `team ${at}`))
    return `player:${at + 1}`
  })
  logContest(store, { entrants })
  expect(must(views.view(rowOf(store), 'all')).schedule).toHaveLength(200)
  expect(views.summary(rowOf(store))).toMatchObject({
    known: 210,
    rounds: Array.from({ length: 20 }, (_, at) => at + 1),
  })
})

test('a draw of lots that put the leader first is said', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  const contest = logContest(store, {
    entrants: ['house:perfect', 'house:first'],
    options: { games: 1, tieBreaks: ['lots'] },
  })
  for (const one of contest.open()) contest.add(one, { winner: undefined, score: [0, 0] })
  expect(views.summary(rowOf(store))).toMatchObject({
    leader: expect.stringMatching(/^house:/),
    leaderBy: expect.stringMatching(/^draw of lots: /),
  })
})

test('nobody leads before a match has ended, whatever the judges say', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  tell(store, person(1, 'Ann'), person(2, 'Bob'))
  logContest(store, { challenge: 'boost-tron', entrants: ['player:1', 'player:2'] })
  tell(
    store,
    { kind: 'mark-given', tournament: 1, judge: 'eve', entrant: 'Ann', points: 20 },
    { kind: 'marks-published', tournament: 1 },
  )
  expect(views.summary(rowOf(store)).leader).toBeUndefined()
})

test('an entrant that was withdrawn is shown as such', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  const contest = logContest(store)
  tell(store, { kind: 'entrant-withdrawn', tournament: 1, entrant: 'house:first', round: 1 })
  contest.addAll()
  const outs = must(views.view(rowOf(store), 'all')).result.standings.map(({ name, out }) => [name, out])
  expect(outs).toContainEqual(['house:first', 'withdrawn from round 1 on'])
})

test('once judges have marked, a contest of any challenge has the points of a contest with judges', () => {
  using store = newStore()
  using views = openTournamentViews(store)
  logContest(store).addAll()
  const first = () => {
    views.changed(1, 'other')
    return must(views.view(rowOf(store), 'all')).result.standings[0]
  }
  const before = first()
  tell(store, { kind: 'judging-set', tournament: 1, points: 10 })
  expect(first()?.total).toBe(before?.total)
  tell(store, { kind: 'mark-given', tournament: 1, judge: 'eve', entrant: before?.name ?? '', points: 7 })
  expect(first()).toMatchObject({ name: before?.name, judged: 7 })
})
