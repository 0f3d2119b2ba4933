import { expect, test } from 'vitest'
import { chooseOpponent, type Rated } from './ladder-opponent.ts'

const rated = (player: string, rating: number, error = 50): Rated => ({ player, rating, error })
const never = (): number => 0
const HOUSE = [rated('weak', 600), rated('middle', 1200), rated('strong', 2000)]

test('the opponent of about the same strength tells most', () => {
  expect(chooseOpponent(rated('bot', 1150), HOUSE, never)?.player).toBe('middle')
  expect(chooseOpponent(rated('bot', 1900), HOUSE, never)?.player).toBe('strong')
  expect(chooseOpponent(rated('bot', 100), HOUSE, never)?.player).toBe('weak')
})

test('of two at the same distance the uncertain one tells more', () => {
  const opponents = [rated('known', 1100, 20), rated('new', 1100, 1000)]
  expect(chooseOpponent(rated('bot', 1100), opponents, never)?.player).toBe('new')
})

test('an opponent that was met often gives way to the next', () => {
  const met = ({ player }: Rated): number => (player === 'middle' ? 50 : 0)
  expect(chooseOpponent(rated('bot', 1400, 300), HOUSE, met)?.player).toBe('strong')
})

test('without opponents there is none', () => {
  expect(chooseOpponent(rated('bot', 1000), [], never)).toBeUndefined()
})

test('of equals the first is chosen, unless it was met once more', () => {
  const twins = [rated('one', 1200), rated('two', 1200)]
  expect(chooseOpponent(rated('bot', 1200), twins, never)?.player).toBe('one')
  const met = ({ player }: Rated): number => (player === 'one' ? 1 : 0)
  expect(chooseOpponent(rated('bot', 1200), twins, met)?.player).toBe('two')
})
