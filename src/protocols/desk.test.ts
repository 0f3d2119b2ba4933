import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { boostTron } from '../challenges/boost-tron.ts'
import type { AnyGame } from '../game/game.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { describeEnd } from '../match/describe.ts'
import { makeSpec, type Match, type MatchRules } from '../match/match.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { playMatch } from '../runner/play-match.ts'
import { testConnection } from './connection.contract.ts'
import { openDesk, openDesks, type Desk } from './desk.ts'
import type { RemoteSeat } from './hosted-match.ts'
import type { Connection, Question } from './protocol.ts'
import { openTable } from '../wires/polling/table.fixture.ts'

testConnection('polling', {
  game: ticTacToe,
  challenge: 'tic-tac-toe',
  settings: {},
  without: { leaves: 'a player that does not come again cannot be told from one that thinks' },
  async connect(manner, opening, signal) {
    const desk = openDesk('guest')
    desk.arrive()
    const connection = await desk.contestant.connect(opening, signal)
    if ('kind' in connection) return connection
    return {
      ...connection,
      ask(question, asking) {
        const answer = connection.ask(question, asking)
        if (manner === 'plays') void desk.answer({ kind: 'move', text: question.legal[0] ?? '' })
        if (manner === 'garbles') void desk.answer({ kind: 'move', text: '\u0000rubbish' })
        for (let i = 0; manner === 'floods' && i < 1000; i++)
          void desk.answer({ kind: 'move', text: 'rubbish'.repeat(10_000) })
        return answer
      },
    }
  },
})

const flush = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
const move = (text: string) => ({ kind: 'move', text }) as const

/** The match as it is once everything that has happened is dealt with. */
async function settled(table: { readonly match: Match }): Promise<Match> {
  await flush()
  await flush()
  return table.match
}

const ended = (match: Match): string => {
  const [round] = match.ended
  return round ? describeEnd(round, match.spec, ['ann', 'bob']) : 'not ended'
}

describe('a player at its desk', () => {
  test('is asked once both have shown up, and answers once', async () => {
    const table = openTable({ clock: fakeClock() })
    const [ann, bob] = table.desks
    expect(ann.question).toBeUndefined()
    ann.arrive()
    expect((await settled(table)).phase).toBe('starting')
    bob.arrive()
    expect((await settled(table)).phase).toBe('playing')
    expect(bob.question).toBeUndefined()
    expect(bob.answer(move('left'))).toBeUndefined()
    expect(ann.question).toMatchObject({ turn: 0, timeLeft: 10_000 })
    const verdict = ann.answer(move('left'))
    expect(ann.question).toBeUndefined()
    expect(ann.answer(move('right'))).toBeUndefined()
    expect(await verdict).toEqual({ kind: 'accepted' })
    expect((await settled(table)).round.lastTurn).toEqual(['left', undefined])
    expect(bob.question).toMatchObject({ turn: 1 })
  })

  test('that does not show up loses by its start-up time', async () => {
    const clock = fakeClock()
    const table = openTable({ clock, rules: { bestOf: 1 } })
    table.desks[0].arrive()
    await clock.pass(10_001)
    expect(ended(await table.done)).toBe('ann won: bob was not ready within 10 s')
  })

  test('that shows up in the first round is there in the next', async () => {
    const table = openTable({ clock: fakeClock() })
    const [ann, bob] = table.desks
    ann.arrive()
    bob.arrive()
    await settled(table)
    expect(await ann.answer({ kind: 'resign' })).toEqual({ kind: 'accepted', fault: { kind: 'resigned' } })
    const match = await settled(table)
    expect(match).toMatchObject({ phase: 'playing', score: [0, 1], round: { index: 1, seats: [1, 0] } })
    expect(bob.question).toBeDefined()
    expect(ann.question).toBeUndefined()
  })

  test('that plays an illegal move is told why, and asked again', async () => {
    const table = openTable({ clock: fakeClock() })
    const [ann] = table.desks
    for (const desk of table.desks) desk.arrive()
    await settled(table)
    const why =
      'Cannot read move "up": expected one of left forward right left+boost forward+boost right+boost'
    expect(await ann.answer(move('up'))).toEqual({ kind: 'refused', why })
    expect(ann.question).toMatchObject({ turn: 0, refused: why })
    expect(await ann.answer(move('left'))).toEqual({ kind: 'accepted' })
  })

  test('exactly on time is on time, one millisecond later it is not asked any more', async () => {
    for (const [ms, phase] of [
      [10_000, 'playing'],
      [10_001, 'over'],
    ] as const) {
      const clock = fakeClock()
      const table = openTable({ clock, rules: { bestOf: 1 } })
      for (const desk of table.desks) desk.arrive()
      await settled(table)
      await clock.pass(ms)
      const verdict = await table.desks[0].answer(move('left'))
      expect(verdict).toEqual(phase === 'playing' ? { kind: 'accepted' } : undefined)
      expect((await settled(table)).phase).toBe(phase)
    }
  })

  test('whose answer is not taken in any more is late', async () => {
    const desk = openDesk('ann', { arrived: true })
    const controller = new AbortController()
    const connection = await desk.contestant.connect({} as never, controller.signal)
    if ('kind' in connection) throw new Error('it is there')
    const asked = connection.ask({ turn: 0, view: {}, legal: ['a'], timeLeft: 1 }, controller.signal)
    const verdict = desk.answer(move('a'))
    expect(await asked).toEqual(move('a'))
    expect(await verdict).toEqual({ kind: 'late' })
  })

  test('may resign and flip in games that know it', async () => {
    const desks: readonly Desk[] = [openDesk('ann', { arrived: true }), openDesk('bob', { bot: 'x' })]
    const [ann, bob] = desks as [Desk, Desk]
    expect(bob.contestant).toMatchObject({ name: 'bob', bot: 'x', rejoins: true })
    bob.arrive()
    const rules = { ...boostTron.rules, bestOf: 1, illegal: { kind: 'flip', missed: 'forgiven' } as const }
    const spec = must(makeSpec(ticTacToe, {}, rules, 1))
    const match = playMatch({ challenge: 'x', spec, contestants: [ann.contestant, bob.contestant] })
    await flush()
    void ann.answer(move('rubbish'))
    await flush()
    expect(bob.question).toMatchObject({ cheated: 'rubbish' })
    void bob.answer({ kind: 'flip' })
    expect((await match).result?.winner).toBe(1)
  })

  test('goes on in the middle of a round after a restart', async () => {
    const clock = fakeClock()
    const before = openTable({ clock })
    for (const desk of before.desks) desk.arrive()
    await settled(before)
    await before.desks[0].answer(move('left'))
    const resume = await settled(before)

    const [ann, bob] = [openDesk('ann', { arrived: true }), openDesk('bob', { arrived: true })]
    const controller = new AbortController()
    const events: string[] = []
    const done = playMatch({
      challenge: boostTron.id,
      spec: resume.spec,
      contestants: [ann.contestant, bob.contestant],
      clock,
      resume,
      onEvent: (event) => void events.push(event.kind),
      signal: controller.signal,
    })
    await flush()
    expect(ann.question).toBeUndefined()
    expect(bob.question).toMatchObject({ turn: 1 })
    void bob.answer(move('right'))
    await flush()
    expect(ann.question).toMatchObject({ turn: 2 })
    expect(events).not.toContain('voided')
    controller.abort()
    expect((await done).round.lastTurn).toEqual([undefined, 'right'])
    expect(ann.question).toBeUndefined()
  })
})

const QUESTION: Question = { turn: 0, view: {}, legal: ['a'], timeLeft: 1 }

async function connectTo(desk: Desk): Promise<Connection> {
  const connection = await desk.contestant.connect({ seat: 0 } as never, new AbortController().signal)
  if ('kind' in connection) throw new Error(connection.detail)
  return connection
}

describe('a desk', () => {
  test('says why a player that did not show up in time is gone', async () => {
    const controller = new AbortController()
    const connecting = openDesk('ann').contestant.connect({} as never, controller.signal)
    controller.abort()
    expect(await connecting).toEqual({ kind: 'gone', cause: 'slow-start', detail: 'it did not show up' })
  })

  test('has no bot unless it was asked for one', () => {
    expect(openDesk('ann').contestant).not.toHaveProperty('bot')
  })

  test('asks nothing whose time is over, and leaves no listener', async () => {
    const desk = openDesk('ann', { arrived: true })
    const connection = await connectTo(desk)
    const gone = { kind: 'gone', cause: 'silent', detail: 'it was no longer asked' }
    expect(await connection.ask(QUESTION, AbortSignal.abort())).toEqual(gone)
    expect(desk.question).toBeUndefined()

    const { signal } = new AbortController()
    const asked = connection.ask(QUESTION, signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    void desk.answer(move('a'))
    expect(await asked).toEqual(move('a'))
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

/** Two players at their desks, in a match that has begun. */
async function begin(game: AnyGame, settings: object, rules: Partial<MatchRules>) {
  const clock = fakeClock()
  const desks = [openDesk('ann', { arrived: true }), openDesk('bob', { arrived: true })] as const
  const spec = must(makeSpec(game, { ...settings }, { ...boostTron.rules, bestOf: 1, ...rules }, 1))
  const contestants = [desks[0].contestant, desks[1].contestant] as const
  const done = playMatch({ challenge: 'x', spec, contestants, clock })
  await flush()
  return { desks, clock, done }
}

const TOGETHER = { ...boostTron.game.presets['light-cycle'], seats: 'fixed' }
const ACCEPTED = { kind: 'accepted' } as const

describe('the verdict on an answer', () => {
  test('has no fault for a legal move, whether it ends the round or not', async () => {
    const { desks, done } = await begin(ticTacToe, {}, {})
    for (const [turn, cell] of ['NW', 'SW', 'N', 'S', 'NE'].entries()) {
      expect(await desks[turn % 2 === 0 ? 0 : 1].answer(move(cell))).toEqual(ACCEPTED)
      await flush()
    }
    expect((await done).result?.winner).toBe(0)
  })

  test('names the fault that has ended the round', async () => {
    const { desks } = await begin(ticTacToe, {}, { illegal: { kind: 'forfeit' } })
    expect(await desks[0].answer(move('up'))).toMatchObject({
      kind: 'accepted',
      fault: { kind: 'garbled', text: 'up' },
    })
  })

  test('is a refusal as long as the rules forgive, and then the fault', async () => {
    const { desks } = await begin(ticTacToe, {}, { illegal: { kind: 'retry', times: 1 } })
    expect(await desks[0].answer(move('up'))).toMatchObject({ kind: 'refused' })
    expect(await desks[0].answer(move('up'))).toMatchObject({ kind: 'accepted', fault: { kind: 'garbled' } })
  })

  test('names a cheat before the opponent has flipped the table, and has no fault for the flip', async () => {
    const { desks } = await begin(ticTacToe, {}, { illegal: { kind: 'flip', missed: 'forgiven' } })
    expect(await desks[0].answer(move('up'))).toMatchObject({ kind: 'accepted', fault: { kind: 'garbled' } })
    await flush()
    expect(await desks[1].answer({ kind: 'flip' })).toEqual(ACCEPTED)
  })

  test('names a fault that ends the round only once the opponent has answered, too', async () => {
    const { desks } = await begin(boostTron.game, TOGETHER, { illegal: { kind: 'forfeit' } })
    expect(await desks[0].answer(move('up'))).toMatchObject({ kind: 'accepted', fault: { kind: 'garbled' } })
    expect(await desks[1].answer(move('forward'))).toEqual(ACCEPTED)
  })

  test('is about the own answer, also if the opponent has answered just before', async () => {
    const { desks } = await begin(boostTron.game, TOGETHER, { illegal: { kind: 'forfeit' } })
    const bob = desks[1].answer(move('forward'))
    const ann = desks[0].answer(move('up'))
    expect(await ann).toMatchObject({ kind: 'accepted', fault: { kind: 'garbled' } })
    expect(await bob).toEqual(ACCEPTED)
  })

  test('waits for no opponent, and what the opponent did is not held against a player', async () => {
    const { desks } = await begin(boostTron.game, TOGETHER, { illegal: { kind: 'forfeit' } })
    expect(await desks[1].answer({ kind: 'resign' })).toEqual({
      kind: 'accepted',
      fault: { kind: 'resigned' },
    })
    expect(await desks[0].answer(move('forward'))).not.toHaveProperty('fault')
  })

  test('is late if the time was over when the answer came, though the host had not noticed it yet', async () => {
    const { desks, clock } = await begin(ticTacToe, {}, {})
    clock.stall(10_001)
    expect(await desks[0].answer(move('N'))).toEqual({ kind: 'late' })
  })
})

test('a player of an arena has a desk while its match runs, and each sign of it is noticed', async () => {
  const desks = openDesks()
  const over = new AbortController()
  let seen = 0
  const seat = { match: 7, player: 1, arrived: false, over: over.signal, onSeen: () => void seen++ }
  const contestant = desks.seat({ kind: 'http', name: 'ann' }, seat as unknown as RemoteSeat)
  expect(contestant.name).toBe('ann')
  expect([desks.find(7, 0), desks.find(6, 1)]).toEqual([undefined, undefined])
  const desk = desks.find(7, 1)
  expect(desk?.contestant).toBe(contestant)

  const connecting = contestant.connect({ seat: 1 } as never, new AbortController().signal)
  desk?.arrive()
  desk?.arrive()
  expect(await connecting).toHaveProperty('ask')
  expect(seen).toBe(2)

  over.abort()
  expect(desks.find(7, 1)).toBeUndefined()
})

test('a player that had come before the server was restarted need not come again', async () => {
  const desks = openDesks()
  const { signal } = new AbortController()
  const seat = { match: 7, player: 0, arrived: true, over: signal } as unknown as RemoteSeat
  const contestant = desks.seat({ kind: 'http', name: 'ann' }, seat)
  expect(await contestant.connect({ seat: 0 } as never, signal)).toHaveProperty('ask')
})
