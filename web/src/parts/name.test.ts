import { expect, test } from 'vitest'
import { longestPart } from './name.tsx'

test.each([
  ['', 1],
  ['Ann', 3],
  ['house:walker', 6],
  ['house:alphabeta-2', 9],
  ['the_last_of_us', 5],
  ['Team Rocket', 6],
  ['Donaudampfschiff', 16],
])('of %j so many letters stay together: %i', (name, letters) => expect(longestPart(name)).toBe(letters))
