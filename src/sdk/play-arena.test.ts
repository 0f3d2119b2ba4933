import { expect, test } from 'vitest'
import { openTestArena } from '../../test/server/arena.fixture.ts'
import { quoridor } from '../games/quoridor/index.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { defineBrain } from './define-brain.ts'
import { playArena } from './play-arena.ts'

const first = defineBrain(ticTacToe, {
  name: 'first',
  move({ legal, log }) {
    log('thinking')
    return legal[0]
  },
})

test('playArena asks for a game, plays it to its end and says so', async () => {
  await using arena = await openTestArena()
  const { key } = await arena.register('Ann')
  const printed: string[] = []
  const logged: string[] = []
  const report = await playArena({
    url: `${arena.url}/`,
    key,
    challenge: 'tic-tac-toe',
    brain: first,
    opponent: 'house:first',
    seed: 1,
    output: { write: (line) => printed.push(line) },
    log: (line) => void logged.push(line),
  })
  expect(report).toEqual({ game: 1, result: 'win', score: [1, 0] })
  expect(printed).toEqual(['first: won 1–0\n'])
  expect(new Set(logged)).toEqual(new Set(['thinking']))
  const { body } = await arena.request('/api/v1/matches/1')
  expect(body).toMatchObject({ challenge: 'tic-tac-toe', winner: 0, status: 'over' })
})

test('playArena goes on with a game of its own, and logs why a brain failed', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  const json = { challenge: 'tic-tac-toe', opponent: 'house:first' }
  await ann.request('/api/v1/games', { method: 'POST', json })
  const brain = defineBrain(ticTacToe, { name: 'mute', move: () => undefined })
  const logged: string[] = []
  const report = await playArena({
    url: arena.url,
    key: ann.key,
    challenge: 'tic-tac-toe',
    game: 1,
    brain,
    output: { write() {} },
    log: (line) => void logged.push(line),
  })
  expect(report).toEqual({ game: 1, result: 'loss', score: [0, 1] })
  expect(logged).toEqual(['mute failed: its move returned nothing and did not call play'])
})

test.each([
  [{ brain: 'x' as never }, 'Cannot play with "x": expected a brain made by defineBrain'],
  [{ challenge: 'chess' }, 'Cannot find challenge "chess": expected one of boost-tron, '],
  [
    { brain: defineBrain(quoridor, { name: 'q', move: () => 'e2' }) },
    'Cannot play tic-tac-toe with "q": it is a brain for quoridor',
  ],
  [{ url: 'http://127.0.0.1:1' }, 'Cannot connect to http://127.0.0.1:1: '],
])('playArena rejects %j in one sentence', async (change, sentence) => {
  const options = { url: 'http://127.0.0.1:1', key: 'x', challenge: 'tic-tac-toe', brain: first, ...change }
  await expect(playArena(options)).rejects.toThrow(sentence)
})
