import { describe, expect, test } from 'vitest'
import { deferred } from '../../base/deferred.ts'
import { must } from '../../base/result.ts'
import { ticTacToe as challenge } from '../../challenges/tic-tac-toe.ts'
import type { Brain } from '../../game/brain.ts'
import type { Seat } from '../../game/game.ts'
import { ticTacToe } from '../../games/tic-tac-toe/index.ts'
import { timeLeft } from '../../match/clock.ts'
import { connectBrain } from '../../protocols/in-process/connect-brain.ts'
import { makeSpec, type IllegalMovePolicy, type Match } from '../../match/match.ts'
import { startMatch } from '../../match/machine.ts'
import { fakeClock } from '../../runner/fake-clock.fixture.ts'
import { playMatch } from '../../runner/play-match.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import { testConnection } from '../../protocols/connection.contract.ts'
import { FLIP_ACTION } from './commands.ts'
import { openBattleSeat } from './battle-seat.ts'
import { GAP_MS } from './event-pump.ts'
import type { Told } from './tell-battle.ts'

testConnection('SSE', {
  game: ticTacToe,
  challenge: 'tic-tac-toe',
  settings: {},
  without: { leaves: 'a team that has left its stream may come back' },
  async connect(manner, opening, signal) {
    const seat = openBattleSeat({ name: 'team', battle: 'a', seat: opening.seat, game: opening.game })
    seat.open({ write: (_, onWritten) => onWritten(), end() {} })
    const connection = await seat.contestant.connect(opening, signal)
    if ('kind' in connection) return connection
    return {
      ...connection,
      ask(question, asking) {
        const answer = connection.ask(question, asking)
        if (manner === 'plays') seat.play({ action: 'putSymbol', position: question.legal[0] })
        if (manner === 'garbles') seat.play({ action: '\u0000', position: [1] })
        for (let i = 0; manner === 'floods' && i < 1000; i++)
          seat.play({ action: 'rubbish'.repeat(10_000), position: 'rubbish'.repeat(10_000) })
        return answer
      },
    }
  },
})

/** A stream that keeps what is written to it, and takes it at once, or when it is let. */
function openStream(isHeld = false) {
  const events: string[] = []
  const held: (() => void)[] = []
  const stream = {
    isOver: false,
    write(chunk: string, onWritten: () => void) {
      events.push(chunk)
      if (isHeld) held.push(onWritten)
      else onWritten()
    },
    end() {
      stream.isOver = true
    },
  }
  return { events, stream, take: () => held.shift()?.() }
}

/** Lets all else go on until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => void setImmediate(resolve))
}

const FIRST_FREE: Brain = { name: 'first free', move: ({ legal }) => legal[0] }

interface BeginOptions {
  readonly restart?: { readonly resume: Match; readonly told: readonly Told[] }
  readonly afterCommit?: (act: () => void) => void
}

/** A team against a brain, as O unless told otherwise; nothing of it is on disk, so all is told at once. */
function begin(
  brain = FIRST_FREE,
  illegal: IllegalMovePolicy = challenge.rules.illegal,
  own: Seat = 0,
  { restart, afterCommit = (act) => void setImmediate(act) }: BeginOptions = {},
) {
  const clock = fakeClock()
  const spec = must(makeSpec(ticTacToe, {}, { ...challenge.rules, illegal }, 1))
  const seat = openBattleSeat({
    name: 'team',
    battle: 'a',
    seat: own,
    game: 'tic-tac-toe',
    ...(restart && { arrived: true, told: restart.told }),
    afterCommit,
  })
  let match = restart?.resume ?? startMatch(spec).match
  const opponent: Contestant = {
    name: brain.name,
    connect: (opening, _, callbacks) => connectBrain(brain, opening, { unasked: callbacks?.unasked }),
  }
  const played = playMatch({
    challenge: 'tic-tac-toe',
    spec,
    clock,
    contestants: own === 0 ? [seat.contestant, opponent] : [opponent, seat.contestant],
    ...(restart && { resume: restart.resume }),
    onEvent: (_, after) => void (match = after),
  })
  return { clock, seat, played, match: () => match }
}

/** The gaps before three events, one after the other, so a stall of the machine delays both them and the test. */
async function aWhile(): Promise<void> {
  for (let gaps = 0; gaps < 3; gaps++) await new Promise((resolve) => void setTimeout(resolve, GAP_MS))
}

const put = (position: string) => ({ action: 'putSymbol', position })

describe('a seat in a battle', () => {
  test('tells every stream all events in order, each in a write of its own, and ends it', async () => {
    const { seat, played } = begin()
    const [one, two] = [openStream(), openStream()]
    seat.open(one.stream)
    await until(() => one.events.length === 1)
    seat.play(put('C'))
    await until(() => one.events.length === 3)
    seat.open(two.stream)
    await until(() => two.events.length === 3)
    expect(two.events).toEqual(one.events)
    seat.play(put('C'))
    await played
    await until(() => one.stream.isOver && two.stream.isOver)
    expect(one.events).toEqual([
      'data: {"youAre":"O","id":"a"}\n\n',
      'data: {"player":"O","action":"putSymbol","position":"C"}\n\n',
      'data: {"player":"X","action":"putSymbol","position":"NW"}\n\n',
      'data: {"player":"O","action":"putSymbol","position":"C"}\n\n',
      'data: {"player":"X","action":"(╯°□°)╯︵ ┻━┻"}\n\n',
      'data: {"winner":"X"}\n\n',
    ])
    expect(two.events).toEqual(one.events)
  })

  test('closes the oldest of too many streams', async () => {
    const { seat } = begin()
    const streams = Array.from({ length: 6 }, openStream)
    for (const { stream } of streams) seat.open(stream)
    await until(() => streams.slice(2).every(({ events }) => events.length > 0))
    expect(streams.map(({ stream }) => stream.isOver)).toEqual([true, true, false, false, false, false])
  })

  test('counts commands that came before the battle began: the first is the move, the second is out of turn', async () => {
    const { seat, played, match } = begin()
    seat.play(put('C'))
    seat.play(put('N'))
    await played
    expect(match().ended[0]?.end).toMatchObject({ kind: 'forfeited', faults: [{ text: 'N' }, undefined] })
  })

  test('of a team that cannot be reached is lost, but not of one that has come', async () => {
    const dead = begin()
    dead.seat.fail('nobody is there')
    await dead.played
    expect(dead.match().ended[0]?.end).toMatchObject({
      faults: [{ kind: 'slow-start', detail: 'nobody is there' }, undefined],
    })
    const alive = begin()
    alive.seat.open(openStream().stream)
    alive.seat.fail('nobody is there')
    const { phase } = alive.match()
    await until(() => alive.match().phase !== phase)
    expect(alive.match().phase).toBe('playing')
  })

  test('is told of a draw when the battle is called off', async () => {
    const { seat } = begin()
    const { events, stream } = openStream()
    seat.open(stream)
    await until(() => events.length === 1)
    seat.callOff()
    await until(() => stream.isOver)
    expect(events).toEqual(['data: {"youAre":"O","id":"a"}\n\n', 'data: {"winner":"draw"}\n\n'])
  })
  test('writes no event before the one ahead of it is taken, and ends the stream only after the last is', async () => {
    const { seat } = begin()
    const { events, stream, take } = openStream(true)
    seat.open(stream)
    await until(() => events.length === 1)
    seat.callOff()
    await aWhile()
    expect(events).toHaveLength(1)
    take()
    await until(() => events.length === 2)
    await aWhile()
    expect(stream.isOver).toBe(false)
    take()
    await until(() => stream.isOver)
  })

  test.each([
    ['stays', false],
    ['is left, and the team opens another one later', true],
  ])('starts the clock of a team that does not read its stream: the stream %s', async (_, isLeft) => {
    const { seat, clock, match } = begin()
    const began = clock.now()
    const { events, stream, take } = openStream(true)
    const leave = seat.open(stream)
    await until(() => events.length === 1)
    await aWhile()
    await clock.pass(10_000)
    if (isLeft) {
      leave()
      const { events: late, stream: another } = openStream()
      seat.open(another)
      await until(() => late.length === 1)
    } else take()
    await clock.pass(3_000)
    expect(timeLeft(match().round.clocks[0], clock.now() - began)).toBe(5_000)
  })

  test('does not start the clock before the event that gives the turn is on disk', async () => {
    const waiting: (() => void)[] = []
    let free = Infinity
    const afterCommit = (act: () => void): void => void (free-- > 0 ? setImmediate(act) : waiting.push(act))
    const { seat, clock, match } = begin(FIRST_FREE, challenge.rules.illegal, 0, { afterCommit })
    const began = clock.now()
    const { events, stream } = openStream()
    seat.open(stream)
    await until(() => events.length === 1)
    // The command of the team comes to the disk, and the answer of its opponent does not.
    free = 1
    seat.play(put('C'))
    await until(() => match().round.turns === 2)
    const { left } = match().round.clocks[0]
    await aWhile()
    expect(events).toHaveLength(2)
    await clock.pass(10_000)
    free = Infinity
    for (const act of waiting) act()
    await until(() => events.length === 3)
    await clock.pass(3_000)
    expect(timeLeft(match().round.clocks[0], clock.now() - began)).toBe(left - 3_000)
  })

  test('runs the clock of a team that has left its stream', async () => {
    const { seat, clock, match } = begin()
    const began = clock.now()
    const { events, stream } = openStream()
    const leave = seat.open(stream)
    await until(() => events.length === 1)
    leave()
    seat.play(put('C'))
    await until(() => match().round.turns === 2)
    await aWhile()
    const { left } = match().round.clocks[0]
    await clock.pass(10_000)
    const late = openStream()
    seat.open(late.stream)
    // To look again gives it no time back.
    await until(() => late.events.length === 3)
    await aWhile()
    expect(timeLeft(match().round.clocks[0], clock.now() - began)).toBe(left - 10_000)
  })

  test.each([
    ['before the seat was connected', true],
    ['while its opponent still gets ready', false],
  ])('takes a command of the second player %s for one out of turn', async (_, isAtOnce) => {
    const { promise: isReady, resolve: getReady } = deferred()
    const slow: Brain = { ...FIRST_FREE, init: () => isReady }
    const { seat, played, match } = begin(slow, challenge.rules.illegal, 1)
    if (isAtOnce) seat.play(put('C'))
    seat.open(openStream().stream)
    await until(() => match().round.ready[1])
    if (!isAtOnce) seat.play(put('C'))
    getReady()
    await played
    expect(match().ended[0]?.end).toMatchObject({
      kind: 'forfeited',
      noticed: true,
      faults: [undefined, { kind: 'out-of-turn', text: 'C' }],
    })
  })

  test('forgets what it has told when its round is played again because the other cannot rejoin', async () => {
    const before = begin()
    const first = openStream()
    before.seat.open(first.stream)
    await until(() => first.events.length === 1)
    before.seat.play(put('C'))
    await until(() => first.events.length === 3)

    const resume = before.match()
    const told = first.events.map((event) => ({ data: event.slice('data: '.length).trim() }))
    const again = begin(FIRST_FREE, challenge.rules.illegal, 0, { restart: { resume, told } })
    await until(() => again.match().ended.length === 1 && again.match().phase === 'playing')
    await aWhile()
    const { events, stream } = openStream()
    again.seat.open(stream)
    await until(() => events.length > 0)
    await aWhile()
    expect(again.match().ended.map(({ end }) => end.kind)).toEqual(['void'])
    expect(events).toEqual(['data: {"youAre":"O","id":"a"}\n\n'])
  })

  /** Plays out of turn right behind its opponent's `youAre`. */
  const RACER: Brain = { ...FIRST_FREE, init: ({ playUnasked }) => playUnasked('NW') }

  test.each([
    ['the flip', [put('C'), { action: FLIP_ACTION }], ['crossed', 'played'], true],
    ['another command', [put('C'), put('N')], ['crossed', 'played'], false],
    ['nothing before it: it is the flip itself', [{ action: FLIP_ACTION }], ['played'], true],
  ])(
    'does not play the first command after a cheat that races, and goes by what follows: %s',
    async (_, commands, taken, noticed) => {
      const { seat, played, match } = begin(RACER, { kind: 'flip', missed: 'loses' })
      const { events, stream } = openStream()
      seat.open(stream)
      await until(() => events.length === 2)
      expect(events[1]).toContain('"player":"X","action":"putSymbol","position":"NW"')
      expect(commands.map((command) => seat.play(command))).toEqual(taken)
      await played
      expect(match().ended[0]).toMatchObject({ winner: noticed ? 0 : 1, end: { noticed } })
    },
  )

  test('plays the first command after a cheat all the same where to miss the flip is forgiven', async () => {
    const { seat, played, match } = begin(RACER)
    const { events, stream } = openStream()
    seat.open(stream)
    await until(() => events.length === 2)
    expect(seat.play(put('C'))).toBe('played')
    await played
    expect(match().ended[0]).toMatchObject({ winner: 0, end: { noticed: false } })
  })
})
