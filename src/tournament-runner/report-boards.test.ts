import { expect, test } from 'vitest'
import { chooseBoards } from './choose-boards.ts'
import { reportBoards } from './report-boards.ts'
import { playedTournament, tournamentOf } from './tournament.fixture.ts'

const PLAYER = { script: '', style: '' }
const { result } = playedTournament(tournamentOf(['ann', 'bob', 'cid'], { options: { games: 2 } }))
const chosen = chooseBoards(result)

test('a report has the boards of all matches whose records are there', async () => {
  const boards = await reportBoards(result, PLAYER, async (key) =>
    key === chosen[1] ? undefined : `record of ${key}`,
  )
  const there = chosen.filter((_, at) => at !== 1)
  expect(boards.player).toBe(PLAYER)
  expect([...boards.records]).toEqual(there.map((key) => [key, `record of ${key}`]))
  expect(boards.leftOut).toBe(1)
})

test('a report has boards up to four million characters, the most important first', async () => {
  const half = 'x'.repeat(2_000_000)
  const full = await reportBoards(result, PLAYER, async () => half)
  expect([...full.records.keys()]).toEqual(chosen.slice(0, 2))
  expect(full.leftOut).toBe(chosen.length - 2)
  const more = await reportBoards(result, PLAYER, async (key) => (key === chosen[1] ? `${half}x` : half))
  expect([...more.records.keys()]).toEqual(chosen.slice(0, 1))
})

test('a report has 120 boards at most', async () => {
  const many = playedTournament(tournamentOf(['ann', 'bob'], { options: { games: 121 } }))
  const boards = await reportBoards(many.result, PLAYER, async () => '')
  expect(boards.records.size).toBe(120)
  expect(boards.leftOut).toBe(1)
})
