import { expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { must } from '../base/result.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { parseLedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { specOf } from './entry-entrants.ts'
import { CUP, HOUSE, openHall, type Hall } from './hall.fixture.ts'
import type { NewTournament } from './new-tournament.ts'
import { playTournament, type TournamentHost } from './play-tournament.ts'
import { openPresence } from './presence.ts'

const newFolder = tempFolders()

/** Plays a tournament that the hall does not know to be running, with openings that the test draws. */
function play(hall: Hall, more: Partial<NewTournament>, host: Partial<TournamentHost> = {}) {
  const { id } = must(hall.tournaments.create({ ...CUP, entrants: ['house:first', 'house:random'], ...more }))
  const row = hall.store.tournament(id)
  if (!row) throw new Error(`no tournament ${id}`)
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
    must(specOf(row)),
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

test('where the settings leave no choice of openings, or a tournament has none, the result says so', async () => {
  await using hall = openHall(newFolder())
  const none = play(hall, { openings: true })
  await none.playing.end
  expect(none.results()[0]?.opening).toBe('no-choice')
  const off = play(hall, { openings: false })
  await off.playing.end
  expect(off.results()[0]).not.toHaveProperty('opening')
  expect(off.matches()[0]).toMatchObject({ origin: 'tournament', players: [{ nodeBudget: 50 }, {}] })
})

test('a tournament that is only there to be watched calls demos', async () => {
  await using hall = openHall(newFolder())
  const { playing, stop, matches } = play(hall, { isShow: true })
  await expect.poll(() => matches().length, { timeout: 60_000 }).toBe(1)
  expect(matches()[0]?.origin).toBe('demo')
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
  expect(hall.store.tournamentMatches(1)).toHaveLength(1)
  hall.arena.callOff(1, 'the cable was out')
  // What the host failed to play is called again.
  await hall.when(1, () => hall.store.tournamentMatches(1).length === 2)
})

test('teams that were there and do not take their seats are named together', async () => {
  const fake = fakeClock()
  const clock = { ...fake, date: () => new Date(fake.now()) }
  const presence = openPresence()
  await using hall = openHall(newFolder(), { clock, presence })
  const teams = ['ann', 'bob'].map((name) => hall.register(name))
  for (const team of teams) presence.note(Number(team.slice('player:'.length)), 'turns', clock.now())
  const { id } = must(hall.tournaments.create({ ...CUP, entrants: teams, plan: { absentSeconds: 10 } }))
  must(hall.tournaments.start(id))
  await clock.pass(30_000)
  await hall.when(id, () => hall.store.match(1)?.status === 'over')
  expect(hall.store.match(1)?.end).toBe('not counted: ann and bob did not take their seats')
})

test('a team is waited for at its seat only where the plan says how long it may be absent', async () => {
  const fake = fakeClock()
  const clock = { ...fake, date: () => new Date(fake.now()) }
  const presence = openPresence()
  await using hall = openHall(newFolder(), { clock, presence })
  const id = hall.hold({ entrants: ['house:first', hall.register('ann')] })
  await hall.when(id, ({ schedule }) => schedule[0]?.status === 'playing')
  await clock.pass(60_000)
  expect(hall.store.match(1)?.status).toBe('playing')
})

test('the log says when another round is next, but not the pairs of an SPRT', async () => {
  await using hall = openHall(newFolder())
  const rounds: number[] = []
  const append: TournamentHost['append'] = (entry) => {
    hall.store.append(entry)
    if (entry.kind === 'round-reached') rounds.push(entry.round)
  }
  await play(hall, { entrants: HOUSE }, { append }).playing.end
  expect(rounds).toEqual([1, 2, 3])
  const sprt = play(
    hall,
    { format: 'sprt', options: { pairs: 2 }, entrants: ['house:perfect', 'house:first'] },
    { append },
  )
  await sprt.playing.end
  expect(sprt.results().length).toBeGreaterThan(1)
  expect(rounds).toHaveLength(3)
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
