import { expect, test } from 'vitest'
import { occupiedSince } from './wire-doctor.ts'

const TURNS = [
  ['a', undefined],
  [undefined, 'b'],
  ['c', 'd'],
] as const

test.each([
  ['a', 0, 'occupied since turn 1, by its own move'],
  ['a', 1, "occupied since turn 1, by the opponent's move"],
  ['b', 0, "occupied since turn 2, by the opponent's move"],
  ['b', 1, 'occupied since turn 2, by its own move'],
  ['c', 0, 'occupied since turn 3, by its own move'],
  ['d', 0, "occupied since turn 3, by the opponent's move"],
  ['e', 0, undefined],
] as const)('the cell of the move %s is, for seat %i, %s', (move, seat, since) => {
  expect(occupiedSince(move, seat, TURNS)).toBe(since)
})
