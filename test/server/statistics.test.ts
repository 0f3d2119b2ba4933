import { expect, test } from 'vitest'
import { listIn, openTestArena, type TestPlayer } from './arena.fixture.ts'
import { legalIn, newGame, playToEnd } from './play.fixture.ts'

const statisticsOf = async (who: { request: TestPlayer['request'] }, player: number) =>
  listIn((await who.request(`/api/v1/players/${player}/statistics`)).body, 'challenges')

test('tell what a team has won and lost, how long it thought, and what it did wrong', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  expect(await statisticsOf(arena, ann.id)).toEqual([])
  const game = { challenge: 'tic-tac-toe', opponent: 'house:baseline' }
  await playToEnd(ann, await newGame(ann, game))
  // The command is no square, so the house flips the table.
  await playToEnd(ann, await newGame(ann, game), () => 'Z9')
  await playToEnd(ann, await newGame(ann, { challenge: 'quoridor', opponent: 'house:walker' }), (turn) =>
    legalIn(turn).findLast((move) => move.length === 2),
  )
  const [quoridor, ticTacToe, ...more] = await statisticsOf(arena, ann.id)
  expect(more).toEqual([])
  expect(ticTacToe).toMatchObject({ challenge: 'tic-tac-toe', title: 'Tic-tac-toe Arena', played: 2 })
  expect(ticTacToe?.['faults']).toEqual([{ kind: 'garbled', count: 1 }])
  expect(ticTacToe?.['meanMs']).toEqual(expect.any(Number))
  expect(Number(ticTacToe?.['longestMs'])).toBeGreaterThanOrEqual(Number(ticTacToe?.['meanMs']))
  expect(quoridor).toMatchObject({ challenge: 'quoridor', played: 1, faults: [] })

  await arena.restart()
  expect(await statisticsOf(arena, ann.id)).toEqual([quoridor, ticTacToe])
  const missing = await arena.request('/api/v1/players/99/statistics')
  expect([missing.status, missing.body['error']]).toEqual([404, 'not-found'])
})
