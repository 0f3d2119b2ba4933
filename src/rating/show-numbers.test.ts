import { expect, test } from 'vitest'
import { percent, showGames, signed } from './show-numbers.ts'

test.each([
  [12.4, '+12'],
  [0.5, '+1'],
  [0.4, '0'],
  [-0.4, '0'],
  [-3, '−3'],
  [Infinity, '∞'],
  [-Infinity, '−∞'],
])('%d points of Elo are %s', (value, text) => {
  expect(signed(value)).toBe(text)
})

test.each([
  [{ games: 1, different: 1 }, '1 game'],
  [{ games: 0, different: 0 }, '0 games'],
  [{ games: 12, different: 12 }, '12 games'],
  [{ games: 12, different: 2 }, '12 games, 2 different'],
])('%o is "%s"', (count, text) => {
  expect(showGames(count)).toBe(text)
})

test.each([
  [0, '0 %'],
  [0.0004, '<0.1 %'],
  [0.0005, '0.1 %'],
  [0.01, '1 %'],
  [0.0123, '1 %'],
  [0.009, '0.9 %'],
  [0.5, '50 %'],
  [0.987, '99 %'],
  [0.99, '99 %'],
  [0.9912, '99.1 %'],
  [0.9994, '99.9 %'],
  [0.9995, '>99.9 %'],
  [1, '100 %'],
])('a share of %d is %s, and never 100 %% while there is a doubt', (share, text) => {
  expect(percent(share)).toBe(text)
})
