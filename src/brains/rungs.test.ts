import { describe, expect, test } from 'vitest'
import { CHALLENGES } from '../challenges/index.ts'
import { BRAINS, brainsFor, isCheat } from './index.ts'
import { ANCHOR, cheatsOf, rungsOf, unmeasuredOf } from './rungs.ts'
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
      expect(Object.keys(STRENGTHS[id] ?? {}).toSorted()).toEqual(rungs.map(({ brain }) => brain).toSorted())
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
  for (const { name, plays = '' } of BRAINS) expect(plays, name).toMatch(/^[a-z][^.]{10,90}$/)
})

test('a challenge without measured brains has no rungs, and names the brains that wait', () => {
  const fresh = { id: 'fresh', game: { id: 'quoridor' } }
  expect(rungsOf(fresh)).toEqual([])
  expect(unmeasuredOf(fresh).map(({ name }) => name)).toContain('walker')
})
