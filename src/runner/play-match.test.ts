import { describe, expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { must } from '../base/result.ts'
import type { AnyGame, Pair } from '../game/game.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { tron } from '../games/tron/index.ts'
import { cheatsAndFlips, endedRound, playedTurn } from '../match/changes.ts'
import { describeEnd } from '../match/describe.ts'
import { PLAIN_RULES } from '../match/plain-rules.fixture.ts'
import { advance, startMatch } from '../match/machine.ts'
import { makeSpec, type Match, type MatchEvent, type MatchRules } from '../match/match.ts'
import type { Answer, Connection, Contestant, Gone, Question, Unasked } from '../protocols/protocol.ts'
import { fakeClock, type FakeClock } from './fake-clock.fixture.ts'
import { playMatch } from './play-match.ts'

/** A player whose answers the test gives by hand. */
function puppet(name: string, early?: string, arrives?: Promise<void>) {
  const questions: Question[] = []
  const state = { connects: 0, disposed: 0, told: [] as string[], leaving: Promise.resolve() }
  let resolve: (answer: Answer) => void = () => {}
  let reject: (error: Error) => void = () => {}
  let blurt: Unasked = () => {}
  const connection: Connection = {
    ask(question) {
      questions.push(question)
      return new Promise((yes, no) => {
        resolve = yes
        reject = no
      })
    },
    tell(...change) {
      if (playedTurn(...change)) state.told.push('played')
      state.told.push(...cheatsAndFlips(...change).map(({ kind }) => kind))
      if (endedRound(change[0], change[2])) state.told.push('round-over')
    },
    async [Symbol.asyncDispose]() {
      await state.leaving
      state.disposed++
    },
  }
  const contestant: Contestant = {
    name,
    async connect(_, __, { unasked = () => {} } = {}): Promise<Connection | Gone> {
      state.connects++
      blurt = unasked
      if (early !== undefined) unasked({ kind: 'move', text: early })
      await arrives
      return connection
    },
  }
  return {
    contestant,
    questions,
    state,
    interrupts: (text: string) => blurt({ kind: 'move', text }),
    says: (text: string) => resolve({ kind: 'move', text }),
    answers: (answer: Answer) => resolve(answer),
    breaks: (message: string) => reject(new Error(message)),
  }
}

type Puppet = ReturnType<typeof puppet>

function begin(
  rules: Partial<MatchRules> = {},
  game: unknown = ticTacToe,
  settings: object = {},
  more: {
    readonly events?: readonly MatchEvent[]
    /** Which of the two can rejoin. */
    readonly rejoins?: Pair<boolean>
    readonly isHouse?: boolean
    readonly settled?: () => Promise<void>
    /** What bob says before he is asked. */
    readonly early?: string
    /** Ann is connected then. */
    readonly annArrives?: Promise<void>
  } = {},
) {
  const clock = fakeClock()
  const players: Pair<Puppet> = [puppet('ann', undefined, more.annArrives), puppet('bob', more.early)]
  const spec = must(makeSpec(game as AnyGame, { ...settings }, { ...PLAIN_RULES, ...rules }, 7))
  const events: MatchEvent[] = []
  const stop = new AbortController()
  const resume = more.events?.reduce((match, event) => advance(match, event).match, startMatch(spec).match)
  const contestantOf = (player: Puppet): Contestant => ({
    ...player.contestant,
    ...(more.rejoins?.[player === players[0] ? 0 : 1] && { rejoins: true }),
    ...(more.isHouse && { isHouse: true }),
  })
  const played = playMatch({
    challenge: 'test',
    spec,
    contestants: [contestantOf(players[0]), contestantOf(players[1])],
    clock,
    ...(resume && { resume, began: clock.now() - (more.events?.at(-1)?.at ?? 0) }),
    signal: stop.signal,
    onEvent: (event) => void events.push(event),
    ...(more.settled && { settled: more.settled }),
  })
  const said = async (): Promise<string[]> =>
    (await played).ended.map((round) => describeEnd(round, spec, ['ann', 'bob']))
  return { clock, players, events, played, said, stop }
}

/** Answers by turns, a hundred milliseconds each. */
async function play(clock: FakeClock, players: Pair<Puppet>, ...words: string[]): Promise<void> {
  for (const [index, word] of words.entries()) {
    await clock.pass(100)
    players[index % 2 === 0 ? 0 : 1].says(word)
  }
  await clock.pass(0)
}

test('asks by turns, stamps arrivals, tells both, and leaves nothing open', async () => {
  const { clock, players, events, played } = begin()
  await play(clock, players, 'NW', 'N', 'W', 'C', 'SW')
  const match: Match = await played
  expect(match.result).toMatchObject({ winner: 0 })
  expect(events.filter(({ kind }) => kind === 'answered').map(({ at }) => at)).toEqual([
    100, 200, 300, 400, 500,
  ])
  expect(players[1].questions.map(({ turn, timeLeft, legal }) => [turn, timeLeft, legal.length])).toEqual([
    [1, 1000, 8],
    [3, 1000, 6],
  ])
  for (const { state } of players) {
    expect(state).toMatchObject({ connects: 1, disposed: 1 })
    expect(state.told).toEqual(['played', 'played', 'played', 'played', 'played', 'round-over'])
  }
})

test('time runs out by itself', async () => {
  const { clock, said } = begin()
  await clock.pass(1002)
  expect(await said()).toEqual(['bob won: ann ran out of time on turn 1 (1 s a move)'])
})

test('an answer that came while the host was deaf is in time; one that did not come is not', async () => {
  const heard = begin()
  await heard.clock.pass(0)
  heard.clock.stall(5000)
  heard.players[0].says('NW')
  await heard.clock.pass(0)
  expect(heard.events.slice(-2)).toMatchObject([
    { kind: 'answered', seat: 0, at: 1000 },
    { kind: 'asked', seat: 1, at: 5000 },
  ])
  heard.stop.abort()

  const silent = begin()
  await silent.clock.pass(0)
  silent.clock.stall(5000)
  await silent.clock.pass(0)
  expect(await silent.said()).toEqual(['bob won: ann ran out of time on turn 1 (1 s a move)'])
})

test('so it is while the log still waits for its disk; an answer after the deadline of a host that heard is late', async () => {
  const { promise: synced, resolve: sync } = deferred()
  const heard = begin({}, ticTacToe, {}, { settled: () => synced })
  await heard.clock.pass(0)
  heard.clock.stall(5000)
  await heard.clock.pass(0)
  heard.players[0].says('NW')
  await heard.clock.pass(0)
  sync()
  await heard.clock.pass(0)
  expect(heard.events.find(({ kind }) => kind === 'answered')).toMatchObject({ seat: 0, at: 1000 })
  heard.stop.abort()

  const { promise: syncedLater, resolve: syncLater } = deferred()
  const late = begin({}, ticTacToe, {}, { settled: () => syncedLater })
  await late.clock.pass(1002)
  await late.clock.pass(3000)
  late.players[0].says('NW')
  await late.clock.pass(0)
  syncLater()
  expect(await late.said()).toEqual(['bob won: ann ran out of time on turn 1 (1 s a move)'])
})

test('a house brain that stood still with the host has its time again; one with hardly any left makes the round void', async () => {
  const heard = begin({}, ticTacToe, {}, { isHouse: true })
  await heard.clock.pass(0)
  heard.clock.stall(5000)
  await heard.clock.pass(0)
  heard.players[0].says('NW')
  await heard.clock.pass(0)
  expect(heard.events.findLast(({ kind }) => kind === 'answered')).toMatchObject({ seat: 0, at: 5000 })
  heard.stop.abort()

  const pressed = begin({ clock: { kind: 'bank', ms: 10, incrementMs: 0 } }, ticTacToe, {}, { isHouse: true })
  await pressed.clock.pass(0)
  pressed.clock.stall(5000)
  await pressed.clock.pass(0)
  pressed.stop.abort()
  expect(await pressed.said()).toEqual(['not counted: the host failed (it stood still)'])
})

test('a fault of the host voids the round, and it is played again', async () => {
  const { clock, players, played, said } = begin()
  await clock.pass(10)
  players[0].breaks('the disk is full')
  await clock.pass(10)
  await play(clock, players, 'NW', 'N', 'W', 'C', 'SW')
  expect((await played).result).toMatchObject({ winner: 0, void: false })
  expect(await said()).toEqual([
    'not counted: the host failed (the disk is full)',
    'ann won by three in a row',
  ])
  expect(players[0].state).toMatchObject({ connects: 2, disposed: 2 })
})

test('a refused move is asked for again, with the reason', async () => {
  const { clock, players, stop } = begin({ illegal: { kind: 'retry', times: 3 } })
  await play(clock, players, 'nonsense')
  expect(players[0].questions.at(-1)?.refused).toMatch(/^Cannot read move/)
  expect(players[0].questions.at(-1)?.timeLeft).toBe(900)
  stop.abort()
})

test('the victim of a cheat is told what was played', async () => {
  const { clock, players, said } = begin({ illegal: { kind: 'flip', missed: 'forgiven' } })
  await play(clock, players, 'NW', 'NW')
  expect(players[0].questions.at(-1)).toMatchObject({ cheated: 'NW' })
  players[0].answers({ kind: 'flip' })
  expect(await said()).toEqual(['ann won: bob played "NW" on turn 2, which is illegal there'])
})

describe('what a player says unasked', () => {
  const FLIPS = { illegal: { kind: 'flip', missed: 'loses' } } as const

  test('before the round counts as soon as it has begun', async () => {
    const { clock, players, events, said } = begin(FLIPS, ticTacToe, {}, { early: 'NW' })
    await clock.pass(10)
    expect(events.map(({ kind, at }) => [kind, at])).toEqual([
      ['ready', 0],
      ['ready', 0],
      ['answered', 0],
    ])
    // Ann was asked before that, and need not be asked again: she is told.
    expect(players[0].questions).toHaveLength(1)
    expect(players[0].state.told).toEqual(['cheated'])
    players[0].answers({ kind: 'flip' })
    expect(await said()).toEqual(['ann won: bob sent "NW" when it was not its turn'])
  })

  test('while it is asked counts after its answer, and in the same moment', async () => {
    const { clock, players, events, said } = begin(FLIPS)
    await clock.pass(50)
    players[0].interrupts('N')
    players[0].interrupts('NE')
    await clock.pass(50)
    expect(events.map(({ kind }) => kind)).toEqual(['ready', 'ready'])
    players[0].says('NW')
    await clock.pass(0)
    expect(events.slice(2)).toEqual([
      { kind: 'answered', seat: 0, text: 'NW', at: 100 },
      { kind: 'answered', seat: 0, text: 'N', at: 100 },
    ])
    expect(players[1].questions).toMatchObject([{ turn: 1 }])
    players[1].answers({ kind: 'flip' })
    expect(await said()).toEqual(['bob won: ann sent "N" when it was not its turn'])
  })

  test('out of turn counts at once, and whoever plays on has not noticed', async () => {
    const { clock, players, said } = begin(FLIPS)
    await play(clock, players, 'NW')
    players[0].interrupts('N')
    players[1].says('C')
    expect(await said()).toEqual(['ann won: bob played "C" on turn 2 instead of flipping the table'])
  })

  test('changes nothing where the table is not flipped, nor after the round', async () => {
    const { clock, players, events, played } = begin({}, ticTacToe, {}, { early: 'SE' })
    await play(clock, players, 'NW')
    players[0].interrupts('N')
    await clock.pass(100)
    players[1].says('N')
    await clock.pass(100)
    players[0].says('W')
    await clock.pass(100)
    players[1].says('C')
    await clock.pass(100)
    players[0].says('SW')
    expect((await played).result).toMatchObject({ winner: 0 })
    players[0].interrupts('S')
    expect(events).toHaveLength(7)
  })
})

test('an answer that was heard in time is not late for being handed over late', async () => {
  const clock = fakeClock()
  const spec = must(makeSpec(ticTacToe, {}, PLAIN_RULES, 1))
  let hand: (answer: Answer) => void = () => {}
  const slow: Contestant = {
    name: 'ann',
    connect: async () => ({
      ask: (_, __, timing) => {
        clock.at(clock.now() + 900, () => timing?.heard())
        return new Promise<Answer>((resolve) => (hand = resolve))
      },
      tell() {},
      async [Symbol.asyncDispose]() {},
    }),
  }
  const events: MatchEvent[] = []
  const stop = new AbortController()
  const played = playMatch({
    challenge: 'test',
    spec,
    contestants: [slow, puppet('bob').contestant],
    clock,
    signal: stop.signal,
    onEvent: (event) => void events.push(event),
  })
  await clock.pass(1050)
  expect(events.map(({ kind }) => kind)).toEqual(['ready', 'ready'])
  hand({ kind: 'move', text: 'C' })
  await clock.pass(1)
  expect(events[2]).toMatchObject({ kind: 'answered', at: 900 })
  stop.abort()
  await played
})

test('both are asked at once where both move at once', async () => {
  const { clock, players, events, stop } = begin({}, tron, tron.presets['light-cycle'])
  await clock.pass(10)
  expect(players.map(({ questions }) => questions.length)).toEqual([1, 1])
  players[1].says('forward')
  await clock.pass(10)
  players[0].says('forward')
  await clock.pass(10)
  expect(players.map(({ questions }) => questions.length)).toEqual([2, 2])
  expect(
    events.filter(({ kind }) => kind === 'answered').map((event) => 'seat' in event && event.seat),
  ).toEqual([1, 0])
  stop.abort()
})

test('rounds of a match get new connections, and seats change', async () => {
  const { clock, players, played } = begin({ bestOf: 3, swapSeats: true })
  await play(clock, players, 'NW', 'N', 'W', 'C', 'SW')
  await play(clock, [players[1], players[0]], 'NW', 'N', 'W', 'C', 'SW')
  await play(clock, players, 'NW', 'N', 'W', 'C', 'SW')
  expect((await played).result).toMatchObject({ score: [2, 1], winner: 0 })
  for (const { state } of players) expect(state).toMatchObject({ connects: 3, disposed: 3 })
})

test('both players of a round are gone before those of the next one start', async () => {
  const { clock, players, played, stop } = begin({ bestOf: 3 })
  const connects = () => players.map(({ state }) => state.connects)
  const left = deferred()
  players[1].state.leaving = left.promise
  await play(clock, players, 'NW', 'N', 'W', 'C', 'SW')
  expect(connects()).toEqual([1, 1])
  left.resolve()
  await clock.pass(0)
  expect(connects()).toEqual([2, 2])
  stop.abort()
  await played
})

test('a player that cannot be reached loses at the start', async () => {
  const clock = fakeClock()
  const spec = must(makeSpec(ticTacToe, {}, PLAIN_RULES, 1))
  const absent: Contestant = {
    name: 'ann',
    connect: async () => ({ kind: 'gone', cause: 'crashed', detail: 'no such file' }),
  }
  const match = await playMatch({
    challenge: 'test',
    spec,
    contestants: [absent, puppet('bob').contestant],
    clock,
  })
  expect(describeEnd(match.ended[0]!, spec, ['ann', 'bob'])).toBe(
    'bob won: ann crashed on turn 1 (no such file)',
  )
})

test.each([
  ['a house brain', true, [3_000, 4_000, 60_000], []],
  ['a house brain, while the host hears nothing', true, 'stall', []],
  [
    'a house brain that never is',
    true,
    [500_000],
    Array<string>(3).fill('not counted: the host failed (a player could not be set up within 120 s)'),
  ],
  ['anybody else', false, [3_000, 4_000], ['bob won: ann was not ready within 5 s']],
] as const)('%s that is slow to get ready', async (_, isHouse, waits, said) => {
  const clock = fakeClock()
  const spec = must(makeSpec(ticTacToe, {}, { ...PLAIN_RULES, startUpMs: 5_000 }, 1))
  const ann = puppet('ann')
  const { promise: loaded, resolve: load } = deferred()
  const slow: Contestant = {
    ...ann.contestant,
    isHouse,
    connect: async (...args) => loaded.then(() => ann.contestant.connect(...args)),
  }
  const stop = new AbortController()
  const events: MatchEvent[] = []
  const played = playMatch({
    challenge: 'test',
    spec,
    contestants: [slow, puppet('bob').contestant],
    clock,
    signal: stop.signal,
    onEvent: (event) => void events.push(event),
  })
  await clock.pass(0)
  if (waits === 'stall') clock.stall(50_000)
  else for (const ms of waits) await clock.pass(ms)
  load()
  await clock.pass(10)
  expect(ann.questions).toHaveLength(said.length === 0 ? 1 : 0)
  stop.abort()
  const { ended } = await played
  expect(ended.map((round) => describeEnd(round, spec, ['ann', 'bob']))).toEqual(said)
  // The events alone lead to the same match.
  const again = events.reduce((match, event) => advance(match, event).match, startMatch(spec).match)
  expect(again.phase).toBe(said.length === 0 ? 'playing' : 'over')
})

test.each([
  ['is not late, however long that takes', [30_000, 60_000], [4_000], []],
  ['is late by its own clock', [30_000], [6_000], ['bob won: ann was not ready within 5 s']],
  [
    'is given up in the end, and nobody loses by it',
    [130_000],
    [],
    ['not counted: the host failed (a player could not be set up within 120 s)'],
  ],
] as const)('a player that the host must set up first %s', async (_, before, after, said) => {
  const clock = fakeClock()
  const spec = must(makeSpec(ticTacToe, {}, { ...PLAIN_RULES, startUpMs: 5_000 }, 1))
  const ann = puppet('ann')
  const { promise: setUp, resolve: begin } = deferred()
  const { promise: ready, resolve: getReady } = deferred()
  const slow: Contestant = {
    ...ann.contestant,
    async connect(opening, signal, callbacks) {
      callbacks?.startUp?.beginAfter(setUp)
      await ready
      return ann.contestant.connect(opening, signal, callbacks)
    },
  }
  const stop = new AbortController()
  const played = playMatch({
    challenge: 'test',
    spec,
    contestants: [slow, puppet('bob').contestant],
    clock,
    signal: stop.signal,
  })
  await clock.pass(0)
  for (const ms of before) await clock.pass(ms)
  begin()
  for (const ms of after) await clock.pass(ms)
  getReady()
  await clock.pass(10)
  if (said.length === 0) expect(ann.questions).toHaveLength(1)
  stop.abort()
  const { ended } = await played
  expect(ended.slice(0, 1).map((round) => describeEnd(round, spec, ['ann', 'bob']))).toEqual(said)
})

test('time that a player runs on after its answer is on its clock, and not on that of the other', async () => {
  const clock = fakeClock()
  const spec = must(makeSpec(ticTacToe, {}, { ...PLAIN_RULES, clock: { kind: 'per-move', ms: 1000 } }, 1))
  const events: MatchEvent[] = []
  const overruns = [300, 2_000]
  const ann: Contestant = {
    name: 'ann',
    connect: () =>
      Promise.resolve({
        async ask({ legal }, _signal, timing) {
          timing?.heard()
          const ms = overruns.shift() ?? 0
          clock.stall(ms)
          timing?.overran?.(ms)
          return { kind: 'move', text: legal[0] ?? '' }
        },
        tell() {},
        async [Symbol.asyncDispose]() {},
      }),
  }
  const bob = puppet('bob')
  const played = playMatch({
    challenge: 'test',
    spec,
    contestants: [ann, bob.contestant],
    clock,
    onEvent: (event) => void events.push(event),
  })
  await clock.pass(0)
  expect(bob.questions).toMatchObject([{ turn: 1, timeLeft: 1000 }])
  await clock.pass(100)
  bob.answers({ kind: 'move', text: 'SE' })
  await clock.pass(0)
  expect(events.filter(({ kind }) => kind === 'answered').map(({ at }) => at)).toEqual([300, 400, 2400])
  const { ended } = await played
  expect(describeEnd(ended[0]!, spec, ['ann', 'bob'])).toMatch(/^bob won: ann ran out of time on turn 3/)
})

test.each([
  ['took time from the other: the other starts again', 1_500, [1_000, 1_500]],
  ['took none: the other was asked at once', 0, []],
])('a player that is seen to stand still later %s', async (_, overrun, askedAgain) => {
  const clock = fakeClock()
  const spec = must(makeSpec(ticTacToe, {}, { ...PLAIN_RULES, clock: { kind: 'per-move', ms: 1000 } }, 1))
  const events: MatchEvent[] = []
  const stop = deferred<number>()
  const ann: Contestant = {
    name: 'ann',
    connect: () =>
      Promise.resolve({
        async ask({ legal, turn }, _signal, timing) {
          timing?.heard()
          if (turn === 0) timing?.stopping?.(stop.promise)
          return { kind: 'move', text: legal[0] ?? '' }
        },
        tell() {},
        async [Symbol.asyncDispose]() {},
      }),
  }
  const bob = puppet('bob')
  const ending = new AbortController()
  const played = playMatch({
    challenge: 'test',
    spec,
    contestants: [ann, bob.contestant],
    clock,
    signal: ending.signal,
    onEvent: (event) => void events.push(event),
  })
  await clock.pass(0)
  expect(bob.questions).toMatchObject([{ turn: 1, timeLeft: 1000 }])
  await clock.pass(1_500)
  expect(events.map(({ kind }) => kind)).not.toContain('ticked')
  stop.resolve(overrun)
  await clock.pass(0)
  expect(events.flatMap((event) => (event.kind === 'asked' && event.at > 0 ? [event.at] : []))).toEqual(
    askedAgain,
  )
  await clock.pass(900)
  const { ended } = await (ending.abort(), played)
  expect(ended.map((round) => describeEnd(round, spec, ['ann', 'bob']))).toEqual(
    overrun > 0 ? [] : [expect.stringMatching(/^ann won: bob ran out of time on turn 2/)],
  )
})

test('where nobody is given time to get ready, a slow house brain loses at once', async () => {
  const clock = fakeClock()
  const spec = must(makeSpec(ticTacToe, {}, { ...PLAIN_RULES, startUpMs: 0 }, 1))
  const slow: Contestant = { name: 'ann', isHouse: true, connect: () => new Promise(() => {}) }
  const played = playMatch({
    challenge: 'test',
    spec,
    contestants: [slow, puppet('bob').contestant],
    clock,
  })
  await clock.pass(10)
  expect(describeEnd((await played).ended[0]!, spec, ['ann', 'bob'])).toMatch(/^bob won: ann was not ready/)
})

test('an interrupted match has no result and leaves nothing open', async () => {
  const { clock, players, played, stop } = begin()
  await clock.pass(10)
  stop.abort()
  expect((await played).result).toBeUndefined()
  for (const { state } of players) expect(state).toMatchObject({ connects: 1, disposed: 1 })
})

/** Two moves have been made, and the host is killed while ann thinks about her second. */
const interrupted = async (rules: Partial<MatchRules> = {}): Promise<readonly MatchEvent[]> => {
  const { clock, players, events, stop, played } = begin(rules)
  await play(clock, players, 'NW', 'N')
  await clock.pass(700)
  stop.abort()
  await played
  return events
}

test('players that can rejoin go on after a restart, with their clocks as of the last event', async () => {
  const before = await interrupted()
  const { clock, players, events, played } = begin(
    {},
    ticTacToe,
    {},
    { events: before, rejoins: [true, true] },
  )
  await clock.pass(0)
  expect(players[0].questions).toMatchObject([{ turn: 2, timeLeft: 1000 }])
  await play(clock, players, 'W', 'C', 'SW')
  expect((await played).result).toMatchObject({ winner: 0 })
  expect(events.map(({ kind }) => kind)).toEqual(['answered', 'answered', 'answered'])
  expect(events.map(({ at }) => at)).toEqual([300, 400, 500])
})

test('a round of players that cannot rejoin is played again after a restart, as often as it takes', async () => {
  let before = await interrupted()
  for (let restarts = 0; restarts < 5; restarts++) {
    const { clock, players, events, stop, played } = begin({}, ticTacToe, {}, { events: before })
    await play(clock, players, 'NW')
    stop.abort()
    await played
    before = [...before, ...events]
  }
  const { clock, players, played } = begin({}, ticTacToe, {}, { events: before })
  await play(clock, players, 'NW', 'N', 'W', 'C', 'SW')
  const { result, ended } = await played
  expect(result).toMatchObject({ winner: 0, void: false })
  expect(ended.map(({ index, end }) => [index, end.kind])).toEqual([
    ...Array.from({ length: 6 }, () => [0, 'void']),
    [0, 'played'],
  ])
})

test.each([
  ['first', [false, true]],
  ['second', [true, false]],
] as const)('a round whose %s player alone cannot rejoin is played again, too', async (_, rejoins) => {
  const before = await interrupted()
  const { clock, players, events, played } = begin({}, ticTacToe, {}, { events: before, rejoins })
  await play(clock, players, 'NW', 'N', 'W', 'C', 'SW')
  expect((await played).ended.map(({ index, end }) => [index, end.kind])).toEqual([
    [0, 'void'],
    [0, 'played'],
  ])
  expect(events[0]).toMatchObject({ kind: 'voided', restart: true })
  expect(players.map(({ questions }) => questions[0]?.turn)).toEqual([0, 1])
})

test.each([
  ['before any player was ready', [], Promise.resolve()],
  ['when one player was ready', [{ kind: 'ready', seat: 0, at: 5 }], Promise.resolve()],
  ['when the player was ready that comes back last', [{ kind: 'ready', seat: 0, at: 5 }], 'late'],
] as const)('a match that was interrupted %s asks each question once', async (_, before, annArrives) => {
  const arrives = deferred()
  const { clock, players, played } = begin(
    {},
    ticTacToe,
    {},
    { events: before, annArrives: annArrives === 'late' ? arrives.promise : annArrives },
  )
  await clock.pass(0)
  arrives.resolve()
  await play(clock, players, 'NW', 'N', 'W', 'C', 'SW')
  expect((await played).result).toMatchObject({ winner: 0, void: false })
  expect(players.map(({ questions }) => questions.map(({ turn }) => turn))).toEqual([
    [0, 2, 4],
    [1, 3],
  ])
})

test('a match that was over when the host stopped stays over', async () => {
  const { clock, players, events, played } = begin()
  await play(clock, players, 'NW', 'N', 'W', 'C', 'SW')
  const { result } = await played
  const again = begin({}, ticTacToe, {}, { events })
  expect((await again.played).result).toEqual(result)
  expect(again.players[0].state.connects).toBe(0)
})
