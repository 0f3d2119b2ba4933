import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { seededRng } from '../base/rng.ts'
import { findChallenge } from '../challenges/index.ts'
import type { AnyGame } from '../game/game.ts'
import { findGame } from '../games/index.ts'
import { drawOpening } from './draw-opening.ts'
import { leadOf } from './lead-of.ts'
import { strongestBrain } from './strongest-brain.ts'

const gameOf = (id: string): AnyGame => findGame(id) as AnyGame
const [tron, quoridor] = [gameOf('tron'), gameOf('quoridor')]
const lightCycle = { ...tron.presets['light-cycle'] }

test('the strongest brain judges', () => {
  expect(strongestBrain(tron)?.name).toBe('advanced')
  expect(strongestBrain(quoridor)?.name).toBe('advanced')
})

test('a seed gives one opening, other seeds give others', () => {
  const draw = (seed: number) => drawOpening({ game: quoridor, settings: { size: 5, walls: 3 }, seed })
  const drawn = [1, 2, 3, 4, 5, 6].map(draw)
  expect(drawn.map((_, index) => draw(index + 1))).toEqual(drawn)
  expect(new Set(drawn.map((patch) => JSON.stringify(patch))).size).toBeGreaterThan(3)
})

test('the judge sees no lead where the starts mirror each other, and the one that is shut in behind', () => {
  const brain = strongestBrain(tron)
  if (brain === undefined) throw new Error('tron has no brain')
  const leadFrom = (starts: string) =>
    leadOf(tron, tron.setup(must(tron.parseConfig({ ...lightCycle, starts })), seededRng(0)), brain)
  expect(leadFrom('0,0,s -1,-1,n')).toBe(0)
  const [one, other] = [leadFrom('0,0,s 5,5,n'), leadFrom('5,5,n 0,0,s')]
  expect(Math.abs(one)).toBeGreaterThan(0.5)
  expect(other).toBe(-one)
})

test('settings that leave no choice have no opening', () => {
  expect(drawOpening({ game: quoridor, settings: { size: 3, walls: 0 }, seed: 1 })).toBeUndefined()
  const tiny = { ...lightCycle, width: 3, height: 3, walls: '1,0 1,1 1,2' }
  expect(drawOpening({ game: tron, settings: tiny, seed: 1 })).toBeUndefined()
})

test('the contest of boost-tron fixes its start: openings only when asked for', () => {
  expect(findChallenge('boost-tron')?.openings).toBe('asked')
  expect(findChallenge('light-cycle')?.openings).toBeUndefined()
})
