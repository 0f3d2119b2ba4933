import { describe, expect, test } from 'vitest'
import { CHALLENGES } from '../challenges/index.ts'
import { BRAINS, brainsFor, findBrain, isCheat, retiredFor } from './index.ts'
import { RETIRED } from './retired.ts'
import { ANCHOR, cheatsOf, formerRungsOf, rungsOf, unmeasuredOf } from './rungs.ts'
import { STRENGTHS } from './strength.ts'

describe.each(CHALLENGES.map((challenge) => ({ id: challenge.id, challenge })))(
  '$id',
  ({ id, challenge }) => {
    const rungs = rungsOf(challenge)

    test('every house brain that plays by the rules was measured (if not, run bench/ladder.ts --write)', () => {
      expect(unmeasuredOf(challenge).map(({ name }) => name)).toEqual([])
      const honest = brainsFor(challenge.game.id).filter((brain) => !isCheat(brain))
      expect(rungs.map(({ brain }) => brain).toSorted()).toEqual(honest.map(({ name }) => name).toSorted())
    })

    test('only brains that it has were measured', () => {
      const names = [...rungs, ...formerRungsOf(challenge)].map(({ brain }) => brain)
      expect(Object.keys(STRENGTHS[id] ?? {}).toSorted()).toEqual(names.toSorted())
    })

    test('a brain that is no rung any more is found and has a rating, but no list has it', () => {
      const retired = retiredFor(challenge.game.id)
      expect(formerRungsOf(challenge).map(({ brain }) => brain)).toEqual(retired.map(({ name }) => name))
      for (const brain of retired) {
        expect(findBrain(brain.name, challenge.game.id)).toBe(brain)
        expect(brainsFor(challenge.game.id)).not.toContain(brain)
        expect(rungs.map((rung) => rung.brain)).not.toContain(brain.name)
      }
    })

    test('rungs are in order of their rating, and the anchor is where it is fixed', () => {
      const ratings = rungs.map(({ rating }) => rating)
      expect(ratings).toEqual(ratings.toSorted((a, b) => a - b))
      expect(rungs.find(({ brain }) => brain === ANCHOR.brain)?.rating).toBe(ANCHOR.rating)
    })

    test('every rating has an interval from games', () => {
      for (const { games, plusMinus } of rungs) {
        expect(games).toBeGreaterThan(0)
        expect(plusMinus).toBeGreaterThan(0)
      }
    })

    test('the strongest house brain is the one made for the game, above chance by more than the two errors', () => {
      const [top, anchor] = [rungs.at(-1), rungs.find(({ brain }) => brain === ANCHOR.brain)]
      if (!top || !anchor) throw new Error('there are no rungs')
      expect(['advanced', 'perfect']).toContain(top.brain)
      expect(top.rating - anchor.rating).toBeGreaterThan(top.plusMinus + anchor.plusMinus)
    })

    test('cheats are apart', () => {
      const cheats = cheatsOf(challenge).map(({ name }) => name)
      expect(cheats).toContain('cheat-flip')
      expect(rungs.filter(({ brain }) => cheats.includes(brain))).toEqual([])
    })
  },
)

test('every house brain says in one clause how it plays', () => {
  for (const { name, plays = '' } of [...BRAINS, ...RETIRED])
    expect(plays, name).toMatch(/^[a-z][^.]{10,90}$/)
})

test('a challenge without measured brains has no rungs, and names the brains that wait', () => {
  const fresh = { id: 'fresh', game: { id: 'quoridor' } }
  expect(rungsOf(fresh)).toEqual([])
  expect(unmeasuredOf(fresh).map(({ name }) => name)).toContain('walker')
})

// Stores, records and tournaments have these names. A rung that leaves the ladder moves to `RETIRED`.
test.each([
  ['tic-tac-toe', 'random first baseline minimax perfect'],
  [
    'quoridor',
    'random first baseline sometimes-walker walker blocker alphabeta-2 search-200 search-1600 search-4000 network-4000 advanced',
  ],
  [
    'longest-group',
    'random first baseline sometimes-builder builder opportunist greedy playouts-200 playouts-280 playouts-400 playouts-560 playouts-800 playouts-1600 advanced',
  ],
  ['tron', 'random first baseline hugger wanderer glancer voronoi search-25 search-120 advanced'],
])('every name that a house brain of %s ever had is found', (game, names) => {
  for (const name of names.split(' ')) expect(findBrain(name, game)?.name).toBe(name)
  const all = [...brainsFor(game).filter((brain) => !isCheat(brain)), ...retiredFor(game)]
  expect(all.map(({ name }) => name).toSorted()).toEqual(names.split(' ').toSorted())
})
