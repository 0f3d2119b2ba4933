import { expect, test } from 'vitest'
import { bestOf, entriesOf } from './best-of.ts'

const standing = (name: string, place: number, out?: string) => ({
  place,
  name,
  points: 0,
  total: 0,
  tournamentPlace: place,
  matchPoints: 0,
  wins: 0,
  draws: 0,
  losses: 0,
  byes: 0,
  forfeits: 0,
  voids: 0,
  roundsWon: 0,
  roundsLost: 0,
  ...(out !== undefined && { out }),
})

const result = {
  entrants: ['ann', 'bob', 'cid', 'dan'].map((name) => ({ name, bot: `house:${name}` })),
  standings: [standing('dan', 1), standing('ann', 2, 'withdrawn'), standing('cid', 3), standing('bob', 3)],
}
const names = (count: number) => bestOf(result, count).entrants.map(({ name }) => name)

test('the best play on in the order of the standings, without those who are out', () => {
  expect(names(3)).toEqual(['dan', 'cid', 'bob'])
  expect(names(100)).toEqual(['dan', 'cid', 'bob'])
  expect(names(1)).toEqual(['dan'])
})

test('who is level with the last one is named', () => {
  expect(bestOf(result, 2)).toMatchObject({ entrants: [{ name: 'dan' }, { name: 'cid' }], level: ['bob'] })
  expect(bestOf(result, 3).level).toEqual([])
})

test.each([0, -1, Number.NaN])('%s are none', (count) =>
  expect(bestOf(result, count)).toEqual({ entrants: [], level: [] }),
)

test('a bot plays on with its newest version, two versions of one bot as they are', () => {
  const entries = (...bots: readonly string[]) => entriesOf(bots.map((bot) => ({ name: bot, bot })))
  expect(entries('bot:3@1', 'player:1001', 'house:first')).toEqual(['bot:3', 'player:1001', 'house:first'])
  expect(entries('bot:3@2', 'bot:4@1', 'bot:3@1')).toEqual(['bot:3@2', 'bot:4', 'bot:3@1'])
})
