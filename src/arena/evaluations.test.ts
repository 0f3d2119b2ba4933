import { expect, test } from 'vitest'
import { deferred, type Deferred } from '../base/deferred.ts'
import { fail, must, ok, type Result } from '../base/result.ts'
import type { PostJson } from '../protocols/post-json.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import type { DiskSpace } from './disk-space.ts'
import { openBattleSeats } from '../wires/sse/battle-host.ts'
import { openBattles } from '../wires/sse/battles.ts'
import { openEvaluations, type NewRun } from './evaluations.ts'
import { testArenas } from './test-arena.fixture.ts'

const openTest = testArenas()

type Answer = Result<{ readonly status: number }>
const unreachable: Answer = fail('outgoing-failed', 'nothing listens there')

interface HallOptions {
  readonly maxBattles?: number
  readonly space?: DiskSpace
  readonly folder?: string
  /** What teams answer to a call; without it they cannot be reached. */
  readonly answer?: () => Promise<Answer>
  /** What coordinators answer; without it they take every result. */
  readonly coordinator?: () => Promise<Answer>
  readonly clock?: Clock
}

/** Evaluations of teams that do not come: each of their battles ends at once. */
function openHall({
  maxBattles,
  space,
  folder,
  answer,
  coordinator = async () => ok({ status: 200 }),
  clock = realClock,
}: HallOptions = {}) {
  const seats = openBattleSeats()
  const { arena, store, team, ...rest } = openTest(
    {
      clock,
      ...(space && { space }),
      seating: {
        locateBot: () => fail('unknown-bot', 'there are no bots'),
        seatRemote(player, seat) {
          if (player.kind !== 'sse') throw new Error('only teams with an address play here')
          return seats.seat(player, seat)
        },
      },
    },
    folder,
  )
  const called: string[] = []
  const callTeam: PostJson = async (_url, body) => {
    called.push((body as { battleId: string }).battleId)
    return answer ? answer() : unreachable
  }
  const battles = openBattles({
    store,
    arena,
    seats,
    post: callTeam,
    graceMs: 0,
    ...(maxBattles !== undefined && { maxBattles }),
  })
  const posted: object[] = []
  const failures: unknown[] = []
  const evaluations = openEvaluations({
    store,
    arena,
    battles,
    clock,
    post(_url, body) {
      posted.push(body)
      return coordinator()
    },
    backOff: () => undefined,
    onFailure: (_, error) => void failures.push(error),
  })
  return {
    folder: rest.folder,
    store,
    arena,
    team,
    called,
    posted,
    failures,
    evaluations,
    begin: (more: Partial<NewRun> = {}) =>
      evaluations.begin({ challenge: 'tic-tac-toe', teamUrl: 'http://127.0.0.1:1', ...more }),
    over: (run: number) => expect.poll(() => store.run(run)?.ended).toBeDefined(),
    async [Symbol.asyncDispose]() {
      await evaluations[Symbol.asyncDispose]()
      await battles[Symbol.asyncDispose]()
      await rest[Symbol.asyncDispose]()
    },
  }
}

const CALLBACK = { runId: 'abc', url: 'http://127.0.0.1:1/done' }
const ONE = { caseType: 'BASE_AI_O' } as const

test('a team is called to a battle for every case, and its run is scored when all are over', async () => {
  await using hall = openHall()
  const { evaluations, store } = hall
  const person = hall.team('Ann').person
  const heard: number[] = []
  const leave = evaluations.onRun((run) => void heard.push(run))
  const run = must(hall.begin({ person, name: 'Ann' }))
  expect(run).toMatchObject({
    id: 1,
    person,
    challenge: 'tic-tac-toe',
    ended: undefined,
    caseType: undefined,
  })
  expect(run.callback).toBeUndefined()
  await hall.over(1)
  expect(store.run(1)).toMatchObject({ score: 0, possible: 100, isOwed: false })
  expect(store.run(1)?.message).toMatch(/^0 of 100 points\nBASE_AI_O 0 of 20: Your team could not be reached/)
  const cases = evaluations.cases(1)
  expect(cases).toHaveLength(9)
  expect(cases.every(({ report, battle }) => report?.points === 0 && battle.isOver)).toBe(true)
  expect(new Set(hall.called)).toEqual(new Set(cases.map(({ battle }) => battle.id)))
  expect(store.match(1)?.players).toContainEqual(
    expect.objectContaining({ kind: 'sse', name: 'Ann', person }),
  )
  await store.settled()
  // Once for each battle that was over.
  expect(heard).toEqual(Array(9).fill(1))
  expect([hall.posted, hall.failures]).toEqual([[], []])
  leave()
  must(hall.begin({ ...ONE, person }))
  await hall.over(2)
  await store.settled()
  expect(heard).toHaveLength(9)
})

test('a coordinator from outside asks for one case, and gets the result', async () => {
  await using hall = openHall()
  const { store } = hall
  const heard: number[] = []
  hall.evaluations.onRun((run) => void heard.push(run))
  expect(must(hall.begin({ ...ONE, callback: CALLBACK, sequential: true }))).toMatchObject({
    person: undefined,
    caseType: 'BASE_AI_O',
    callback: CALLBACK,
    sequential: true,
  })
  await hall.over(1)
  await expect.poll(() => store.run(1)?.isOwed).toBe(false)
  expect(hall.posted).toEqual([{ runId: 'abc', score: 0, message: store.run(1)?.message }])
  expect(store.match(1)?.players).toContainEqual(expect.objectContaining({ name: 'Team' }))
  expect(hall.evaluations.cases(1)).toHaveLength(1)
  await store.settled()
  // The end of its battle, and the callback.
  expect(heard).toEqual([1, 1])
})

test('a case that is unknown is refused with the names of all', async () => {
  await using hall = openHall()
  expect(hall.begin({ caseType: 'NONE' })).toMatchObject({
    problem: {
      code: 'unknown-case',
      message: expect.stringMatching(
        /^Cannot find case "NONE" of tic-tac-toe: expected one of BASE_AI_O, BASE_AI_X, /,
      ),
    },
  })
  expect(hall.begin({ challenge: 'boost-tron' })).toMatchObject({ problem: { code: 'unknown-case' } })
  expect(hall.store.run(1)).toBeUndefined()
})

test('a team has one open run of a challenge', async () => {
  // Its team never answers, so its battles go on.
  await using hall = openHall({ answer: () => new Promise(() => {}) })
  const [ann, bob] = [hall.team('Ann').person, hall.team('Bob').person]
  must(hall.begin({ ...ONE, person: ann }))
  expect(hall.begin({ ...ONE, person: ann })).toMatchObject({
    problem: {
      code: 'run-open',
      message: 'Cannot begin another evaluation of tic-tac-toe: one of your team still runs',
    },
  })
  must(hall.begin({ ...ONE, person: bob }))
  must(hall.begin({ challenge: 'quoridor', caseType: 'BASE_AI_FIRST', person: ann }))
  for (let count = 0; count < 2; count++) must(hall.begin(ONE))
})

test('so many runs are open at once, and coordinators from outside take half of the places', async () => {
  await using hall = openHall({ answer: () => new Promise(() => {}) })
  const { store } = hall
  const person = hall.team('Ann').person
  const log = (count: number, team?: number): void => {
    for (let n = 0; n < count; n++)
      store.append({
        kind: 'run-began',
        run: store.nextRun(),
        challenge: 'quoridor',
        teamUrl: 'http://127.0.0.1:1',
        ...(team !== undefined && { person: team }),
      })
  }
  const busy = {
    problem: {
      code: 'too-many-evaluations',
      message: 'Cannot begin another evaluation: too many run at the moment, try again later',
    },
  }
  log(99)
  must(hall.begin(ONE))
  expect(hall.begin(ONE)).toMatchObject(busy)
  log(99, person)
  must(hall.begin({ ...ONE, person }))
  expect(hall.begin({ ...ONE, person: hall.team('Bob').person })).toMatchObject(busy)
  // A run that is over leaves its place.
  store.append({ kind: 'run-over', run: 1, score: 0, possible: 1, message: '' })
  must(hall.begin(ONE))
})

test('a run begins only if all its battles have a place, and the disk has room', async () => {
  let isFull = false
  const full = fail('no-room', 'the disk is full')
  const space = {
    room: () => (isFull ? full : ok(undefined)),
    until: () => undefined,
  } as unknown as DiskSpace
  await using hall = openHall({ maxBattles: 8, space, answer: () => new Promise(() => {}) })
  expect(hall.begin()).toMatchObject({ problem: { code: 'too-many-evaluations' } })
  isFull = true
  expect(hall.begin(ONE)).toBe(full)
  isFull = false
  must(hall.begin(ONE))
})

test('after a restart the team of an open run is called again, and what is owed is delivered', async () => {
  let folder: string
  {
    await using hall = openHall({ answer: () => new Promise(() => {}) })
    ;({ folder } = hall)
    must(hall.begin(ONE))
    const owed = { challenge: 'quoridor', teamUrl: 'http://127.0.0.1:1', callback: CALLBACK }
    hall.store.append({ kind: 'run-began', run: 2, ...owed })
    hall.store.append({ kind: 'run-over', run: 2, score: 7, possible: 9, message: '7 of 9 points' })
    await hall.store.settled()
    expect(hall.called).toHaveLength(1)
  }
  await using hall = openHall({ folder })
  await expect.poll(() => hall.store.run(2)?.isOwed).toBe(false)
  expect(hall.posted).toEqual([{ runId: 'abc', score: 7, message: '7 of 9 points' }])
  hall.evaluations.callAgain()
  await hall.over(1)
})

test('a run whose last battle was over when the server stopped is scored at the start', async () => {
  let folder: string
  {
    await using hall = openHall({ answer: () => new Promise(() => {}) })
    ;({ folder } = hall)
    must(hall.begin(ONE))
    // The evaluations hear of nothing any more.
    await hall.evaluations[Symbol.asyncDispose]()
    hall.arena.callOff(1, 'the power went')
    await expect.poll(() => hall.store.match(1)?.status).toBe('over')
    expect(hall.store.run(1)?.ended).toBeUndefined()
  }
  await using hall = openHall({ folder })
  expect(hall.store.run(1)).toMatchObject({ score: 0, possible: 20 })
  expect(hall.store.run(1)?.ended).toBeDefined()
})

/** A team that answers its calls when the test says so. */
function lateTeam() {
  const calls: Deferred<Answer>[] = []
  const answer = (): Promise<Answer> => {
    const call = deferred<Answer>()
    calls.push(call)
    return call.promise
  }
  return { calls, answer }
}

const TAKEN: Answer = ok({ status: 200 })

/** Why the team was called to this battle after others; undefined if it was called along with them. */
function whyInTurn({ store }: ReturnType<typeof openHall>, match: number): string | undefined {
  const notes = store.storyOf(match).flatMap(({ what }) => (what.kind === 'note' ? [what.note] : []))
  return notes.find((note) => note.kind === 'called-in-turn')?.why
}

test('a run is over with its last battle, and not before', async () => {
  await using hall = openHall({ answer: () => new Promise(() => {}) })
  must(hall.begin())
  for (let match = 1; match <= 9; match++) {
    expect(hall.store.run(1)?.ended).toBeUndefined()
    hall.arena.callOff(match, 'it was enough')
    await expect.poll(() => hall.store.match(match)?.status).toBe('over')
  }
  await hall.over(1)
})

test('other matches end no run', async () => {
  await using hall = openHall({ answer: () => new Promise(() => {}) })
  must(hall.begin(ONE))
  const heard: number[] = []
  hall.evaluations.onRun((run) => void heard.push(run))
  const players = [hall.team('Ann')] as const
  const { id } = must(hall.arena.create({ challenge: 'tic-tac-toe', origin: 'challenge', players }))
  must(hall.arena.withdraw(id))
  await hall.store.settled()
  expect([heard, hall.store.run(1)?.ended]).toEqual([[], undefined])
})

test('a team that wants so is called to one battle after the other', async () => {
  const { calls, answer } = lateTeam()
  await using hall = openHall({ answer })
  must(hall.begin({ sequential: true }))
  await expect.poll(() => hall.called).toHaveLength(1)
  calls[0]?.resolve(TAKEN)
  await expect.poll(() => hall.called).toHaveLength(2)
  expect([1, 2].map((match) => whyInTurn(hall, match))).toEqual([undefined, 'wanted'])
})

test('a team that answers its first call at once is called to all others at once', async () => {
  await using hall = openHall({ answer: async () => TAKEN })
  must(hall.begin())
  await expect.poll(() => hall.called).toHaveLength(9)
  expect(whyInTurn(hall, 2)).toBeUndefined()
})

test('a team that is silent is called to the next battle after ten seconds, unless it has come to the first', async () => {
  for (const hasCome of [false, true]) {
    const clock = fakeClock()
    await using hall = openHall({ clock, answer: () => new Promise(() => {}) })
    must(hall.begin())
    await expect.poll(() => hall.called).toHaveLength(1)
    const seat = () => hall.evaluations.cases(1)[0]?.battle.seat
    await expect.poll(seat).toBeDefined()
    if (hasCome) seat()?.open({ write: (_chunk, onWritten) => onWritten(), end() {} })
    await clock.pass(9_999)
    expect(hall.called).toHaveLength(1)
    await clock.pass(1)
    await clock.pass(0)
    if (hasCome) {
      expect(hall.called).toHaveLength(1)
      hall.arena.callOff(1, 'it was enough')
    }
    await expect.poll(() => hall.called.length).toBeGreaterThanOrEqual(2)
    expect(whyInTurn(hall, 2)).toBe('answers-late')
  }
})

test('when a battle is over the team has its whole time again for the others, unless it never came', async () => {
  const clock = fakeClock()
  await using hall = openHall({ clock, answer: async () => TAKEN })
  const { store, arena } = hall
  must(hall.begin({ sequential: false }))
  await expect.poll(() => hall.called).toHaveLength(9)
  const playing = (): readonly number[] =>
    store.casesOf(1).flatMap(({ match }) => (store.match(match)?.status === 'playing' ? [match] : []))
  await expect.poll(playing).toHaveLength(9)
  await clock.pass(200_000)
  arena.callOff(1, 'it was enough')
  await expect.poll(playing).toHaveLength(8)
  await clock.pass(100_000)
  // The second battle alone has more time.
  hall.evaluations.cases(1)[1]?.battle.seat?.waitAnew()
  await clock.pass(199_000)
  expect(playing()).toHaveLength(8)
  await clock.pass(2_000)
  await expect.poll(playing).toEqual([2])
  await clock.pass(100_000)
  await hall.over(1)
})

test('after a restart a team is not called to battles of which it has heard, nor to those that are over', async () => {
  let folder: string
  {
    const { calls, answer } = lateTeam()
    await using hall = openHall({ answer })
    ;({ folder } = hall)
    must(hall.begin({ sequential: true }))
    await expect.poll(() => hall.called).toHaveLength(1)
    calls[0]?.resolve(TAKEN)
    // It hears of the second battle, and its answer is lost.
    await expect.poll(() => hall.called).toHaveLength(2)
    hall.arena.callOff(3, 'it was enough')
    await expect.poll(() => hall.store.match(3)?.status).toBe('over')
    must(hall.begin({ ...ONE, challenge: 'quoridor', caseType: 'BASE_AI_FIRST' }))
    hall.arena.callOff(10, 'it was enough')
    await hall.over(2)
    await hall.store.settled()
  }
  await using hall = openHall({ folder, answer: async () => TAKEN })
  hall.evaluations.callAgain()
  await expect.poll(() => hall.called).toHaveLength(7)
  const ids = hall.evaluations.cases(1).map(({ battle }) => battle.id)
  expect(hall.called).toEqual([ids[1], ...ids.slice(3)])
})

test('a run that is over leaves its place, also while its result is owed', async () => {
  await using hall = openHall({ maxBattles: 9, answer: () => new Promise(() => {}) })
  const { store } = hall
  const person = hall.team('Ann').person
  store.append({
    kind: 'run-began',
    run: 1,
    challenge: 'tic-tac-toe',
    teamUrl: 'http://a.example/',
    person,
    callback: CALLBACK,
  })
  store.append({ kind: 'run-over', run: 1, score: 0, possible: 1, message: '' })
  expect(store.run(1)?.isOwed).toBe(true)
  // As many battles as there are places.
  must(hall.begin({ person }))
})

test('a callback that fails because of the server is reported, but not when the server closes', async () => {
  const call = deferred<Answer>()
  await using hall = openHall({ coordinator: () => call.promise })
  must(hall.begin({ ...ONE, callback: CALLBACK }))
  await expect.poll(() => hall.posted).toHaveLength(1)
  call.reject(new Error('the socket broke'))
  await expect.poll(() => hall.failures).toEqual([new Error('the socket broke')])

  const late = deferred<Answer>()
  await using closing = openHall({ coordinator: () => late.promise })
  must(closing.begin({ ...ONE, callback: CALLBACK }))
  await expect.poll(() => closing.posted).toHaveLength(1)
  await closing.evaluations[Symbol.asyncDispose]()
  late.reject(new Error('the socket broke'))
  await new Promise((done) => void setImmediate(done))
  expect(closing.failures).toEqual([])
})
