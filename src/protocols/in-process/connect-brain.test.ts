import { expect, test } from 'vitest'
import { deferred } from '../../base/deferred.ts'
import { must } from '../../base/result.ts'
import type { Brain } from '../../game/brain.ts'
import { SEATS, type Seat } from '../../game/game.ts'
import { ticTacToe } from '../../games/tic-tac-toe/index.ts'
import { advance, startMatch } from '../../match/machine.ts'
import { makeSpec } from '../../match/match.ts'
import { PLAIN_RULES } from '../../match/plain-rules.fixture.ts'
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

async function connect(brain: Brain, unasked?: Unasked, seat: Seat = 0): Promise<Connection> {
  const connection = await connectBrain(brain, { ...OPENING, seat }, { unasked })
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
