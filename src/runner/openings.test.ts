import { expect, test } from 'vitest'
import type { AnyGame } from '../game/game.ts'
import { findGame } from '../games/index.ts'
import { drawOpening } from '../openings/draw-opening.ts'
import { openOpenings } from './openings.ts'
import { withoutThreads } from './without-threads.fixture.ts'

const quoridor = findGame('quoridor') as AnyGame
const settings = { size: 5, walls: 3 }

test('the thread draws what drawOpening draws, once for each seed', async () => {
  await using openings = openOpenings()
  const first = openings.draw(quoridor, settings, 7)
  expect(openings.draw(quoridor, settings, 7)).toBe(first)
  const [one, other] = await Promise.all([first, openings.draw(quoridor, settings, 8)])
  expect(one).toEqual(drawOpening({ game: quoridor, settings, seed: 7 }))
  expect(other).toEqual(drawOpening({ game: quoridor, settings, seed: 8 }))
})

test('a failure of the thread reaches its caller, and the thread goes on', async () => {
  await using openings = openOpenings()
  await expect(openings.draw(quoridor, { size: 4, walls: 3 }, 1)).rejects.toThrow('Cannot set size to 4')
  await expect(openings.draw(quoridor, settings, 1)).resolves.toHaveProperty('opening')
})

test('without room for a thread an opening is refused, and later ones are those of their own games', async () => {
  await using openings = openOpenings()
  const refused = withoutThreads(async () => openings.draw(quoridor, settings, 6))
  await expect(refused).rejects.toThrow('EAGAIN')
  const drawn = await Promise.all([7, 8].map((seed) => openings.draw(quoridor, settings, seed)))
  expect(drawn).toEqual([7, 8].map((seed) => drawOpening({ game: quoridor, settings, seed })))
})

test('a game without openings needs no thread', async () => {
  await using openings = openOpenings()
  const { openings: _, ...plain } = quoridor
  await expect(openings.draw(plain, settings, 1)).resolves.toBeUndefined()
})
