import { expect, test } from 'vitest'
import { deferred } from '../../base/deferred.ts'
import type { Brain } from '../../game/brain.ts'
import { ticTacToe } from '../../games/tic-tac-toe/index.ts'
import { misbehave } from '../../../test/bots/misbehave.ts'
import { testConnection } from '../connection.contract.ts'
import type { Answer, Connection, Opening, Question, Unasked } from '../protocol.ts'
import { connectBrain } from './connect-brain.ts'

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

const OPENING: Opening = {
  challenge: 'tic-tac-toe',
  game: 'tic-tac-toe',
  settings: {},
  seat: 0,
  names: ['ann', 'bob'],
  round: 0,
  seed: 1,
  clock: { kind: 'none' },
  startUpMs: 1000,
  view: {},
}
const QUESTION: Question = { turn: 2, view: {}, legal: ['N'], timeLeft: Infinity }
const never = new AbortController().signal

async function connect(brain: Brain, unasked?: Unasked): Promise<Connection> {
  const connection = await connectBrain(brain, OPENING, { unasked })
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
  ['a cheat of the opponent', { kind: 'cheated', seat: 1, text: 'N' }, 'flip'],
  ['a flip of the opponent', { kind: 'flipped', seat: 1 }, 'flip'],
  ['a cheat of its own', { kind: 'cheated', seat: 0, text: 'N' }, 'move'],
  ['a move', { kind: 'played', turn: ['N', undefined] }, 'move'],
] as const)('%s in the middle of its thinking', async (_, news, expected) => {
  const { promise, resolve } = deferred<string>()
  await using connection = await connect({ name: 'thinker', move: () => promise })
  const answer = connection.ask(QUESTION, never)
  connection.tell(news)
  await Promise.resolve().then(() => resolve('N'))
  expect((await answer).kind).toBe(expected)
})
