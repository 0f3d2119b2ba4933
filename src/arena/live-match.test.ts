import { expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { must } from '../base/result.ts'
import { boostTron } from '../challenges/boost-tron.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { advance } from '../match/machine.ts'
import type { MatchEvent } from '../match/match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { newStores } from '../store/new-store.fixture.ts'
import type { MatchOrigin, MatchPlayer } from '../store/store.ts'
import { playerOf, playHere, playLive, takeUp, type LiveOptions, type RestOfMatch } from './live-match.ts'
import { playableMatch } from './playable-match.fixture.ts'
import { readRow } from './read-row.ts'
import { housePlayer, testArenas } from './test-arena.fixture.ts'
import { untilOver } from './until-over.ts'

const openTest = testArenas()
const newStore = newStores()
const flush = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** A match of tic-tac-toe between two teams that have come. */
async function openMatch(origin: 'organiser' | 'challenge' = 'organiser') {
  const test = openTest()
  const { arena, desks, team, store } = test
  const players = [team('Ann'), team('Bob')] as const
  const { id } = must(arena.create({ challenge: 'tic-tac-toe', players, origin, seed: 1 }))
  await expect.poll(() => desks.find(id, 1)).toBeDefined()
  const live = arena.live(id)
  const [ann, bob] = [desks.find(id, 0), desks.find(id, 1)]
  if (!live || !ann || !bob) throw new Error('the match does not run')
  for (const desk of [ann, bob]) desk.arrive()
  await expect.poll(() => ann.question).toBeDefined()
  return {
    ...test,
    id,
    live,
    desks: [ann, bob] as const,
    row: () => store.match(id),
    over: () => untilOver(arena, id, new AbortController().signal),
  }
}

test('a match shows whose clock runs, and its listeners hear of every move that is on disk', async () => {
  await using match = await openMatch('challenge')
  const { live, desks, store } = match
  expect(live).toMatchObject({ origin: 'challenge', isCasual: true, id: match.id })
  expect(live.timeLeft(0)).toBeGreaterThan(0)
  expect(live.timeLeft(0)).toBeLessThanOrEqual(18_000)
  expect(live.timeLeft(1)).toBeUndefined()
  expect(Number.isInteger(live.now())).toBe(true)
  let heard = 0
  const leave = live.onChange(() => void heard++)
  const { lastEntry } = live
  await desks[0].answer({ kind: 'move', text: 'NW' })
  await store.settled()
  expect(heard).toBeGreaterThan(0)
  expect(live.lastEntry).toBeGreaterThan(lastEntry)
  expect(live.timeLeft(0)).toBeUndefined()
  expect(live.timeLeft(1)).toBeGreaterThan(0)
  leave()
  const before = heard
  await expect.poll(() => desks[1].question).toBeDefined()
  await desks[1].answer({ kind: 'resign' })
  await match.over()
  expect(heard).toBe(before)
  expect([live.timeLeft(0), live.timeLeft(1)]).toEqual([undefined, undefined])
})

test('the end of a match is stored with its score, its reason, the accounts of both and its fingerprint', async () => {
  await using match = await openMatch()
  const { desks, live, arena } = match
  expect(live.isCasual).toBe(false)
  await desks[0].answer({ kind: 'move', text: 'NW' })
  await expect.poll(() => desks[1].question).toBeDefined()
  await desks[1].answer({ kind: 'resign' })
  await match.over()
  expect(match.row()).toMatchObject({
    status: 'over',
    score: [1, 0],
    winner: 0,
    void: false,
    end: expect.stringContaining('Bob'),
  })
  expect(match.row()?.fingerprints).toHaveLength(1)
  // Its feed is its record, and it has ended.
  expect(live.feed.isOver).toBe(true)
  expect(live.feed.lines().at(-1)).toContain('"over"')
  expect(arena.sight(match.id)).toBe(live)
})

test('a match that is called off does not count, says why, and ends for its spectators', async () => {
  await using match = await openMatch()
  const { live, arena } = match
  let heard = 0
  live.onChange(() => void heard++)
  arena.callOff(match.id, 'Bob was withdrawn')
  await match.over()
  expect(match.row()).toMatchObject({
    status: 'over',
    void: true,
    winner: undefined,
    score: [0, 0],
    end: 'not counted: Bob was withdrawn',
  })
  expect(live.match).toMatchObject({
    phase: 'over',
    result: { void: true, winner: undefined, score: [0, 0] },
  })
  expect(live.lastEntry).toBe(match.store.last)
  await flush()
  expect(heard).toBeGreaterThan(0)
  expect(live.feed.isOver).toBe(true)
})

test('a match that is over can be looked at after a restart, also if it was called off in the middle', async () => {
  let folder: string
  let seen: readonly string[]
  {
    await using match = await openMatch('challenge')
    ;({ folder } = match)
    await match.desks[0].answer({ kind: 'move', text: 'NW' })
    match.arena.callOff(match.id, 'it was enough')
    await match.over()
    seen = [...match.live.feed.lines()]
  }
  await using again = openTest({}, folder)
  const { arena, store } = again
  expect(arena.isAtHand(1)).toBe(false)
  const past = arena.sight(1)
  expect(arena.isAtHand(1)).toBe(true)
  expect(arena.sight(1)).toBe(past)
  expect(past).toMatchObject({
    id: 1,
    origin: 'challenge',
    isCasual: true,
    lastEntry: store.last,
    players: [{ name: 'Ann' }, { name: 'Bob' }],
  })
  expect(past?.match).toMatchObject({ phase: 'over', result: { void: true, winner: undefined } })
  expect(past?.match).toBe(past?.match)
  expect(past?.feed.lines()).toEqual(seen)
  expect(past?.feed.isOver).toBe(true)
  expect(past?.timeLeft(0)).toBeUndefined()
  expect(past?.now()).toBe(store.eventsOf(1).at(-1)?.at)
  past?.onChange(() => {
    throw new Error('nothing changes any more')
  })()
})

test('a match that a restart interrupts goes on where it was', async () => {
  let folder: string
  {
    await using match = await openMatch()
    ;({ folder } = match)
    await match.desks[0].answer({ kind: 'move', text: 'NW' })
    await match.store.settled()
  }
  await using again = openTest({}, folder)
  const { arena, desks } = again
  await expect.poll(() => desks.find(1, 1)?.question).toBeDefined()
  expect(arena.live(1)?.match.round.turns).toBe(1)
  expect(arena.live(1)?.now()).toBeGreaterThanOrEqual(again.store.eventsOf(1).at(-1)?.at ?? Infinity)
  await desks.find(1, 1)?.answer({ kind: 'resign' })
  await untilOver(arena, 1, new AbortController().signal)
  expect(again.store.match(1)).toMatchObject({ status: 'over', score: [1, 0], void: false })
  // The move of before the restart counts in the statistics of its team.
  const [ann] = again.store.match(1)?.players ?? []
  expect(again.store.statisticsOf(ann?.kind === 'http' ? ann.person : 0)).toMatchObject([
    { won: 1, moves: 1 },
  ])
})

test('a person is a player of a match if it plays itself, not by its bot', () => {
  const ann: MatchPlayer = { kind: 'http', name: 'Ann', person: 1001 }
  const bot: MatchPlayer = { kind: 'bot', name: 'Ann · bot', person: 1001, bot: 1, version: 1 }
  expect(playerOf([ann, housePlayer('random')], 1001)).toBe(0)
  expect(playerOf([bot, ann], 1001)).toBe(1)
  expect(playerOf([ann, undefined], 1002)).toBeUndefined()
  expect(playerOf([bot, housePlayer('random')], 1001)).toBeUndefined()
})

interface SceneOptions extends Partial<LiveOptions> {
  readonly of?: Challenge
  readonly started?: MatchOrigin
  /** What has happened already. */
  readonly events?: readonly MatchEvent[]
}

/** A match whose events the test tells; the test is its host. */
function openScene({ of = ticTacToe, started = 'organiser', events = [], ...more }: SceneOptions = {}) {
  const store = newStore()
  store.append(playableMatch(of, [housePlayer('random'), housePlayer('first')], started))
  store.append({ kind: 'match-started', match: 1 })
  for (const event of events) store.append({ kind: 'match-event', match: 1, event })
  const row = store.match(1)
  if (!row) throw new Error('no match 1')
  const read = must(readRow(row))
  const clock = fakeClock()
  const stop = new AbortController()
  const told = deferred<RestOfMatch>()
  const end = deferred()
  const past = takeUp(read.spec, events)
  const options: LiveOptions = {
    row,
    ...read,
    play(rest) {
      told.resolve(rest)
      return end.promise
    },
    store,
    clock,
    past,
    signal: stop.signal,
    ...more,
  }
  const live = playLive(options)
  // A test that lets it fail looks at `done` itself.
  live.done.catch(() => {})
  return {
    store,
    clock,
    stop,
    live,
    end,
    options,
    row: () => store.match(1),
    rest: told.promise,
    async tell(...next: readonly MatchEvent[]): Promise<void> {
      const rest = await told.promise
      for (const event of next) rest.onEvent(event, advance(rest.match, event).match)
      await store.settled()
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

const READY: readonly MatchEvent[] = [
  { kind: 'ready', seat: 0, at: 10 },
  { kind: 'ready', seat: 1, at: 20 },
]

test('the score of a round is stored when the round is over, and the last one with the match', async () => {
  using scene = openScene({ of: boostTron })
  await scene.tell(...READY)
  expect(scene.row()).toMatchObject({ score: [0, 0] })
  await scene.tell({ kind: 'voided', why: 'the lights went out', at: 25 }, ...READY)
  await scene.tell({ kind: 'resigned', seat: 0, at: 30 })
  expect(scene.row()).toMatchObject({ score: [0, 1], status: 'playing' })
  expect(scene.live.feed.isOver).toBe(false)
  // They have swapped their seats.
  await scene.tell(...READY, { kind: 'resigned', seat: 1, at: 40 })
  expect(scene.row()).toMatchObject({ status: 'over', score: [0, 2], winner: 1, void: false })
  expect(scene.live.feed.isOver).toBe(true)
  // The round that was void has none.
  expect(scene.row()?.fingerprints).toHaveLength(2)
})

test('a question that reaches its player later changes nothing that can be seen', async () => {
  using scene = openScene()
  await scene.tell(...READY)
  const { lastEntry } = scene.live
  await scene.tell({ kind: 'asked', seat: 0, at: 30 })
  expect(scene.live.lastEntry).toBe(lastEntry)
  expect(scene.store.last).toBe(lastEntry + 1)
})

test('the clock of a player stops at 0, and the time of a match counts from its beginning', async () => {
  using scene = openScene()
  await scene.tell(...READY)
  scene.clock.stall(20.7)
  expect(scene.live.now()).toBe(20)
  expect(scene.live.timeLeft(0)).toBe(18_000)
  scene.clock.stall(60_000)
  expect(scene.live.timeLeft(0)).toBe(0)
})

test('what is left of a match is told with what has happened, and from when its time counts', async () => {
  using begun = openScene()
  expect(await begun.rest).toMatchObject({ resume: undefined, began: 1000 })
  using resumed = openScene({ events: READY })
  const rest = await resumed.rest
  expect([rest.began, rest.resume?.phase, resumed.live.now()]).toEqual([980, 'playing', 20])
  expect(resumed.live.feed.lines()).toHaveLength(3)
  expect(rest.signal.aborted).toBe(false)
  resumed.live.interrupt()
  expect(rest.signal.aborted).toBe(true)
})

test('a match that is begun while the arena closes is stopped at once, and has no result', async () => {
  const stop = new AbortController()
  stop.abort()
  using scene = openScene({ signal: stop.signal })
  expect((await scene.rest).signal.aborted).toBe(true)
  scene.end.resolve()
  await scene.live.done
  await scene.store.settled()
  expect([scene.row()?.status, scene.live.feed.isOver]).toEqual(['playing', false])
})

test('the time of a match on another machine is that of its quickest event, and stands still between workers', async () => {
  using scene = openScene({ isFar: true, events: READY })
  const { live, clock } = scene
  const { far } = await scene.rest
  clock.stall(500)
  expect(live.now()).toBe(20)
  far.heard(100)
  clock.stall(60)
  expect(live.now()).toBe(160)
  // It took longer on its way.
  far.heard(130)
  expect(live.now()).toBe(160)
  far.heard(170)
  expect(live.now()).toBe(170)
  await scene.tell({ kind: 'asked', seat: 0, at: 165 })
  far.stood()
  clock.stall(60)
  expect(live.now()).toBe(165)
})

test('players that are here once are not asked for a round again', async () => {
  const lost: MatchEvent = { kind: 'voided', why: 'the lights went out', at: 30 }
  for (const isOnce of [true, false]) {
    using scene = openScene({ isOnce })
    await scene.tell(...READY)
    const { signal } = await scene.rest
    expect(signal.aborted).toBe(false)
    await scene.tell(lost)
    expect(signal.aborted).toBe(isOnce)
  }
})

test('when the server fails, spectators are sent to the next attempt', async () => {
  using scene = openScene()
  let heard = 0
  scene.live.onChange(() => void heard++)
  scene.end.reject(new Error('the thread ended'))
  await expect(scene.live.done).rejects.toThrow('the thread ended')
  expect([heard, scene.live.feed.isCut, scene.live.feed.isOver]).toEqual([1, true, false])
})

test('a match that was over is not called off after that', async () => {
  using scene = openScene()
  await scene.tell(...READY, { kind: 'resigned', seat: 0, at: 30 })
  scene.live.callOff('it is too late')
  scene.end.resolve()
  await scene.live.done
  expect(scene.row()).toMatchObject({
    void: false,
    winner: 1,
    end: 'house:first won: house:random resigned on turn 1',
  })
  expect(scene.live.match.result).toMatchObject({ void: false })
})

test('a demo is played at a pace that can be watched: few slow turns, or many quick ones', async () => {
  const player = (name: string): Contestant => ({
    name,
    connect: async () => ({
      ask: async ({ legal }) => ({ kind: 'move', text: legal[0] ?? '' }),
      tell() {},
      async [Symbol.asyncDispose]() {},
    }),
  })
  for (const [of, started, pace] of [
    [ticTacToe, 'demo', [700]],
    [boostTron, 'demo', [120]],
    [ticTacToe, 'organiser', []],
  ] as const) {
    const fake = fakeClock()
    const delays = new Set<number>()
    const clock = {
      ...fake,
      at(time: number, callback: () => void) {
        delays.add(time - fake.now())
        return fake.at(time, callback)
      },
    }
    using scene = openScene({ of, started, clock })
    const seated = [{ contestant: player('a') }, { contestant: player('b') }] as const
    const play = playHere({ ...scene.options, seated, space: undefined })
    const stop = new AbortController()
    let moves = 0
    const playing = play({
      ...(await scene.rest),
      signal: stop.signal,
      onEvent: ({ kind }) => void (kind === 'answered' && moves++),
    })
    while (moves === 0) await fake.pass(1)
    stop.abort()
    await playing
    expect([120, 700].filter((ms) => delays.has(ms))).toEqual(pace)
  }
})
