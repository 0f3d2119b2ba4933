import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../../../src/base/result.ts'
import { CHALLENGES } from '../../../src/challenges/index.ts'
import { cellCentre, cellRect, borderOf, fenceRect, geometryOf, shapeOf } from './board-geometry.ts'
import { changesOf } from './changes.ts'
import { pictureAt } from '../watch/picture-at.ts'
import { randomRecord } from '../story/random-record.fixture.ts'
import { beginStory, continueStory } from '../story/story.ts'

const stories = new Map(
  CHALLENGES.map(({ id }) => {
    const { lines } = randomRecord(id, 8)
    return [id, must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1)))]
  }),
)

const storyOf = (id: string) => {
  const story = stories.get(id)
  if (!story) throw new Error(`no story of ${id}`)
  return story
}

const pictureOf = (id: string, index = Infinity) => {
  const story = storyOf(id)
  return pictureAt(story, Math.min(index, story.frames.length - 1))
}

describe.each(CHALLENGES.map(({ id }) => id))('the board of %s', (id) => {
  const { scene } = pictureOf(id)

  test('lies on its canvas whole, at any size', () => {
    const side = fc.integer({ min: 60, max: 3000 })
    fc.assert(
      fc.property(side, side, fc.constantFrom(1, 1.5, 2, 3), (width, height, ratio) => {
        const geometry = geometryOf(scene, width, height, ratio)
        const first = cellRect(geometry, { x: 0, y: 0 })
        const last = cellRect(geometry, { x: scene.width - 1, y: scene.height - 1 })
        expect(geometry.pitch).toBeGreaterThan(0)
        expect(first.x).toBeGreaterThanOrEqual(geometry.margin)
        expect(first.y).toBeGreaterThanOrEqual(0)
        expect(last.x + last.width).toBeLessThanOrEqual(width)
        expect(last.y + last.height).toBeLessThanOrEqual(height)
      }),
    )
  })

  test('fills a canvas of its own shape', () => {
    const height = 700
    const width = Math.round(height * shapeOf(scene))
    const { pitch, margin } = geometryOf(scene, width, height, 1)
    expect(pitch * scene.width + margin).toBeGreaterThan(width * 0.9)
    expect(pitch * scene.height + margin).toBeGreaterThan(height * 0.9)
  })
})

test('a fence stands between its cells and touches none', () => {
  const { scene } = pictureOf('quoridor')
  const geometry = geometryOf(scene, 600, 600, 1)
  const flat = fenceRect(geometry, { x: 3, y: 4, lies: 'flat' })
  const above = cellRect(geometry, { x: 3, y: 4 })
  const below = cellRect(geometry, { x: 4, y: 5 })
  expect(flat.y).toBeGreaterThanOrEqual(above.y + above.height)
  expect(flat.y + flat.height).toBeLessThanOrEqual(below.y)
  expect([flat.x, flat.x + flat.width]).toEqual([above.x, below.x + below.width])
  const upright = fenceRect(geometry, { x: 3, y: 4, lies: 'upright' })
  expect(upright.x).toBeGreaterThanOrEqual(above.x + above.width)
  expect(upright.x + upright.width).toBeLessThanOrEqual(below.x)
  expect([upright.y, upright.y + upright.height]).toEqual([above.y, below.y + below.height])
})

test('the names of columns and rows are shown where they can be read', () => {
  const { scene } = pictureOf('quoridor')
  expect(geometryOf(scene, 700, 700, 1).margin).toBeGreaterThan(0)
  expect(geometryOf(scene, 180, 180, 1).margin).toBe(0)
  // Read from the bottom, they stand below: the board is at the top.
  expect(cellRect(geometryOf(scene, 700, 700, 1), { x: 0, y: 0 }).y).toBeLessThan(30)
})

test('a line round cells goes once round, inside or on their sides', () => {
  const corner = [
    { x: 1, y: 1 },
    { x: 2, y: 1 },
    { x: 1, y: 2 },
  ]
  const lengths = (inset: number): number =>
    borderOf(corner, inset).reduce((sum, [a, b]) => sum + Math.abs(a.x - b.x) + Math.abs(a.y - b.y), 0)
  expect(lengths(0)).toBeCloseTo(8)
  // Each of the five outer corners takes away two insets, the inner one gives two back.
  expect(lengths(0.1)).toBeCloseTo(8 - 5 * 0.2 + 0.2)
  const ends = borderOf(corner, 0.1)
    .flat()
    .map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`)
  // A closed line: every end is the end of two.
  for (const end of ends) expect(ends.filter((other) => other === end)).toHaveLength(2)
})

test.each(['quoridor', 'tic-tac-toe', 'longest-group', 'light-cycle'])(
  'each turn of %s changes something',
  (id) => {
    const story = storyOf(id)
    for (let index = 1; index < story.frames.length; index++) {
      const { changes } = pictureAt(story, index)
      if (story.frames[index]?.turn === undefined || !changes) continue
      const { fences, tiles, moved } = changes
      expect(fences.length + tiles.length + moved.length).toBeGreaterThan(0)
    }
  },
)

test('a pawn has a way behind it, a mark has none', () => {
  const quoridor = storyOf('quoridor')
  const step = quoridor.frames.findIndex(({ turn }) => turn?.some((word) => word?.length === 2))
  const [pawn] = pictureAt(quoridor, step).changes?.moved ?? []
  expect(pawn?.from).toBeDefined()
  const [mark] = pictureAt(storyOf('tic-tac-toe'), 3).changes?.moved ?? []
  expect(mark).toBeDefined()
  expect(mark?.from).toBeUndefined()
})

test('nothing changes from a scene to itself', () => {
  const { scene } = pictureOf('longest-group')
  expect(changesOf(scene, scene)).toEqual({ fences: [], tiles: [], moved: [] })
})

test('the centre of a cell is in the middle of it', () => {
  const geometry = geometryOf(pictureOf('longest-group').scene, 501, 777, 2)
  const { x, y, width, height } = cellRect(geometry, { x: 4, y: 7 })
  expect(cellCentre(geometry, { x: 4, y: 7 })).toEqual({ x: x + width / 2, y: y + height / 2 })
})
