import { expect, test } from 'vitest'
import { fail, must } from '../base/result.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { CUP, openHall, type Hall } from './hall.fixture.ts'
import type { NewTournament } from './new-tournament.ts'
import { openPresence } from './presence.ts'

const newFolder = tempFolders()

/** A hall whose clock and dates move when the test says so. It is second 1 of 1970. */
function openDay(folder = newFolder()) {
  const fake = fakeClock()
  const clock = { ...fake, date: () => new Date(fake.now()) }
  const presence = openPresence()
  return { ...openHall(folder, { clock, presence }), clock, presence }
}

const date = (second: number): string => new Date(second * 1000).toISOString()

const KNOCK_OUT: Partial<NewTournament> = {
  format: 'single-elimination',
  options: { thirdPlace: 'no' },
  entrants: ['house:perfect', 'house:first', 'house:random', 'house:baseline'],
}

const statusOf = ({ store }: Hall, id: number) => store.tournament(id)?.status
const rowOf = ({ store }: Hall, id: number) => {
  const row = store.tournament(id)
  if (!row) throw new Error(`no tournament ${id}`)
  return row
}
const wait = (hall: Hall, more: Partial<NewTournament> = {}): number =>
  must(hall.tournaments.create({ ...CUP, ...more })).id

test('a tournament starts at its time, and a start that was moved or missed is kept', async () => {
  const folder = newFolder()
  {
    await using day = openDay(folder)
    const [soon, moved, never] = [
      wait(day, { plan: { starts: date(10) } }),
      wait(day, { plan: { starts: date(10) } }),
      wait(day, { plan: { starts: date(10) } }),
    ]
    expect(must(day.tournaments.extend(moved, { what: 'start', minutes: 1 })).status).toBe('waiting')
    must(day.tournaments.plan(never, { starts: null }))
    await day.clock.pass(9_000)
    await day.over(soon)
    expect([statusOf(day, moved), statusOf(day, never)]).toEqual(['waiting', 'waiting'])
    expect(day.tournaments.outlook(rowOf(day, moved)).plan.starts).toBe(70_000)
    expect(day.failures).toEqual([])
  }
  await using day = openDay(folder)
  await day.clock.pass(68_999)
  expect(statusOf(day, 2)).toBe('waiting')
  await day.clock.pass(1)
  await day.over(2)
  expect(statusOf(day, 3)).toBe('waiting')
})

test('a start that has passed is extended from now, and one that was made by hand is not made again', async () => {
  await using day = openDay()
  const id = wait(day, { plan: { starts: date(100) } })
  must(day.tournaments.start(id))
  await day.over(id)
  const later = wait(day)
  must(day.tournaments.plan(later, { starts: date(500) }))
  await day.clock.pass(50_000)
  must(day.tournaments.extend(later, { what: 'start', minutes: 2 }))
  expect(day.tournaments.outlook(rowOf(day, later)).plan.starts).toBe(620_000)
  await day.clock.pass(200_000)
  expect(day.failures).toEqual([])
})

test('a tournament that was paused before its start, or whose server has closed, does not start at its time', async () => {
  await using day = openDay()
  const paused = wait(day, { plan: { starts: date(10) } })
  must(day.tournaments.pause(paused))
  must(day.tournaments.plan(paused, { atOnce: 1 }))
  await day.clock.pass(20_000)
  expect(statusOf(day, paused)).toBe('paused')
  const closed = wait(day, { plan: { starts: date(30) } })
  await day.tournaments[Symbol.asyncDispose]()
  await day.clock.pass(20_000)
  expect(statusOf(day, closed)).toBe('waiting')
  expect(day.failures).toEqual([])
})

test('a team that joined and has uploaded nothing plays over a wire, if the tournament starts by its plan', async () => {
  await using day = openDay()
  const id = wait(day, { entrants: ['house:first'], entry: { state: 'open' }, plan: { starts: date(5) } })
  must(day.tournaments.entry.join(rowOf(day, id), { name: 'ann' }, day.clock.now()))
  expect(day.tournaments.start(id, 'ask')).toMatchObject({ problem: { code: 'teams-not-ready' } })
  await day.clock.pass(5_000)
  expect(statusOf(day, id)).toBe('running')
  expect(
    day
      .view(id)
      .result.standings.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['ann', 'house:first'])
})

test('a tournament that cannot start at its time says why', async () => {
  await using day = openDay()
  const id = wait(day, { entrants: [], entry: { state: 'open' }, plan: { starts: date(5) } })
  await day.clock.pass(5_000)
  expect(day.failures).toEqual([
    `${id}: it cannot start by its plan: Cannot start with 0 of the entrants: expected at least 2`,
  ])
  expect(statusOf(day, id)).toBe('waiting')
})

test('what there is no such tournament for is refused by every step', async () => {
  await using day = openDay()
  const { tournaments } = day
  const decision = { key: 'x', reason: 'y', by: 'Eve' }
  const none = fail('unknown-tournament', 'There is no tournament 9')
  for (const refused of [
    tournaments.start(9),
    tournaments.pause(9),
    tournaments.plan(9, {}),
    tournaments.callRound(9),
    tournaments.extend(9, { what: 'start', minutes: 1 }),
    tournaments.replay(9, decision),
    tournaments.rule(9, { ...decision, winner: undefined }),
    tournaments.mark(9, 'eve', 'x', 1),
    tournaments.publish(9),
  ])
    expect(refused).toEqual(none)
})

test('the clock and the start change only before the start, and nothing of the plan after the end', async () => {
  await using day = openDay()
  const { tournaments } = day
  const id = wait(day, { plan: { breaks: [{ from: date(0), to: date(100) }] } })
  must(tournaments.plan(id, { clock: '5s', atOnce: 2 }))
  expect(day.view(id).spec.rules.clock).toEqual({ kind: 'per-move', ms: 5000 })
  expect(tournaments.plan(id, { clock: 'none' })).toMatchObject({ problem: { code: 'bad-clock' } })
  expect(tournaments.plan(id, { starts: 'soon', clock: '9s' })).toMatchObject({
    problem: { code: 'bad-date', at: 'starts' },
  })
  expect(day.view(id).spec.rules.clock).toEqual({ kind: 'per-move', ms: 5000 })
  must(tournaments.start(id))
  expect(tournaments.plan(id, { clock: '9s' })).toEqual(
    fail('has-started', `Cannot change the clock of tournament ${id}: it has started`, 'clock'),
  )
  expect(tournaments.plan(id, { starts: date(9) })).toEqual(
    fail('has-started', `Cannot change the start of tournament ${id}: it has started`, 'starts'),
  )
  expect(tournaments.outlook(rowOf(day, id)).plan).toMatchObject({ atOnce: 2, starts: undefined })
  // The break is taken away: its matches are called at once.
  must(tournaments.plan(id, { breaks: [] }))
  await day.over(id)
  const isOver = fail('tournament-over', `Tournament ${id} is over`)
  expect(tournaments.plan(id, { atOnce: 1 })).toEqual(isOver)
  expect(tournaments.callRound(id)).toEqual(isOver)
  expect(tournaments.start(id)).toEqual(isOver)
  expect(tournaments.pause(id)).toEqual(isOver)
})

test('a round waits for the organiser, who calls the next one or a later one', async () => {
  await using day = openDay()
  const { tournaments } = day
  const id = wait(day, { ...KNOCK_OUT, plan: { rounds: 'called' } })
  expect(tournaments.outlook(rowOf(day, id)).nextRound).toBeUndefined()
  expect(tournaments.callRound(id)).toEqual(
    fail('no-next-round', `Cannot call a round of tournament ${id}: no round waits for its call`),
  )
  must(tournaments.start(id))
  await day.when(id, ({ result }) => result.matches.played === 2)
  expect(tournaments.outlook(rowOf(day, id)).nextRound).toEqual({ round: 2, at: undefined })
  expect(must(tournaments.callRound(id)).status).toBe('running')
  expect(day.store.calledRound(id)).toBe(2)
  await day.over(id)
  expect(tournaments.outlook(rowOf(day, id)).nextRound).toBeUndefined()

  const other = wait(day, { ...KNOCK_OUT, plan: { rounds: 'called' } })
  must(tournaments.callRound(other, 2))
  must(tournaments.start(other))
  await day.over(other)
})

test('a round waits for its time', async () => {
  await using day = openDay()
  const id = wait(day, { ...KNOCK_OUT, plan: { roundTimes: [{ round: 2, at: date(60) }] } })
  must(day.tournaments.start(id))
  await day.when(id, ({ result }) => result.matches.played === 2)
  expect(day.tournaments.outlook(rowOf(day, id)).nextRound).toEqual({ round: 2, at: 60_000 })
  await day.clock.pass(58_000)
  expect(statusOf(day, id)).toBe('running')
  await day.clock.pass(1_000)
  expect(day.tournaments.outlook(rowOf(day, id)).nextRound).toBeUndefined()
  await day.over(id)
})

test('what cannot be extended says why', async () => {
  await using day = openDay()
  const { tournaments } = day
  const id = wait(day)
  const refusal = (what: string, why: string) =>
    fail('nothing-to-extend', `Cannot extend the ${what} of tournament ${id}: ${why}`)
  const extend = (what: 'start' | 'break' | 'absence', entrant?: string) =>
    tournaments.extend(id, { what, minutes: 5, ...(entrant !== undefined && { entrant }) })
  expect(extend('start')).toEqual(refusal('start', 'it has no start time'))
  expect(extend('break')).toEqual(refusal('break', 'there is no break now'))
  expect(extend('absence')).toEqual(refusal('absence', 'no match waits for an absent entrant'))
  expect(extend('absence', 'ann')).toEqual(refusal('absence', 'no match waits for "ann"'))
  must(tournaments.start(id))
  expect(extend('start')).toEqual(refusal('start', 'it has started'))
})

test('a break that runs is extended from its end', async () => {
  await using day = openDay()
  const id = wait(day, { plan: { breaks: [{ from: date(0), to: date(30) }] } })
  must(day.tournaments.start(id))
  must(day.tournaments.extend(id, { what: 'break', minutes: 1 }))
  await day.clock.pass(88_000)
  expect(day.store.tournamentMatches(id)).toEqual([])
  await day.clock.pass(1_000)
  await day.over(id)
})

test('pages hear of it when the organiser gives an absent team more time', async () => {
  await using day = openDay()
  const { tournaments } = day
  const id = wait(day, {
    entrants: ['house:first', day.register('ann')],
    plan: { absentSeconds: 60 },
  })
  must(tournaments.start(id))
  await day.clock.pass(1_000)
  await day.store.settled()
  const until: (number | undefined)[] = []
  tournaments.onChange((changed) => until.push(tournaments.outlook(rowOf(day, changed)).absent[0]?.until))
  must(tournaments.extend(id, { what: 'absence', minutes: 5 }))
  await day.store.settled()
  expect([...new Set(until)]).toEqual([361_000])
})

test('the time that the organiser gives an absent team stays after a restart, and when another match is ruled', async () => {
  const folder = newFolder()
  let id = 0
  const until = (day: Hall) => day.tournaments.outlook(rowOf(day, id)).absent.map((one) => one.until)
  {
    await using day = openDay(folder)
    const entrants = [day.register('ann'), 'house:first', 'house:perfect']
    id = wait(day, { entrants, plan: { absentSeconds: 60 } })
    must(day.tournaments.start(id))
    await day.clock.pass(1_000)
    expect(until(day)).toEqual([61_000])
    must(day.tournaments.extend(id, { what: 'absence', minutes: 30, entrant: 'ann' }))
    expect(until(day)).toEqual([1_861_000])
    const other = day.view(id).schedule.find(({ players }) => !players.includes('ann'))
    const decision = { key: other?.key ?? '', winner: 'house:first', reason: 'cable', by: 'Eve' }
    must(day.tournaments.rule(id, decision))
    await day.clock.pass(1_000)
    expect(until(day)).toEqual([1_861_000])
  }
  await using day = openDay(folder)
  await day.clock.pass(1_000)
  expect(until(day)).toEqual([1_861_000])
  await day.clock.pass(1_858_999)
  expect(day.store.tournamentResults(id).join()).not.toContain('ann did not show up')
  await day.clock.pass(1)
  expect(day.store.tournamentResults(id).join()).toContain(
    'ann did not show up in time, although the organiser gave more of it',
  )
})

test('an absent team loses after the time of the plan, or when the organiser gives it more time, after that', async () => {
  await using day = openDay()
  const id = wait(day, {
    entrants: ['house:first', day.register('ann')],
    plan: { absentSeconds: 60 },
  })
  must(day.tournaments.start(id))
  const team = Number(day.register('bob').slice('player:'.length)) - 1
  const absent = () => day.tournaments.outlook(rowOf(day, id)).absent
  await day.clock.pass(0)
  expect(absent()).toEqual([{ entrant: 'ann', opponent: 'house:first', until: 61_000, player: team }])
  must(day.tournaments.extend(id, { what: 'absence', minutes: 1, entrant: 'ann' }))
  must(day.tournaments.extend(id, { what: 'absence', minutes: 1 }))
  expect(absent()[0]?.until).toBe(181_000)
  await day.clock.pass(179_999)
  expect(statusOf(day, id)).toBe('running')
  await day.clock.pass(1)
  const { result, schedule } = await day.over(id)
  expect(result.games[0]?.how).toBe('played')
  expect(schedule[0]?.match).toBeUndefined()
  expect(day.store.tournamentResults(id)[0]).toContain(
    'ann did not show up in time, although the organiser gave more of it',
  )
  expect(result.standings[0]?.name).toBe('house:first')
})

test('a team that says it is there is called at once', async () => {
  await using day = openDay()
  const ann = day.register('ann')
  const team = Number(ann.slice('player:'.length))
  const id = wait(day, { entrants: ['house:first', ann], plan: { absentSeconds: 600 } })
  expect(day.tournaments.outlook(rowOf(day, id)).absent).toEqual([])
  must(day.tournaments.start(id))
  await day.clock.pass(0)
  expect(day.store.tournamentMatches(id)).toEqual([])
  day.tournaments.here(team)
  expect(day.presence.seen(team)).toMatchObject({ at: 1000, wire: 'browser' })
  await day.clock.pass(0)
  expect(day.store.tournamentMatches(id)).toHaveLength(1)
})

test('after the end no team is called any more', async () => {
  await using day = openDay()
  const ann = day.register('ann')
  const id = wait(day, { entrants: ['house:first', ann], plan: { absentSeconds: 600 } })
  must(day.tournaments.start(id))
  await day.clock.pass(0)
  await day.tournaments[Symbol.asyncDispose]()
  day.tournaments.here(Number(ann.slice('player:'.length)))
  await day.clock.pass(600_000)
  expect(day.store.tournamentMatches(id)).toEqual([])
  expect(day.store.tournamentResults(id)).toEqual([])
  expect(statusOf(day, id)).toBe('running')
})

test('without a list of who is there all teams are, and none can say so', async () => {
  const clock = fakeClock()
  await using hall = openHall(newFolder(), { clock })
  const ann = hall.register('ann')
  const id = hall.hold({ entrants: ['house:first', ann], plan: { absentSeconds: 600 } })
  hall.tournaments.here(Number(ann.slice('player:'.length)))
  await hall.when(id, ({ schedule }) => schedule[0]?.status === 'playing')
  // The arena cannot know whether ann left: the rules say how long she may take.
  await clock.pass(60_000)
  expect(hall.store.match(1)?.status).toBe('playing')
  expect(hall.tournaments.outlook(rowOf(hall, id)).absent).toEqual([])
})

test('a team that was there and does not take its seat is waited for like an absent one, once for each match', async () => {
  await using day = openDay()
  const ann = day.register('ann')
  const team = Number(ann.slice('player:'.length))
  const id = wait(day, { entrants: ['house:first', ann], plan: { absentSeconds: 10 } })
  const come = (): void => day.presence.note(team, 'turns', day.clock.now())
  come()
  must(day.tournaments.start(id))
  await day.clock.pass(29_999)
  const [first] = day.store.tournamentMatches(id)
  expect(day.store.match(first?.match ?? 0)).toMatchObject({ status: 'playing' })
  expect(day.tournaments.outlook(rowOf(day, id)).absent).toEqual([])
  await day.clock.pass(1)
  await day.when(id, () => day.tournaments.outlook(rowOf(day, id)).absent.length > 0)
  expect(day.store.match(first?.match ?? 0)).toMatchObject({
    void: true,
    end: 'not counted: ann did not take its seat',
  })
  // It has the two minutes of its start-up, less the half that it has had, though the plan gives it ten seconds.
  expect(day.tournaments.outlook(rowOf(day, id)).absent).toMatchObject([
    { entrant: 'ann', until: day.clock.now() + 90_000 },
  ])
  expect(day.presence.canBeCalled(team, day.clock.now())).toBe(false)
  come()
  await day.when(id, () => day.store.tournamentMatches(id).length === 2)
  // The second time the rules say how long it may take.
  await day.clock.pass(31_000)
  const second = day.store.tournamentMatches(id)[1]
  expect(day.store.match(second?.match ?? 0)).toMatchObject({ status: 'playing' })
})
