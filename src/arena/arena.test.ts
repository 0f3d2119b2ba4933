import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { fail, must, ok, type Result } from '../base/result.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import type { MatchPlayer, MatchRow, PersonRow } from '../store/store.ts'
import type { Arena, ArenaWorkers } from './arena.ts'
import type { DiskSpace } from './disk-space.ts'
import { housePlayer, testArenas } from './test-arena.fixture.ts'
import { untilOver } from './until-over.ts'

const openTest = testArenas()

const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.problem.code)

/** A disk that is as full as a test says. */
function testDisk() {
  let isShort = false
  const space: DiskSpace = {
    get level() {
      return isShort ? 'short' : 'ample'
    },
    room: () => (isShort ? fail('no-room', 'the disk is full') : ok(undefined)),
    roomFor: async () => space.room(),
    until: () => undefined,
    noteFull() {},
    [Symbol.dispose]() {},
  }
  return { space, fill: (now: boolean) => void (isShort = now) }
}

const GAME = { challenge: 'tic-tac-toe', origin: 'challenge' } as const
const BOT: MatchPlayer = { kind: 'bot', name: 'Ann · bot', person: 1001, bot: 1, version: 1 }

const overOf = (arena: Arena, id: number): Promise<MatchRow | undefined> =>
  untilOver(arena, id, new AbortController().signal)

test('a match of two house brains is played, and can be seen before, while and after', async () => {
  await using test = openTest()
  const { arena, store } = test
  const heard: string[] = []
  const leave = arena.onMatch(({ id, status }) => void heard.push(`${id} ${status}`))
  const players = [housePlayer('random'), housePlayer('perfect')] as const
  const row = must(arena.create({ ...GAME, origin: 'organiser', players, seed: 7, settings: {} }))
  expect(row).toMatchObject({ id: 1, seed: 7, players, origin: 'organiser', challenge: 'tic-tac-toe' })
  expect(await overOf(arena, 1)).toMatchObject({ status: 'over', void: false })
  await store.settled()
  expect(heard).toEqual(['1 waiting', '1 playing', '1 over'])
  leave()
  must(arena.create({ ...GAME, origin: 'organiser', players }))
  await overOf(arena, 2)
  expect(heard).toHaveLength(3)
  expect(arena.sight(1)?.match.phase).toBe('over')
  expect(arena.isAtHand(1)).toBe(true)
  expect([arena.live(1), arena.playing, arena.queued]).toEqual([undefined, 0, 0])
  expect([arena.sight(9), arena.preview(9), arena.isAtHand(9)]).toEqual([undefined, undefined, false])
})

test('a match that cannot be is refused, and nothing is stored', async () => {
  await using test = openTest()
  const { arena, store } = test
  const players = [housePlayer('random')] as const
  expect(codeOf(arena.create({ ...GAME, challenge: 'chess', players }))).toBe('unknown-challenge')
  expect(codeOf(arena.create({ ...GAME, players: [housePlayer('nobody')] }))).toBe('unknown-brain')
  expect(store.match(1)).toBeUndefined()
})

test('an open match waits for a second player, and is played when one joins', async () => {
  await using test = openTest()
  const { arena, store, desks } = test
  const [ann, bob, cid] = [test.team('Ann'), test.team('Bob'), test.team('Cid')]
  const { id, status } = must(arena.create({ ...GAME, players: [ann], starter: ann.person }))
  expect(status).toBe('open')
  expect(arena.sight(id)).toBeUndefined()
  expect(arena.preview(id)).toMatchObject({ players: [ann], match: { phase: 'starting' } })
  expect(arena.join(id, ann)).toEqual(fail('own-match', `Cannot join match ${id}: it is your own challenge`))
  expect(codeOf(arena.join(99, bob))).toBe('unknown-match')
  expect(must(arena.join(id, bob)).players).toEqual([ann, bob])
  expect(arena.join(id, cid)).toMatchObject({
    problem: {
      code: 'not-open',
      message: expect.stringMatching(/^Cannot join match 1: it is (waiting|playing)$/),
    },
  })
  await expect.poll(() => desks.find(id, 1)).toBeDefined()
  expect([arena.playing, store.match(id)?.status]).toEqual([1, 'playing'])
  expect(codeOf(arena.withdraw(id))).toBe('not-open')
})

test('an open match can be withdrawn, and a challenge declined by the team that it waits for', async () => {
  await using test = openTest()
  const { arena, store } = test
  const [ann, bob, cid] = [test.team('Ann'), test.team('Bob'), test.team('Cid')]
  const personOf = ({ person }: { readonly person: number }): PersonRow => {
    const row = store.person(person)
    if (!row) throw new Error(`no person ${person}`)
    return row
  }
  must(arena.create({ ...GAME, players: [ann] }))
  expect(must(arena.withdraw(1))).toMatchObject({
    status: 'over',
    void: true,
    end: 'not counted: the challenge was withdrawn',
  })
  expect(arena.withdraw(1)).toEqual(fail('not-open', 'Cannot withdraw match 1: it is over'))
  expect(arena.preview(1)?.match).toMatchObject({ phase: 'over', result: { void: true } })
  const challenge = must(
    arena.create({ ...GAME, players: [ann], starter: ann.person, invited: bob.person, rematchOf: 1 }),
  )
  expect(challenge).toMatchObject({ starter: ann.person, invited: bob.person, rematchOf: 1 })
  expect(codeOf(arena.join(2, cid))).toBe('not-invited')
  expect(codeOf(arena.decline(2, personOf(cid)))).toBe('not-invited')
  expect(must(arena.decline(2, personOf(bob)))).toMatchObject({
    status: 'over',
    end: 'not counted: Bob declined',
  })
  expect(arena.decline(2, personOf(bob))).toEqual(fail('not-open', 'Cannot decline match 2: it is over'))
  expect(codeOf(arena.decline(99, personOf(bob)))).toBe('unknown-match')
})

test('a team has so many games of its own open at once; those against its bots are not its own', async () => {
  await using test = openTest({ maxGamesEach: 2, maxProgramMatches: 0 })
  const { arena } = test
  const [ann, bob] = [test.team('Ann'), test.team('Bob')]
  for (let count = 0; count < 3; count++)
    must(arena.create({ ...GAME, origin: 'organiser', players: [BOT, housePlayer('random')] }))
  must(arena.create({ ...GAME, players: [ann] }))
  must(arena.create({ ...GAME, origin: 'practice', players: [ann, housePlayer('random')] }))
  expect(arena.create({ ...GAME, origin: 'practice', players: [housePlayer('random'), ann] })).toMatchObject({
    problem: {
      code: 'too-many-games',
      message: 'Cannot begin another game: a team may have 2 open at once, finish one first',
    },
  })
  const { id } = must(arena.create({ ...GAME, players: [bob] }))
  expect(codeOf(arena.join(id, ann))).toBe('too-many-games')
  // What the organiser starts is not the team's own choice.
  must(arena.create({ ...GAME, origin: 'organiser', players: [ann, housePlayer('random')] }))
})

test('a team may start five trials of its bots that wait or run; others have no such limit', async () => {
  await using test = openTest({ maxProgramMatches: 0 })
  const { arena } = test
  const [ann, bob] = [test.team('Ann'), test.team('Bob')]
  const trial = (starter?: number) =>
    arena.create({
      ...GAME,
      origin: 'trial',
      players: [BOT, housePlayer('random')],
      ...(starter !== undefined && { starter }),
    })
  for (let count = 0; count < 5; count++) must(trial(ann.person))
  expect(trial(ann.person)).toMatchObject({
    problem: {
      code: 'too-many-matches',
      message: 'Cannot start another match: 5 that your team started wait or run, wait until one is over',
    },
  })
  must(trial())
  must(trial(bob.person))
  expect(arena.queued).toBe(7)
  expect(arena.isProgramWanted).toBe(true)
  // A match that waits is called off at once, and makes room for another.
  arena.callOff(1, 'the organiser stopped it')
  expect(test.store.match(1)).toMatchObject({
    status: 'over',
    void: true,
    end: 'not counted: the organiser stopped it',
  })
  expect(arena.queued).toBe(6)
  must(trial(ann.person))
  arena.callOff(99, 'there is none')
})

test('on a full disk no team begins a game, and the organiser still can', async () => {
  const { space, fill } = testDisk()
  await using test = openTest({ space, maxProgramMatches: 0 })
  const { arena } = test
  const [ann, bob] = [test.team('Ann'), test.team('Bob')]
  must(arena.create({ ...GAME, players: [ann] }))
  expect(codeOf(arena.room())).toBe('ok')
  fill(true)
  expect(codeOf(arena.room())).toBe('no-room')
  const players = [BOT, housePlayer('random')] as const
  expect(codeOf(arena.create({ ...GAME, players: [bob] }))).toBe('no-room')
  expect(codeOf(arena.join(1, bob))).toBe('no-room')
  expect(codeOf(arena.create({ ...GAME, origin: 'trial', starter: bob.person, players }))).toBe('no-room')
  const guests = [housePlayer('random'), housePlayer('first')] as const
  const contestant = {
    name: 'guest',
    connect: async () => ({ kind: 'gone', cause: 'crashed' }) as const,
  }
  expect(
    codeOf(await arena.host({ ...GAME, origin: 'organiser', players: guests }, [contestant, contestant])),
  ).toBe('no-room')
  must(arena.create({ ...GAME, origin: 'organiser', players }))
})

test('after a restart matches that wait are still there', async () => {
  let folder: string
  {
    await using test = openTest({ maxProgramMatches: 0 })
    ;({ folder } = test)
    test.team('Ann')
    must(test.arena.create({ ...GAME, origin: 'organiser', players: [BOT, housePlayer('random')] }))
    expect(test.arena.queued).toBe(1)
  }
  await using again = openTest({ maxProgramMatches: 0 }, folder)
  expect(again.arena.queued).toBe(1)
  expect(again.arena.programPlaces).toBe(0)
})

test('a match whose bot cannot be started is given up after three failures', async () => {
  const failures: number[] = []
  await using test = openTest({ onFailure: (match) => void failures.push(match) })
  const { arena } = test
  test.team('Ann')
  must(arena.create({ ...GAME, origin: 'organiser', players: [BOT, housePlayer('random')] }))
  expect(await overOf(arena, 1)).toMatchObject({
    void: true,
    end: 'not counted: the server failed to play it',
  })
  expect(failures).toEqual([1, 1, 1])
})

test('players that are connected now play a match once', async () => {
  await using test = openTest()
  const { arena } = test
  const players = [
    { kind: 'guest', name: 'one', wire: 'tcp' },
    { kind: 'guest', name: 'two', wire: 'tcp' },
  ] as const
  const gone = (name: string) => ({
    name,
    connect: async () => ({ kind: 'gone', cause: 'crashed', detail: 'no power' }) as const,
  })
  const played = await arena.host({ ...GAME, origin: 'organiser', players }, [gone('one'), gone('two')])
  expect(must(played)).toMatchObject({ status: 'over', players })
  expect(
    codeOf(
      await arena.host({ ...GAME, challenge: 'chess', origin: 'organiser', players }, [
        gone('one'),
        gone('two'),
      ]),
    ),
  ).toBe('unknown-challenge')
})

/** Workers that do what a test says. */
function testWorkers(playsHere: boolean, places: number) {
  const begun = new Map<string, (worker: string) => void>()
  const state = { places, missing: undefined as string | undefined }
  const workers: ArenaWorkers = {
    queue: {
      attempt: (order, watch) =>
        new Promise((resolve) => {
          begun.set(order.key, (worker) => watch.onBegan?.(worker))
          const end = (): void => resolve({ kind: 'aborted' })
          if (watch.signal.aborted) end()
          else watch.signal.addEventListener('abort', end, { once: true })
        }),
      look: async (_order, first) => first,
      compare: async () => undefined,
      places: () => state.places,
      whyNone: () => state.missing,
    },
    versions: { pack: async () => '', packedFile: () => undefined } as unknown as ArenaWorkers['versions'],
    playsHere,
  }
  return { workers, begun, state }
}

const HOUSE_MATCH = {
  ...GAME,
  origin: 'organiser',
  players: [housePlayer('random'), housePlayer('first')],
} as const

test('workers get as many matches as keep them busy, and the others wait', async () => {
  const { workers, begun, state } = testWorkers(false, 0)
  await using test = openTest({ workers })
  const { arena } = test
  const idsOf = (): readonly number[] => arena.waitingForWorkers().map(({ id }) => id)
  for (let count = 0; count < 4; count++) must(arena.create(HOUSE_MATCH))
  // Without workers a few are ordered all the same.
  expect([arena.programPlaces, arena.queued, arena.playing]).toEqual([2, 4, 0])
  expect(idsOf()).toEqual([3, 4, 1, 2])
  await expect.poll(() => begun.size).toBe(2)
  state.places = 2
  arena.shareChanged()
  await expect.poll(() => begun.size).toBe(4)
  expect([arena.programPlaces, idsOf()]).toEqual([4, [1, 2, 3, 4]])
  const [first] = begun.values()
  first?.('w1')
  expect([...arena.playingOnWorkers()]).toEqual([[1, 'w1']])
  expect([arena.playing, idsOf()]).toEqual([1, [2, 3, 4]])
  arena.callOff(2, 'it is not needed')
  expect(await overOf(arena, 2)).toMatchObject({ void: true, end: 'not counted: it is not needed' })
  expect(idsOf()).toEqual([3, 4])
  expect([...arena.secondOpinions()]).toEqual([])
})

test('a match that no worker can play takes no place of others, and says what is missing', async () => {
  const { workers, state } = testWorkers(false, 1)
  state.missing = 'no worker is quick enough'
  await using test = openTest({ workers })
  const { arena } = test
  must(arena.create(HOUSE_MATCH))
  for (let count = 1; count < 4; count++) must(arena.create(HOUSE_MATCH))
  // Each of them makes room for the next, so none waits behind another.
  await expect
    .poll(() => [...arena.missingForWorkers()])
    .toEqual([1, 2, 3, 4].map((id) => [id, 'no worker is quick enough']))
  expect(arena.programPlaces).toBe(6)
})

test('an arena that plays along takes what is more than its workers have to do', async () => {
  const { workers, begun } = testWorkers(true, 1)
  await using test = openTest({ workers, maxProgramMatches: 1 })
  const { arena } = test
  expect(arena.programPlaces).toBe(3)
  for (let count = 0; count < 3; count++) must(arena.create(HOUSE_MATCH))
  expect(await overOf(arena, 3)).toMatchObject({ void: false })
  await expect.poll(() => begun.size).toBe(2)
  expect(arena.waitingForWorkers().map(({ id }) => id)).toEqual([1, 2])
})

test('a rematch swaps the seats: the team that was second sits first when it takes it up', async () => {
  await using test = openTest()
  const { arena, store } = test
  const [ann, bob] = [test.team('Ann'), test.team('Bob')]
  must(arena.create({ ...GAME, players: [ann] }))
  must(arena.join(1, bob))
  arena.callOff(1, 'it was enough')
  await overOf(arena, 1)
  must(arena.create({ ...GAME, players: [ann], starter: ann.person, invited: bob.person, rematchOf: 1 }))
  must(arena.join(2, bob))
  expect(store.match(2)?.players).toEqual([bob, ann])
})

test('a team may have eight games of its own open, and start two rated matches, unless the arena says otherwise', async () => {
  await using test = openTest({ maxProgramMatches: 0 })
  const { arena } = test
  const ann = test.team('Ann')
  for (let count = 0; count < 8; count++) must(arena.create({ ...GAME, players: [ann] }))
  expect(codeOf(arena.create({ ...GAME, players: [ann] }))).toBe('too-many-games')
  const rated = () =>
    arena.create({
      ...GAME,
      origin: 'ladder',
      players: [BOT, housePlayer('random')],
      starter: ann.person,
    })
  for (let count = 0; count < 2; count++) must(rated())
  expect(codeOf(rated())).toBe('too-many-matches')
})

test('a practice game that its player has left for ten minutes is ended', async () => {
  const clock = fakeClock()
  await using test = openTest({ clock })
  const { arena, store } = test
  must(
    arena.create({
      ...GAME,
      origin: 'practice',
      players: [test.team('Ann'), housePlayer('first')],
      rules: { startUpMs: 3_600_000 },
    }),
  )
  expect(arena.isAtHand(1)).toBe(true)
  await clock.pass(595_000)
  expect(store.match(1)?.status).toBe('playing')
  await clock.pass(5_000)
  await expect.poll(() => store.match(1)?.status).toBe('over')
  expect(store.match(1)?.end).toBe('not counted: its player sent no request for 600 s')
})

test('a match begins when the disk has ample room', async () => {
  const room = deferred()
  const asked: string[] = []
  let isAmple = false
  const space: DiskSpace = {
    ...testDisk().space,
    until(level) {
      asked.push(level)
      return isAmple ? undefined : room.promise
    },
  }
  await using test = openTest({ space })
  must(test.arena.create(HOUSE_MATCH))
  await test.store.settled()
  expect([new Set(asked), test.store.match(1)?.status]).toEqual([new Set(['ample']), 'waiting'])
  isAmple = true
  room.resolve()
  expect(await overOf(test.arena, 1)).toMatchObject({ void: false })
})

test('an arena without workers has nothing to say of them', async () => {
  await using test = openTest({ maxProgramMatches: 0 })
  const { arena } = test
  test.team('Ann')
  must(arena.create({ ...GAME, origin: 'organiser', players: [BOT, housePlayer('random')] }))
  arena.markFinal(1)
  expect([arena.secondOpinions().size, arena.missingForWorkers().size, arena.waitingForWorkers()]).toEqual([
    0,
    0,
    [],
  ])
})

test('an arena that plays along has its own places besides those of its workers', async () => {
  const { workers, state } = testWorkers(true, 3)
  await using test = openTest({ workers })
  const own = Math.max(2, availableParallelism())
  expect(test.arena.programPlaces).toBe(6 + own)
  // Without workers it plays all matches itself.
  state.places = 0
  expect(test.arena.programPlaces).toBe(own)
  must(test.arena.create(HOUSE_MATCH))
  expect(await overOf(test.arena, 1)).toMatchObject({ void: false })
})

test('a match of a challenge that is gone, or under settings that are, cannot be seen', async () => {
  await using test = openTest()
  const { arena, store } = test
  const row = { gameVersion: 1, rules: ticTacToe.rules, seed: 1, players: HOUSE_MATCH.players } as const
  const log = (match: number, challenge: string, settings: object): void =>
    void store.append({
      ...row,
      kind: 'match-created',
      match,
      challenge,
      settings: { ...settings },
      origin: 'organiser',
    })
  log(1, 'chess', {})
  log(2, 'tic-tac-toe', { opening: 'nonsense' })
  for (const match of [1, 2]) {
    store.append({ kind: 'match-over', match, score: [0, 0], winner: undefined, void: true, end: 'x' })
    expect([arena.sight(match), arena.preview(match), arena.isAtHand(match)]).toEqual([
      undefined,
      undefined,
      false,
    ])
  }
})

test('a practice game whose place others wait for ends after a minute', async () => {
  const clock = fakeClock()
  await using test = openTest({ clock, maxHouseMatches: 1 })
  const { arena, store } = test
  const players = (name: string) => [test.team(name), housePlayer('advanced')] as const
  const practice = { challenge: 'quoridor', origin: 'practice', rules: { startUpMs: 3_600_000 } } as const
  must(arena.create({ ...practice, players: players('Ann') }))
  await clock.pass(65_000)
  expect(store.match(1)?.status).toBe('playing')
  must(arena.create({ ...practice, players: players('Bob') }))
  expect(store.match(2)?.status).toBe('waiting')
  await clock.pass(5_000)
  await expect.poll(() => store.match(1)?.status).toBe('over')
  await expect.poll(() => store.match(2)?.status).toBe('playing')
})

test('an arena that is closed has stopped its matches, and the store may be closed', async () => {
  const { workers, begun } = testWorkers(false, 1)
  const { arena, store, desks, team } = openTest({ workers })
  must(arena.create(HOUSE_MATCH))
  must(arena.create({ ...GAME, origin: 'organiser', players: [team('Ann'), team('Bob')] }))
  await expect.poll(() => [begun.size, desks.find(2, 1) !== undefined]).toEqual([1, true])
  await arena[Symbol.asyncDispose]()
  expect([arena.playing, arena.queued]).toEqual([0, 0])
  store[Symbol.dispose]()
})
