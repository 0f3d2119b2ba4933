import { describe, expect, test } from 'vitest'
import { seededRng } from '../base/rng.ts'
import { must } from '../base/result.ts'
import { CHALLENGES } from '../challenges/index.ts'
import type { Scene } from '../game/scene.ts'
import { boardText, partFor } from './board-text.ts'

const SCENES = CHALLENGES.map(({ id, game, preset }): readonly [string, Scene] => {
  let state = game.setup(must(game.parseConfig(game.presets[preset])), seededRng(1))
  for (let turn = 0; turn < 4; turn++)
    state = game.play(
      state,
      game.toMove(state).map((seat) => {
        const legal = game.legalMoves(state, seat)
        return { seat, move: legal[legal.length >> 1] ?? '' }
      }),
    )
  return [id, game.scene(game.view(state, 0))]
})

describe.each(SCENES)('the board of %s as text', (_id, scene) => {
  test('is plain ASCII that a model can afford, and says which is whose', () => {
    const texts = [boardText(scene, 0), boardText(scene, 1)]
    for (const text of texts) {
      expect(text).toMatch(/^[\n -~]+$/)
      expect(text.length).toBeLessThan(3500)
      expect(text).toMatch(/ = your \w+, .+ = the opponent's/)
    }
    expect(texts[0]).not.toBe(texts[1])
  })

  test('shows the own piece, also where it is only a part', () => {
    for (const seat of [0, 1] as const) {
      const { scene: part, left, top } = partFor(scene, seat)
      const own = scene.pieces.find((piece) => piece.seat === seat)
      expect(part.pieces.find((piece) => piece.seat === seat)).toEqual(
        own && { ...own, x: own.x - left, y: own.y - top },
      )
      expect(part.tiles.map((row) => row.length)).toEqual(
        Array.from({ length: part.height }, () => part.width),
      )
    }
  })
})

test('a part at the border stays on the board', () => {
  const tiles = Array.from({ length: 100 }, () => '.'.repeat(130))
  const at = (x: number, y: number): Scene => ({
    width: 130,
    height: 100,
    edge: 'wall',
    tile: 'trail',
    tiles,
    pieces: [{ x, y, seat: 0, shape: 'cycle' }],
    fences: [],
    outlines: [],
    facts: [[], []],
  })
  expect(partFor(at(0, 0), 0)).toMatchObject({ left: 0, top: 0, scene: { width: 41, height: 31 } })
  expect(partFor(at(129, 99), 0)).toMatchObject({ left: 89, top: 69, scene: { pieces: [{ x: 40, y: 30 }] } })
  expect(partFor(at(64, 50), 0).scene).toMatchObject({
    rowNames: expect.arrayContaining(['35', '65']) as unknown,
  })
})
