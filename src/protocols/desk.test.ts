import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { boostTron } from '../challenges/boost-tron.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { describeEnd } from '../match/describe.ts'
import { makeSpec, type Match } from '../match/match.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { playMatch } from '../runner/play-match.ts'
import { testConnection } from './connection.contract.ts'
import { openDesk, type Desk } from './desk.ts'
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
