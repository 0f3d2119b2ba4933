import { describe, expect, test } from 'vitest'
import { deferred } from '../../base/deferred.ts'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import type { Brain, BrainTurn } from '../../game/brain.ts'
import { SEATS, type Seat } from '../../game/game.ts'
import { ticTacToe } from '../../games/tic-tac-toe/index.ts'
import { advance, startMatch } from '../../match/machine.ts'
import { makeSpec } from '../../match/match.ts'
import { PLAIN_RULES } from '../../match/plain-rules.fixture.ts'
import { misbehave } from '../../../test/bots/misbehave.ts'
import { testConnection } from '../connection.contract.ts'
import { TIC_TAC_TOE_OPENING } from '../opening.fixture.ts'
import type { Answer, Connection, Question, Unasked } from '../protocol.ts'
import { connectBrain, describeThrown, type BrainOptions } from './connect-brain.ts'

const BRAINS = {
  plays: misbehave({}),
  leaves: {
    name: 'leaver',
    move: () => {
      throw new Error('enough')
    },
  },
  stalls: { name: 'staller', move: () => new Promise<string>(() => {}) },
  garbles: { name: 'garbler', move: () => 7 as unknown as string },
}

testConnection('in-process', {
  game: ticTacToe,
  challenge: 'tic-tac-toe',
  settings: {},
  without: { floods: 'a brain has nothing to write to' },
  connect: (manner, opening) => connectBrain(BRAINS[manner as keyof typeof BRAINS], opening),
})

const QUESTION: Question = { turn: 2, view: {}, legal: ['N'], timeLeft: Infinity }
const never = new AbortController().signal

const connect = (brain: Brain, unasked?: Unasked, seat: Seat = 0): Promise<Connection> =>
  connectWith(brain, { unasked }, seat)

async function connectWith(brain: Brain, options?: BrainOptions, seat: Seat = 0): Promise<Connection> {
  const connection = await connectBrain(brain, { ...TIC_TAC_TOE_OPENING, seat }, options)
  if ('kind' in connection) expect.fail(`it is gone: ${connection.detail}`)
  return connection
}

test('a brain may flip the table, and learns why its last answer was refused', async () => {
  const move: Brain['move'] = ({ refused, flip }) => (refused === undefined ? flip() : refused)
  await using connection = await connect({ name: 'flipper', move })
  expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'flip' })
  expect(await connection.ask({ ...QUESTION, refused: 'not that' }, never)).toEqual({
    kind: 'move',
    text: 'not that',
  })
})

test('what a brain plays unasked is heard, whatever it is', async () => {
  const heard: Answer[] = []
  const brain: Brain = {
    name: 'blurter',
    init: ({ playUnasked }) => playUnasked('NW'),
    move({ playUnasked }) {
      playUnasked(7 as never)
      return 'N'
    },
  }
  await using connection = await connect(brain, (answer) => void heard.push(answer))
  expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'N' })
  expect(heard).toEqual([
    { kind: 'move', text: 'NW' },
    { kind: 'move', text: '7' },
  ])
})

test.each([
  ['a cheat of the opponent', 1, { kind: 'answered', seat: 0, text: 'zz', at: 0 }, 'flip'],
  ['a flip of the opponent', 1, { kind: 'flipped', seat: 0, at: 0 }, 'flip'],
  ['a cheat of its own', 0, { kind: 'answered', seat: 0, text: 'zz', at: 0 }, 'move'],
  ['a move', 1, { kind: 'answered', seat: 0, text: 'N', at: 0 }, 'move'],
] as const)('%s in the middle of its thinking', async (_, seat, event, expected) => {
  const { promise, resolve } = deferred<string>()
  await using connection = await connect({ name: 'thinker', move: () => promise }, undefined, seat)
  const answer = connection.ask(QUESTION, never)
  const rules = { ...PLAIN_RULES, illegal: { kind: 'flip', missed: 'forgiven' } } as const
  const began = SEATS.reduce(
    (match, ready) => advance(match, { kind: 'ready', seat: ready, at: 0 }).match,
    startMatch(must(makeSpec(ticTacToe, {}, rules, 0))).match,
  )
  connection.tell(began, event, advance(began, event).match)
  await Promise.resolve().then(() => resolve('N'))
  expect((await answer).kind).toBe(expected)
})

/** The turn as a brain sees it. */
async function turnOf(question: Partial<Question> = {}, options?: BrainOptions): Promise<BrainTurn> {
  let seen: BrainTurn | undefined
  const move = (turn: BrainTurn): string => {
    seen = turn
    return 'N'
  }
  await using connection = await connectWith({ name: 'looker', move }, options, 1)
  await connection.ask({ ...QUESTION, ...question }, never)
  if (seen === undefined) expect.fail('it was not asked')
  return seen
}

describe('what a brain sees of its turn', () => {
  test('is the question, with a clock and its own chance', async () => {
    const view = { board: 'empty' }
    const { rng, now, ...turn } = await turnOf({ turn: 2, view, legal: ['N', 'S'], timeLeft: 500 })
    expect(turn).toMatchObject({ seat: 1, view, number: 3, legal: ['N', 'S'], timeLeft: 500 })
    expect(turn).not.toHaveProperty('refused')
    expect(turn).not.toHaveProperty('waited')
    expect(now?.()).toBeGreaterThan(0)
    expect(rng.below(1_000_000)).toBe(seededRng(TIC_TAC_TOE_OPENING.seed).below(1_000_000))
  })

  test('tells how long the question has waited, unless its moves must not depend on time', async () => {
    expect((await turnOf({ waited: 30 })).waited).toBe(30)
    const counted = await turnOf({ waited: 30 }, { thinking: { nodeBudget: 200 } })
    expect(counted.nodeBudget).toBe(200)
    expect(counted).not.toHaveProperty('now')
    expect(counted).not.toHaveProperty('waited')
  })
})

test('what a brain logs is one line of words, and is lost without a reader', async () => {
  const lines: string[] = []
  const brain: Brain = {
    name: 'logger',
    init: ({ log }) => log('round', 1),
    move({ log }) {
      log('best', { x: 1 }, 'N')
      return 'N'
    },
  }
  await using heard = await connectWith(brain, { log: (line) => lines.push(line) })
  await heard.ask(QUESTION, never)
  expect(lines).toEqual(['round 1', 'best {"x":1} N'])
  await using unheard = await connectWith(brain)
  expect(await unheard.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'N' })
})

test('a brain may log what is not JSON', async () => {
  const node: { cell: string; parent?: unknown } = { cell: 'N' }
  node.parent = node
  const lines: string[] = []
  const move: Brain['move'] = ({ log }) => {
    log('node', node)
    log({ hash: 2n ** 63n })
    return 'N'
  }
  await using connection = await connectWith({ name: 'x', move }, { log: (line) => lines.push(line) })
  expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'N' })
  expect(lines).toEqual(['node {"cell":"N","parent":"[cycle]"}', '{"hash":"9223372036854775808n"}'])
})

test('what a brain plays unasked is lost without a reader', async () => {
  await using connection = await connectWith({
    name: 'blurter',
    init: ({ playUnasked }) => playUnasked('NW'),
    move: () => 'N',
  })
  expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'N' })
})

test('a brain keeps its memory from its start to its last turn', async () => {
  const brain: Brain<unknown, string, number> = {
    name: 'counter',
    init: async () => 5,
    move: (turn) => String(turn.memory++),
  }
  await using connection = await connect(brain)
  const moves = [await connection.ask(QUESTION, never), await connection.ask(QUESTION, never)]
  expect(moves).toEqual([
    { kind: 'move', text: '5' },
    { kind: 'move', text: '6' },
  ])
})

test.each<[string, Brain['move'], Answer]>([
  ['returns a move', () => 'N', { kind: 'move', text: 'N' }],
  ['returns a move later', async () => 'N', { kind: 'move', text: 'N' }],
  ['calls play', (turn) => turn.play('N'), { kind: 'move', text: 'N' }],
  [
    'makes remarks, of which the last counts',
    ({ remark }) => {
      remark('bad')
      remark({ text: 'good', score: 0.5 })
      return 'N'
    },
    { kind: 'move', text: 'N', remark: { text: 'good', score: 0.5 } },
  ],
  [
    'resigns, whatever it returns',
    ({ resign }) => {
      resign()
      return 'N'
    },
    { kind: 'resign' },
  ],
  [
    'does nothing',
    () => {},
    { kind: 'gone', cause: 'silent', detail: 'its move returned nothing and did not call play' },
  ],
  [
    'calls play and returns a move',
    (turn) => {
      turn.play('S')
      return 'N'
    },
    { kind: 'gone', cause: 'garbled', detail: 'it played 2 times in one turn' },
  ],
  [
    'returns a number',
    () => 7 as never,
    { kind: 'gone', cause: 'garbled', detail: 'it played 7, which is not a word' },
  ],
  [
    'throws',
    () => {
      throw new RangeError('too far')
    },
    { kind: 'gone', cause: 'crashed', detail: 'its move threw RangeError: too far' },
  ],
  [
    'throws an object with a cycle',
    () => {
      const node: { parent?: unknown } = {}
      node.parent = node
      throw node as Error
    },
    { kind: 'gone', cause: 'crashed', detail: 'its move threw {"parent":"[cycle]"}' },
  ],
  [
    'throws later',
    () => Promise.reject(new Error('too late')),
    { kind: 'gone', cause: 'crashed', detail: 'its move threw Error: too late' },
  ],
])('a brain that %s answers so', async (_, move, answer) => {
  await using connection = await connect({ name: 'x', move })
  expect(await connection.ask(QUESTION, never)).toEqual(answer)
})

test('a brain that fails to start is gone', async () => {
  const init = (): never => {
    throw new TypeError('no board')
  }
  expect(await connectBrain({ name: 'x', init, move: () => 'N' }, TIC_TAC_TOE_OPENING)).toEqual({
    kind: 'gone',
    cause: 'crashed',
    detail: 'its init threw TypeError: no board',
  })
})

test('the table is flipped for a brain that is told of a cheat, without asking it', async () => {
  let asked = 0
  await using connection = await connect({ name: 'x', move: () => String(asked++) })
  expect(await connection.ask({ ...QUESTION, cheated: 'zz' }, never)).toEqual({ kind: 'flip' })
  expect(asked).toBe(0)
})

test('a brain that thinks is left when its question ends, and may be asked again', async () => {
  const thinking = deferred<string>()
  await using connection = await connect({
    name: 'x',
    move: ({ number }) => (number > 3 ? 'N' : thinking.promise),
  })
  const controller = new AbortController()
  const answer = connection.ask(QUESTION, controller.signal)
  controller.abort()
  expect(await answer).toEqual({ kind: 'gone', cause: 'silent', detail: 'it was no longer asked' })
  expect(await connection.ask({ ...QUESTION, turn: 3 }, never)).toEqual({ kind: 'move', text: 'N' })
})

test('a brain that thinks when its round ends is no longer asked', async () => {
  const connection = await connect({ name: 'x', move: () => new Promise<string>(() => {}) })
  const answer = connection.ask(QUESTION, never)
  await connection[Symbol.asyncDispose]()
  expect(await answer).toEqual({ kind: 'gone', cause: 'silent', detail: 'it was no longer asked' })
})

test.each([
  ['an error', new RangeError('too far'), 'RangeError: too far'],
  ['a word', 'enough', '"enough"'],
  ['nothing', undefined, 'nothing'],
  ['an error of two lines', new Error('one\ntwo'), 'Error: one'],
  ['an error of 200 characters', new Error('x'.repeat(193)), `Error: ${'x'.repeat(193)}`],
  ['a longer one', new Error('x'.repeat(194)), `Error: ${'x'.repeat(192)}…`],
])('%s that was thrown is told on one short line', (_, thrown, told) => {
  expect(describeThrown(thrown)).toBe(told)
})
