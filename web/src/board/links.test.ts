import { describe, expect, test } from 'vitest'
import { must } from '../../../src/base/result.ts'
import { step, wrap, DIRECTIONS, type Direction } from '../../../src/base/grid.ts'
import type { Piece, Scene } from '../../../src/game/scene.ts'
import { LINK, traceOn } from './links.ts'
import { pictureAt } from '../watch/picture-at.ts'
import { randomRecord } from '../story/random-record.fixture.ts'
import { beginStory, continueStory } from '../story/story.ts'

const sceneWith = (edge: Scene['edge'], x: number, y: number): Scene => {
  const piece: Piece = { x, y, seat: 0, shape: 'cycle' }
  const row = '.....'
  return {
    width: 5,
    height: 3,
    edge,
    tiles: [row, row, row],
    tile: 'trail',
    pieces: [piece],
    fences: [],
    outlines: [],
    facts: [[], []],
  }
}

/** The sides of each cell that a trail crosses, as words. */
function ways(edge: Scene['edge'], ...places: readonly (readonly [number, number])[]): readonly string[] {
  const links =
    traceOn(
      undefined,
      places.map(([x, y]) => sceneWith(edge, x, y)),
    )?.links[0] ?? []
  const word = (bits: number): string => DIRECTIONS.filter((direction) => bits & LINK[direction]).join('')
  return [0, 1, 2].map((y) =>
    Array.from(links.slice(y * 5, y * 5 + 5), (bits) => word(bits) || '.').join(' '),
  )
}

test.each([
  [
    'one cell',
    'wall',
    [
      [1, 1],
      [2, 1],
    ],
    ['. . . . .', '. e w . .', '. . . . .'],
  ],
  [
    'a corner',
    'wall',
    [
      [1, 1],
      [2, 1],
      [2, 0],
    ],
    ['. . s . .', '. e nw . .', '. . . . .'],
  ],
  [
    'three cells at once',
    'wall',
    [
      [0, 2],
      [3, 2],
    ],
    ['. . . . .', '. . . . .', 'e ew ew w .'],
  ],
  [
    'over the side of a torus',
    'torus',
    [
      [4, 0],
      [0, 0],
    ],
    ['w . . . e', '. . . . .', '. . . . .'],
  ],
  [
    'over its top',
    'torus',
    [
      [2, 0],
      [2, 2],
    ],
    ['. . n . .', '. . . . .', '. . s . .'],
  ],
  [
    'boosted over its side',
    'torus',
    [
      [3, 1],
      [1, 1],
    ],
    ['. . . . .', '. e ew w .', '. . . . .'],
  ],
  [
    'standing still',
    'wall',
    [
      [1, 1],
      [1, 1],
    ],
    ['. . . . .', '. . . . .', '. . . . .'],
  ],
] as const)('%s', (_, edge, places, expected) => {
  expect(ways(edge, ...places)).toEqual(expected)
})

test('traced on from any place it is the same, and what was traced before stays as it was', () => {
  const scenes = [0, 1, 2, 3, 4, 0].map((x) => sceneWith('torus', x, 1))
  const whole = traceOn(undefined, scenes)
  for (let cut = 1; cut < scenes.length; cut++) {
    const part = traceOn(undefined, scenes.slice(0, cut))
    const before = part?.links[0].slice()
    expect(traceOn(part, scenes.slice(cut))).toEqual(whole)
    expect(part?.links[0]).toEqual(before)
  }
})

describe.each(['light-cycle', 'torus-tron', 'boost-tron'])('in %s', (id) => {
  test('every side that a trail leads over is one of both cells', () => {
    const { lines } = randomRecord(id, 8)
    const story = must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1)))
    const { first, count } = story.rounds[0] ?? { first: 0, count: 1 }
    const { scene, links } = pictureAt(story, first + count - 1)
    const opposite: Readonly<Record<Direction, Direction>> = { n: 's', e: 'w', s: 'n', w: 'e' }
    for (const ways of links ?? []) {
      expect(ways.some((bits) => bits > 0)).toBe(true)
      ways.forEach((bits, index) => {
        const cell = { x: index % scene.width, y: Math.floor(index / scene.width) }
        for (const direction of DIRECTIONS) {
          if (!(bits & LINK[direction])) continue
          const next = wrap(step(cell, direction), scene)
          expect((ways[next.y * scene.width + next.x] ?? 0) & LINK[opposite[direction]]).toBeTruthy()
        }
      })
    }
  })
})
