import { expect, test } from 'vitest'
import type { ModelUse } from '../match/match.ts'
import { measureModels } from './measure-models.ts'
import { recordOf, USE } from './model-record.fixture.ts'

test('what a model used is added up over its moves and its matches', () => {
  const retried: ModelUse = {
    ...USE,
    calls: 3,
    retries: 2,
    tokensOut: 40,
    failures: ['truncated', 'illegal', 'illegal'],
  }
  const odd: ModelUse = { ...USE, failures: ['empty', 'unparsable', 'unparsable', 'unparsable'] }
  const measured = measureModels([
    recordOf([USE, retried, odd]),
    recordOf([USE, USE, { ...USE, tokensOut: 30 }]),
  ])
  expect([...measured.keys()]).toEqual(['ann'])
  expect(measured.get('ann')).toMatchObject({
    matches: 2,
    moves: 6,
    calls: 8,
    retries: 2,
    tokensIn: 600,
    tokensOut: 110,
    usd: 3,
    failures: { truncated: 1, empty: 1, unparsable: 3, illegal: 2 },
    tokensByTurn: [10, undefined, 25, undefined, 20],
  })
})

test('its moves are judged by the strongest house brain of the game', () => {
  const judged = measureModels([recordOf([USE, USE, USE])]).get('ann')?.judged
  expect(judged).toMatchObject({ moves: 3, brain: 'perfect' })
  expect(judged?.accuracy).toBeGreaterThan(0)
})

test('two models in one match are measured apart', () => {
  const measured = measureModels([
    recordOf(
      [USE, USE, USE],
      [
        { ...USE, tokensIn: 7 },
        { ...USE, tokensIn: 7 },
      ],
    ),
  ])
  expect([...measured].map(([name, { moves, tokensIn }]) => [name, moves, tokensIn])).toEqual([
    ['ann', 3, 300],
    ['bob', 2, 14],
  ])
})

test('its cost is not known if the price of one call is not, and a move without a call costs nothing', () => {
  const { usd: _, ...unpriced } = USE
  expect(measureModels([recordOf([USE, unpriced, USE])]).get('ann')?.usd).toBeUndefined()
  expect(measureModels([recordOf([USE, undefined, USE])]).get('ann')?.usd).toBe(1)
})

test('a record without a model, or one that cannot be read, is left out', () => {
  expect(measureModels([recordOf([]), recordOf([USE, USE, USE]).slice(0, -40)]).size).toBe(0)
})
