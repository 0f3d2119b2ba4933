import { describe, expect, test } from 'vitest'
import type { MatchBody } from '../../../src/api/matches.ts'
import { beatenBy, nextRung } from './opponents.ts'

type Player = MatchBody['players'][number]

const own = (id: number, version = 1): Player => ({
  name: 'Worm',
  id: 1001,
  team: 'Red',
  bot: `bot:${id} version ${version}`,
  program: { id, name: 'Worm', version },
})
const house = (brain: string): Player => ({
  name: brain,
  id: null,
  team: null,
  bot: `house:${brain}`,
  program: null,
})
const rung = (brain: string) => ({ brain, plays: '', rating: 0, plusMinus: 0 })

describe('the rungs that a bot has beaten', () => {
  test.each<[string, Pick<MatchBody, 'winner' | 'players'>, readonly string[]]>([
    ['a match that it won', { winner: 0, players: [own(3), house('random')] }, ['random']],
    ['from the other side', { winner: 1, players: [house('random'), own(3, 7)] }, ['random']],
    ['a match that it lost', { winner: 1, players: [own(3), house('random')] }, []],
    ['a draw or a match that runs', { winner: null, players: [own(3), house('random')] }, []],
    ['a match of another bot of the team', { winner: 0, players: [own(4), house('random')] }, []],
    ['a match against a team', { winner: 0, players: [own(3), own(4)] }, []],
  ])('%s', (_, match, beaten) => expect([...beatenBy({ id: 3 }, [match])]).toEqual(beaten))
})

test('the next rung is the weakest that is not beaten, and in the end the strongest', () => {
  const rungs = ['first', 'random', 'voronoi'].map(rung)
  expect(nextRung(rungs, new Set())?.brain).toBe('first')
  expect(nextRung(rungs, new Set(['first', 'voronoi']))?.brain).toBe('random')
  expect(nextRung(rungs, new Set(['first', 'random', 'voronoi']))?.brain).toBe('voronoi')
  expect(nextRung([], new Set())).toBeUndefined()
})
