import { expect, test, vi } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { must } from '../base/result.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { parseLedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { specOf } from './entry-entrants.ts'
import { CUP, HOUSE, openHall, type Hall, type HallOptions } from './hall.fixture.ts'
import type { NewTournament } from './new-tournament.ts'
import { playTournament, type TournamentHost } from './play-tournament.ts'
import { bot, judged, uploaded } from './logged-bots.fixture.ts'
import { registerPerson } from './people.ts'
import { openPresence } from './presence.ts'
import { courseOf } from './tournament-views.ts'

const newFolder = tempFolders()

/** Plays a tournament that the hall does not know to be running, with openings that the test draws. */
function play(hall: Hall, more: Partial<NewTournament>, host: Partial<TournamentHost> = {}) {
  const { id } = must(hall.tournaments.create({ ...CUP, entrants: ['house:first', 'house:random'], ...more }))
  const row = hall.store.tournament(id)
  if (!row) throw new Error(`no tournament ${id}`)
  const spec = must(specOf(row))
  const stop = new AbortController()
  const playing = playTournament(
    {
      arena: hall.arena,
      append: (entry) => void hall.store.append(entry),
      openings: { draw: async () => undefined },
      presence: undefined,
      onAbsent() {},
      signal: stop.signal,
      ...host,
    },
    row,
    spec,
    must(courseOf(id, spec, hall.store)),
  )
  const results = () => hall.store.tournamentResults(id).map((line) => parseLedgerEntry(line))
  const matches = () => hall.store.tournamentMatches(id).flatMap(({ match }) => hall.store.match(match) ?? [])
  return { id, playing, stop, results, matches }
}

test('a match begins with the opening that was drawn, and its result says with which', async () => {
  await using hall = openHall(newFolder())
  const opening = { opening: 'C NW' }
  const { playing, results, matches } = play(
    hall,
    { openings: true },
    { openings: { draw: async () => opening } },
  )
  await playing.end
  expect(matches()[0]?.settings).toMatchObject(opening)
  expect(results()[0]?.opening).toEqual(opening)
})

test('to call a match the arena does not read all matches of its tournament: there may be tens of thousands', async () => {
  await using hall = openHall(newFolder())
  const all = vi.spyOn(hall.store, 'tournamentMatches')
  const { playing, results } = play(hall, {})
  await playing.end
  expect(results().length).toBeGreaterThan(0)
  expect(all).not.toHaveBeenCalled()
})

test('where the settings leave no choice of openings, or a tournament has none, the result says so', async () => {
  await using hall = openHall(newFolder())
  const none = play(hall, { openings: true })
  await none.playing.end
  expect(none.results()[0]?.opening).toBe('no-choice')
  const fixed = play(hall, { openings: true, settings: { opening: 'C NW' } })
  await fixed.playing.end
  expect([fixed.matches()[0]?.settings, fixed.results()[0]?.opening]).toEqual([
    { opening: 'C NW' },
    'no-choice',
  ])
  const off = play(hall, { openings: false })
  await off.playing.end
  expect(off.results()[0]).not.toHaveProperty('opening')
  expect(off.matches()[0]).toMatchObject({ origin: 'tournament', players: [{ nodeBudget: 50 }, {}] })
})

test('no opening is drawn for a player whose wire tells only moves', async () => {
  await using hall = openHall(newFolder())
  const { id: person } = must(registerPerson(hall.store, 'ann', 'player'))
  hall.store.append(bot(1, person, 'tic-tac-toe'))
  hall.store.append(uploaded(1, 1))
  hall.store.append(judged(1, 1, true, 'longest-group'))
  let drawn = 0
  const { playing, results } = play(
    hall,
    { openings: true, entrants: ['house:first', 'bot:1'] },
    {
      openings: {
        async draw() {
          drawn++
          return undefined
        },
      },
    },
  )
  await playing.end
  expect(drawn).toBe(0)
  // No bot can be started in this hall.
  expect(results()).toMatchObject([{ void: true }])
})

test('a tournament that is only there to be watched calls demos', async () => {
  await using hall = openHall(newFolder())
  const { playing, stop, matches } = play(hall, {
    isShow: true,
    entrants: ['house:first', hall.register('ann')],
  })
  await expect.poll(() => matches().length, { timeout: 60_000 }).toBe(1)
  expect(matches()[0]?.origin).toBe('demo')
  // Only house brains count nodes.
  expect(matches()[0]?.players[0]).toHaveProperty('nodeBudget', 50)
  expect(matches()[0]?.players[1]).not.toHaveProperty('nodeBudget')
  stop.abort()
  await playing.end
})

test('a match that the host fails to play is called again, and given up in the end', async () => {
  await using hall = openHall(newFolder())
  const { arena, store } = hall
  const leave = arena.onMatch(({ id, status }) => {
    if (status === 'playing') arena.callOff(id, 'the host broke')
  })
  const { id, playing, results, matches } = play(hall, { entrants: ['house:first', hall.register('ann')] })
  await playing.end
  leave()
  expect(matches().length).toBeGreaterThan(1)
  expect(matches().every((row) => row.void)).toBe(true)
  expect(results()[0]).toMatchObject({ void: true })
  expect(new Set(results()[0]?.hostFaults)).toEqual(new Set(['not counted: the host broke']))
  expect(store.tournament(id)?.status).toBe('over')
})

test('a match that was called before a restart goes on, and no other is called', async () => {
  const folder = newFolder()
  {
    await using hall = openHall(folder)
    const id = hall.hold({ entrants: ['house:first', hall.register('ann')] })
    await hall.when(id, ({ schedule }) => schedule[0]?.status === 'playing')
  }
  await using hall = openHall(folder)
  await hall.when(1, ({ schedule }) => schedule[0]?.status === 'playing')
  await new Promise((done) => void setImmediate(done))
  expect(hall.store.tournamentMatches(1)).toHaveLength(1)
  hall.arena.callOff(1, 'the cable was out')
  // What the host failed to play is called again.
  await hall.when(1, () => hall.store.tournamentMatches(1).length === 2)
})

/** A hall whose clock moves when the test says so, and which hears of teams. */
function openDay(options: Pick<HallOptions, 'maxHouseMatches'> = {}, folder = newFolder()) {
  const fake = fakeClock()
  const clock = { ...fake, date: () => new Date(fake.now()) }
  const presence = openPresence()
  const hall = openHall(folder, { ...options, clock, presence })
  return {
    ...hall,
    clock,
    presence,
    /** Registers a team that is there. */
    present: (name: string): string => {
      const team = hall.register(name)
      presence.note(Number(team.slice('player:'.length)), 'turns', clock.now())
      return team
    },
  }
}

test('teams that were there and do not take their seats are named together', async () => {
  await using day = openDay()
  day.hold({ entrants: ['ann', 'bob'].map(day.present), plan: { absentSeconds: 10 } })
  await day.clock.pass(30_000)
  await day.when(1, () => day.store.match(1)?.status === 'over')
  expect(day.store.match(1)?.end).toBe('not counted: ann and bob did not take their seats')
})

test.each([
  [0, 'bob'],
  [1, 'ann'],
] as const)(
  'only the team that did not take its seat is waited for: player %i came',
  async (came, missing) => {
    await using day = openDay()
    const id = day.hold({ entrants: ['ann', 'bob'].map(day.present), plan: { absentSeconds: 10 } })
    await day.clock.pass(0)
    expect(day.store.match(1)?.players.map((player) => player?.name)).toEqual(['ann', 'bob'])
    day.desks.find(1, came)?.arrive()
    await day.clock.pass(30_000)
    await day.when(id, () => day.store.match(1)?.status === 'over')
    expect(day.store.match(1)?.end).toBe(`not counted: ${missing} did not take its seat`)
    const absent = (): readonly string[] => {
      const row = day.store.tournament(id)
      return row ? day.tournaments.outlook(row).absent.map(({ entrant }) => entrant) : []
    }
    await day.when(id, () => absent().length > 0)
    expect(absent()).toEqual([missing])
  },
)

test('a seat that was not taken is no fault of the host: the match may fail as often as any other', async () => {
  await using day = openDay()
  const ann = day.present('ann')
  const id = day.hold({ entrants: ['house:first', ann], plan: { absentSeconds: 10 } })
  await day.clock.pass(30_000)
  await day.when(id, () => day.store.match(1)?.status === 'over')
  day.tournaments.here(Number(ann.slice('player:'.length)))
  for (const match of [2, 3]) {
    await day.when(id, () => day.store.match(match)?.status === 'playing')
    day.arena.callOff(match, 'the host broke')
  }
  await day.when(id, () => day.store.match(4)?.status === 'playing')
  expect(day.store.tournamentResults(id)).toEqual([])
})

test('nothing waits for an absent team that was withdrawn', async () => {
  await using day = openDay()
  const id = day.hold({ entrants: ['house:first', day.register('ann')], plan: { absentSeconds: 600 } })
  await day.clock.pass(0)
  must(day.tournaments.withdraw(id, 'ann'))
  expect((await day.over(id)).result.matches).toEqual({ played: 0, forfeited: 1, void: 0 })
})

test('a match whose teams all took their seats goes on, until one is withdrawn', async () => {
  await using day = openDay()
  day.hold({
    entrants: ['house:first', day.present('ann')],
    plan: { absentSeconds: 10 },
    clock: '600s',
  })
  await day.clock.pass(0)
  for (const player of [0, 1] as const) day.desks.find(1, player)?.arrive()
  await expect.poll(() => day.arena.live(1)?.match.round.ready, { timeout: 60_000 }).toEqual([true, true])
  await day.clock.pass(30_000)
  expect(day.store.match(1)?.status).toBe('playing')
  // She has not been heard of for a minute, but no match waits for a withdrawn entrant.
  await day.clock.pass(60_000)
  must(day.tournaments.withdraw(1, 'ann'))
  expect((await day.over(1)).result.matches.forfeited).toBe(1)
})

test('the time to take a seat begins when the match has a place', async () => {
  await using day = openDay({ maxHouseMatches: 1 })
  day.hold({
    challenge: 'boost-tron',
    entrants: ['house:baseline', 'house:wanderer', ...['ann', 'bob'].map(day.present)],
    plan: { absentSeconds: 10 },
  })
  // Both matches are announced before any time passes.
  await day.when(1, () => day.store.match(2) !== undefined)
  await day.store.settled()
  await day.clock.pass(20_000)
  expect([1, 2].map((match) => day.store.match(match)?.status)).toEqual(['playing', 'waiting'])
  day.arena.callOff(1, 'the host broke')
  await day.when(1, () => day.store.match(2)?.status === 'playing')
  await day.store.settled()
  await day.clock.pass(29_999)
  expect(day.store.match(2)?.status).toBe('playing')
  await day.clock.pass(1)
  await day.when(1, () => day.store.match(2)?.status === 'over')
  expect(day.store.match(2)?.end).toMatch(/did not take its seat$/)
})

test('a team is waited for at its seat only where the plan says how long it may be absent', async () => {
  await using day = openDay()
  const id = day.hold({ entrants: ['house:first', day.register('ann')] })
  await day.when(id, ({ schedule }) => schedule[0]?.status === 'playing')
  await day.clock.pass(60_000)
  expect(day.store.match(1)?.status).toBe('playing')
})

test('a team whose match was called before a restart is not waited for as an absent one', async () => {
  const folder = newFolder()
  {
    await using day = openDay({}, folder)
    const id = day.hold({ entrants: ['house:first', day.present('ann')], plan: { absentSeconds: 10 } })
    await day.when(id, ({ schedule }) => schedule[0]?.status === 'playing')
  }
  await using day = openDay({}, folder)
  await day.clock.pass(20_000)
  expect(day.view(1).schedule).toMatchObject([{ match: 1, status: 'playing' }])
})

test('as many matches run at once as the plan says', async () => {
  await using hall = openHall(newFolder())
  const teams = Array.from({ length: 40 }, (_, at) => hall.register(`team ${at}`))
  const id = hall.hold({ entrants: teams, plan: { atOnce: 18 } })
  await hall.when(id, () => hall.store.tournamentMatches(id).length >= 18)
  await hall.store.settled()
  expect(hall.store.tournamentMatches(id)).toHaveLength(18)
})

test('matches that wait for absent teams are in the way of no other match', async () => {
  await using day = openDay()
  const absent = Array.from({ length: 8 }, (_, at) => day.register(`team ${at}`))
  const id = day.hold({ entrants: [...absent, 'house:first', 'house:random'], plan: { absentSeconds: 600 } })
  const { schedule, result } = await day.when(id, ({ result }) => result.matches.played === 1)
  // Sixteen matches are taken up at once, and more that wait are before it.
  const at = schedule.find(({ status }) => status === 'over')?.round ?? 0
  expect(at).toBeGreaterThan(4)
  expect(result.standings.find(({ name }) => name === 'house:first')).toMatchObject({ forfeits: 0 })
})

test('the log says when another round is next, but not the pairs of an SPRT', async () => {
  await using hall = openHall(newFolder())
  const rounds: number[] = []
  const append: TournamentHost['append'] = (entry) => {
    hall.store.append(entry)
    if (entry.kind === 'round-reached') rounds.push(entry.round)
  }
  const format = { format: 'single-elimination', options: { thirdPlace: 'no' } } as const
  await play(hall, { ...format, entrants: [...HOUSE, 'house:baseline'] }, { append }).playing.end
  expect(rounds).toEqual([1, 2])
  const sprt = play(
    hall,
    { format: 'sprt', options: { pairs: 2 }, entrants: ['house:perfect', 'house:first'] },
    { append },
  )
  await sprt.playing.end
  expect(sprt.results().length).toBeGreaterThan(1)
  expect(rounds).toHaveLength(2)
})

test('the arena is told which matches decide the tournament', async () => {
  await using hall = openHall(newFolder())
  const finals: number[] = []
  const arena = { ...hall.arena, markFinal: (match: number) => void finals.push(match) }
  const { id, playing } = play(
    hall,
    {
      format: 'single-elimination',
      options: { thirdPlace: true },
      entrants: [...HOUSE, 'house:baseline'],
    },
    { arena },
  )
  await playing.end
  const { schedule } = hall.view(id)
  const decisive = schedule.filter(({ stage }) => stage === 'final')
  expect(new Set(finals)).toEqual(new Set(decisive.map(({ match }) => match)))
})

test('what happens while an opening is drawn counts: a withdrawal, and the end of the server', async () => {
  for (const how of ['withdrawn', 'stopped'] as const) {
    await using hall = openHall(newFolder())
    const drawing = deferred()
    const drawn = deferred<undefined>()
    const { id, playing, stop, matches, results } = play(
      hall,
      { openings: true },
      {
        openings: {
          draw() {
            drawing.resolve()
            return drawn.promise
          },
        },
      },
    )
    await drawing.promise
    if (how === 'withdrawn') {
      hall.store.append({ kind: 'entrant-withdrawn', tournament: id, entrant: 'house:first', round: 1 })
      playing.course.withdraw('house:first')
      playing.forfeit('house:first')
    } else stop.abort()
    drawn.resolve(undefined)
    await playing.end
    expect([matches(), results()]).toEqual([[], []])
    expect(hall.store.tournament(id)?.status).toBe(how === 'withdrawn' ? 'over' : 'waiting')
  }
})

test('a tournament that is left ends at once, and its match runs on', async () => {
  await using hall = openHall(newFolder())
  const { playing, matches } = play(hall, { entrants: ['house:first', hall.register('ann')] })
  await expect.poll(() => matches()[0]?.status, { timeout: 60_000 }).toBe('playing')
  expect(playing.isPausing()).toBe(false)
  playing.leave()
  await playing.end
  expect(matches()).toMatchObject([{ status: 'playing' }])
})

test('a tournament that is paused ends with its last match', async () => {
  await using hall = openHall(newFolder())
  const { id, playing, matches, results } = play(hall, {
    entrants: ['house:first', 'house:random', hall.register('ann')],
  })
  await expect
    .poll(
      () =>
        matches().some(
          ({ status, players }) => status === 'playing' && players.some((one) => one?.name === 'ann'),
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  playing.pause()
  expect(playing.isPausing()).toBe(true)
  const running = matches().find(({ status }) => status === 'playing')
  hall.arena.callOff(running?.id ?? 0, 'it was enough')
  await playing.end
  expect(results().length).toBeLessThan(3)
  expect(hall.store.tournament(id)?.status).toBe('waiting')
})
