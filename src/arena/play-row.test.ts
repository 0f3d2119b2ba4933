import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { MatchEvent } from '../match/match.ts'
import { openDesks } from '../protocols/desk.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { RemoteSeat } from '../protocols/hosted-match.ts'
import type { AttemptEnd, SecondOpinion } from '../queue/match-queue.ts'
import { created, tell } from '../store/new-store.fixture.ts'
import type { MatchPlayer, Store } from '../store/store.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import type { Arena, ArenaOptions, ArenaWorkers } from './arena.ts'
import { playableMatch } from './playable-match.fixture.ts'
import { readRow } from './read-row.ts'
import { housePlayer, testArenas } from './test-arena.fixture.ts'
import { untilOver } from './until-over.ts'

const openTest = testArenas()

const MATCH = {
  challenge: 'tic-tac-toe',
  origin: 'organiser',
  players: [housePlayer('random'), housePlayer('first')],
  seed: 1,
} as const

const overOf = (arena: Arena, id: number) => untilOver(arena, id, new AbortController().signal)

type Queue = ArenaWorkers['queue']
type Watch = Parameters<Queue['attempt']>[1]
type Played = Extract<AttemptEnd, { kind: 'played' }>

/** The first player resigns at once. */
const EVENTS: readonly MatchEvent[] = [
  { kind: 'ready', seat: 0, at: 1 },
  { kind: 'ready', seat: 1, at: 2 },
  { kind: 'resigned', seat: 0, at: 9 },
]

const PLAYED = { kind: 'played', worker: 'w1' } as Played

/** Tells these events of match 1, as a worker does that plays it. */
function tellEvents(store: Store, watch: Watch, events = EVENTS): void {
  const row = store.match(1)
  if (!row) throw new Error('no match 1')
  let { match } = startMatch(must(readRow(row)).spec)
  for (const event of events) {
    match = advance(match, event).match
    watch.onEvent?.({ job: {} as never, worker: 'w1', event, match })
  }
}

/** An arena whose matches are played by workers, which do what the test says. */
function openAway(queue: Partial<Queue> & Pick<Queue, 'attempt'>, folder?: string) {
  const failures: string[] = []
  const clock = fakeClock()
  const workers: ArenaWorkers = {
    queue: {
      look: async (_order, first) => first,
      compare: async () => undefined,
      places: () => 1,
      whyNone: () => undefined,
      ...queue,
    },
    versions: {
      locate() {
        throw new Error('there are no bots')
      },
      pack: () => Promise.reject(new Error('there are no bots')),
    },
    playsHere: false,
  }
  const test = openTest(
    { workers, clock, onFailure: (match, error) => void failures.push(`${match}: ${String(error)}`) },
    folder,
  )
  const heard: string[] = []
  test.arena.onMatch(({ id, status }) => void heard.push(`${id} ${status}`))
  return { ...test, clock, failures, heard }
}

/** A worker that never answers, until the arena stops it. */
const untilAborted: Queue['attempt'] = (_order, { signal }) =>
  new Promise((resolve) => {
    const end = (): void => resolve({ kind: 'aborted' })
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

test('a match on a worker is live once a worker has it, stays so when another takes over, and its result counts', async () => {
  const watches: Watch[] = []
  const ends: ((end: AttemptEnd) => void)[] = []
  await using test = openAway({
    attempt: (_order, watch) =>
      new Promise((resolve) => {
        watches.push(watch)
        ends.push(resolve)
      }),
  })
  const { arena, store, heard } = test
  const onWorkers = () => [...arena.playingOnWorkers()]
  must(arena.create(MATCH))
  await expect.poll(() => watches.length).toBe(1)
  expect([arena.live(1), arena.playing, store.match(1)?.status]).toEqual([undefined, 0, 'waiting'])
  watches[0]?.onBegan?.('w1')
  const live = arena.live(1)
  // Its worker keeps its time, and has told nothing yet.
  test.clock.stall(5_000)
  expect([live?.id, live?.now()]).toEqual([1, 0])
  expect([onWorkers(), arena.waitingForWorkers(), arena.queued]).toEqual([[[1, 'w1']], [], 0])
  ends[0]?.({ kind: 'lost', why: 'its worker left' })
  await expect.poll(() => watches.length).toBe(2)
  expect([onWorkers(), arena.live(1) === live]).toEqual([[], true])
  watches[1]?.onBegan?.('w2')
  expect(onWorkers()).toEqual([[1, 'w2']])
  const [, second] = watches
  if (second) tellEvents(store, second)
  ends[1]?.(PLAYED)
  expect(await overOf(arena, 1)).toMatchObject({ winner: 1, score: [0, 1], void: false })
  await store.settled()
  // It has begun once, though two workers had it.
  expect(heard).toEqual(['1 waiting', '1 playing', '1 over'])
  expect([onWorkers(), arena.live(1), arena.playing, arena.queued]).toEqual([[], undefined, 0, 0])
  // What was watched live stays at hand.
  expect(arena.sight(1)).toBe(live)
  expect(test.failures).toEqual([])
})

test('what another worker made of a final is shown, and only of a final', async () => {
  const opinion: SecondOpinion = { kind: 'other', worker: 'w2', moves: 3 }
  const answers: (() => Promise<SecondOpinion | undefined>)[] = [
    async () => opinion,
    async () => undefined,
    () => Promise.reject(new Error('Redis is gone')),
  ]
  await using test = openAway({
    async attempt(_order, watch) {
      watch.onBegan?.('w1')
      tellEvents(test.store, watch)
      return PLAYED
    },
    compare: () => answers.shift()?.() ?? Promise.reject(new Error('no final')),
  })
  const { arena } = test
  for (const isFinal of [true, true, true, false]) {
    const { id } = must(arena.create(MATCH))
    if (isFinal) arena.markFinal(id)
    await overOf(arena, id)
  }
  expect([...arena.secondOpinions()]).toEqual([[1, opinion]])
  expect(test.failures).toEqual(['3: Error: Redis is gone'])
})

test('a match that workers cannot play is called off with the reason', async () => {
  await using test = openAway({
    attempt(_order, watch) {
      watch.onBegan?.('w1')
      return Promise.reject(new Error('Redis is gone'))
    },
  })
  const { arena, heard } = test
  must(arena.create(MATCH))
  expect(await overOf(arena, 1)).toMatchObject({ void: true, end: 'not counted: Redis is gone' })
  await test.store.settled()
  expect(test.failures).toEqual(['1: Error: Redis is gone'])
  expect(new Set(heard)).toEqual(new Set(['1 waiting', '1 playing', '1 over']))
  expect([arena.playing, [...arena.playingOnWorkers()]]).toEqual([0, []])
})

test.each(['waits', 'fails'])(
  'a match on a worker that %s when the arena closes has no result, and is seen at once after the restart',
  async (how) => {
    let folder: string
    {
      await using test = openAway({
        async attempt(order, watch) {
          watch.onBegan?.('w1')
          tellEvents(test.store, watch, EVENTS.slice(0, 2))
          const end = await untilAborted(order, watch)
          if (how === 'fails') throw new Error('the connection was closed')
          return end
        },
      })
      ;({ folder } = test)
      must(test.arena.create(MATCH))
      await expect.poll(() => test.store.eventsOf(1).length).toBe(2)
    }
    await using test = openAway({ attempt: untilAborted }, folder)
    expect(test.store.match(1)).toMatchObject({ status: 'playing' })
    // No worker has it yet.
    expect(test.arena.live(1)?.match.phase).toBe('playing')
    expect([...test.arena.playingOnWorkers()]).toEqual([])
    await test.store.settled()
    expect(test.heard).not.toContain('1 over')
  },
)

test('a match of other rules is called off, here and on workers', async () => {
  const players = [housePlayer('random'), housePlayer('first')] as const
  for (const isAway of [false, true]) {
    let folder: string
    {
      await using before = openTest({ maxProgramMatches: 0 })
      ;({ folder } = before)
      tell(before.store, {
        ...created(1, players, 'tic-tac-toe', { origin: 'organiser' }),
        gameVersion: 999,
      } as never)
    }
    const failures: number[] = []
    const onFailure = (match: number): void => void failures.push(match)
    await using test = isAway ? openAway({ attempt: untilAborted }, folder) : openTest({ onFailure }, folder)
    expect(await overOf(test.arena, 1)).toMatchObject({
      void: true,
      end: 'not counted: match 1 was begun under other rules of tic-tac-toe',
    })
    expect([test.arena.playing, test.arena.queued, failures]).toEqual([0, 0, []])
  }
})

test('guests play once: when the server fails, their match has no result', async () => {
  await using test = openTest()
  let connects = 0
  const failing = (name: string): Contestant => ({
    name,
    connect() {
      connects++
      return Promise.reject(new Error('the socket broke'))
    },
  })
  const guest = (name: string): MatchPlayer => ({ kind: 'guest', name, wire: 'tcp' })
  const played = await test.arena.host({ ...MATCH, players: [guest('one'), guest('two')] }, [
    failing('one'),
    failing('two'),
  ])
  expect(must(played)).toMatchObject({
    status: 'over',
    void: true,
    end: 'not counted: the server failed to play it',
  })
  expect(connects).toBeLessThanOrEqual(2)
  expect(test.arena.playing).toBe(0)
})

test('the lines of a guest are kept if it has shown the key of a team, and of no other', async () => {
  await using test = openTest()
  const { person } = test.team('Ann')
  const talking = (name: string): Contestant => ({
    name,
    connect: async (_opening, _signal, callbacks) => ({
      tell() {},
      async ask() {
        callbacks?.onTranscript?.(`< ${name} resigns`)
        return { kind: 'resign' }
      },
      async [Symbol.asyncDispose]() {
        callbacks?.onTranscript?.(`> goodbye ${name}`)
      },
    }),
  })
  const players = [
    { kind: 'guest', name: 'one', wire: 'tcp', person },
    { kind: 'guest', name: 'two', wire: 'tcp' },
  ] as const
  must(await test.arena.host({ ...MATCH, players }, [talking('one'), talking('two')]))
  const logs = test.store.botLogs(1)
  expect(new Set(logs.map(({ player }) => player))).toEqual(new Set([0]))
  expect(logs.flatMap(({ log }) => log.lines.map(({ text }) => text))).toEqual([
    '< one resigns',
    '> goodbye one',
  ])
})

/** Seats of an arena at which teams play; a test sees what each seat was told. */
function openSeats(more: Partial<ArenaOptions> = {}, folder?: string) {
  const seats: RemoteSeat[] = []
  const desks = openDesks()
  const test = openTest(
    {
      seating: {
        locateBot() {
          throw new Error('there are no bots')
        },
        seatRemote(player, seat) {
          seats.push(seat)
          return desks.seat(player, seat)
        },
      },
      ...more,
    },
    folder,
  )
  return { ...test, seats, desks }
}

test('a seat knows its match, whether its player had come before a restart, and when the match is over', async () => {
  let folder: string
  {
    await using test = openSeats()
    ;({ folder } = test)
    const { arena, desks, seats } = test
    must(arena.create({ ...MATCH, players: [test.team('Ann'), test.team('Bob')] }))
    await expect.poll(() => seats.length).toBe(2)
    expect(seats).toMatchObject([
      { match: 1, player: 0, seat: 0, past: [], arrived: false },
      { match: 1, player: 1, seat: 1, past: [], arrived: false },
    ])
    desks.find(1, 1)?.arrive()
    // When the start-up time of each began is an event, too.
    const kinds = () => test.store.eventsOf(1).map(({ kind }) => kind)
    await expect.poll(kinds).toContain('ready')
    await test.store.settled()
  }
  await using test = openSeats({}, folder)
  const { arena, seats } = test
  await expect.poll(() => seats.length).toBe(2)
  expect(seats.map(({ arrived, over }) => [arrived, over.aborted])).toEqual([
    [false, false],
    [true, false],
  ])
  for (const { past } of seats)
    expect(past).toContainEqual(expect.objectContaining({ kind: 'ready', seat: 1 }))
  let isCommitted = false
  seats[0]?.afterCommit(() => (isCommitted = true))
  await expect.poll(() => isCommitted).toBe(true)
  arena.callOff(1, 'it was enough')
  await overOf(arena, 1)
  await expect.poll(() => seats.map(({ over }) => over.aborted)).toEqual([true, true])
})

test('a practice game goes on while its player is seen or stays', async () => {
  const clock = fakeClock()
  const idleLimits = { alwaysMs: 10_000, wantedMs: 10_000, wantedOfManyMs: 10_000 }
  await using test = openSeats({ clock, idleLimits })
  const { arena, seats, store } = test
  for (const name of ['Ann', 'Bob', 'Cid'])
    must(arena.create({ ...MATCH, origin: 'practice', players: [test.team(name), housePlayer('first')] }))
  await expect.poll(() => seats.length).toBe(3)
  await clock.pass(6_000)
  seats[1]?.onSeen()
  seats[2]?.onStay()
  await clock.pass(9_000)
  await expect.poll(() => store.match(1)?.status).toBe('over')
  const statuses = () => [1, 2, 3].map((id) => store.match(id)?.status)
  expect(statuses()).toEqual(['over', 'playing', 'playing'])
  await clock.pass(5_000)
  await expect.poll(() => store.match(2)?.status).toBe('over')
  expect(statuses()).toEqual(['over', 'over', 'playing'])
})

test('in a later round both players have come, and sit where they sit in this round', async () => {
  let folder: string
  {
    await using test = openSeats()
    ;({ folder } = test)
    const { arena, desks } = test
    const players = [test.team('Ann'), test.team('Bob')] as const
    must(arena.create({ ...MATCH, challenge: 'boost-tron', players }))
    await expect.poll(() => desks.find(1, 1)).toBeDefined()
    for (const player of [0, 1] as const) desks.find(1, player)?.arrive()
    await expect.poll(() => desks.find(1, 0)?.question).toBeDefined()
    await desks.find(1, 0)?.answer({ kind: 'resign' })
    await expect.poll(() => arena.live(1)?.match.round.index).toBe(1)
    await test.store.settled()
  }
  await using test = openSeats({}, folder)
  await expect.poll(() => test.seats.length).toBe(2)
  expect(test.seats.map(({ player, seat, arrived }) => [player, seat, arrived])).toEqual([
    [0, 1, true],
    [1, 0, true],
  ])
})

test.each([0, 1])('a match whose player %i was a guest is called off after a restart', async (place) => {
  let folder: string
  {
    await using before = openTest()
    ;({ folder } = before)
    const players: MatchPlayer[] = [housePlayer('random')]
    players.splice(place, 0, { kind: 'guest', name: 'one', wire: 'tcp' })
    before.store.append(playableMatch(ticTacToe, players as [MatchPlayer, MatchPlayer], 'organiser'))
  }
  const failures: number[] = []
  await using test = openTest({ onFailure: (match) => void failures.push(match) }, folder)
  expect(await overOf(test.arena, 1)).toMatchObject({
    end: 'not counted: the server was restarted and the connection of one was gone',
  })
  expect(failures).toEqual([])
})

test('a round that the server failed to play is played again by players that can come again', async () => {
  const desks = openDesks()
  let connects = 0
  await using test = openTest({
    seating: {
      locateBot() {
        throw new Error('there are no bots')
      },
      seatRemote(player, seat) {
        const contestant = desks.seat(player, seat)
        return {
          ...contestant,
          connect(...args) {
            connects++
            return connects === 1
              ? Promise.reject(new Error('the socket broke'))
              : contestant.connect(...args)
          },
        }
      },
    },
  })
  const { arena, store } = test
  must(arena.create({ ...MATCH, players: [test.team('Ann'), housePlayer('first')] }))
  await expect.poll(() => connects).toBe(2)
  desks.find(1, 0)?.arrive()
  await expect.poll(() => desks.find(1, 0)?.question).toBeDefined()
  expect(store.eventsOf(1).map(({ kind }) => kind)).toContain('voided')
  expect(store.match(1)?.status).toBe('playing')
})
