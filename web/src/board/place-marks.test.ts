import { expect, test } from 'vitest'
import { must } from '../../../src/base/result.ts'
import { seededRng } from '../../../src/base/rng.ts'
import type { MarkCell } from '../../../src/game/remark.ts'
import type { Scene } from '../../../src/game/scene.ts'
import { findGame } from '../../../src/games/index.ts'
import { cellText, placeMarks } from './place-marks.ts'

function sceneOf(id: string): Scene {
  const game = findGame(id)
  if (!game) throw new Error(`no ${id}`)
  const [preset] = Object.values(game.presets)
  return game.scene(game.view(game.setup(must(game.parseConfig(preset)), seededRng(1))))
}

test.each([
  ['quoridor', 'b8', 1, 1, 'b8'],
  ['quoridor', 'E1', 4, 8, 'e1'],
  ['quoridor', [4, 8], 4, 8, 'e1'],
  ['tic-tac-toe', 'C', 1, 1, 'C'],
  ['tic-tac-toe', 'sw', 0, 2, 'SW'],
  ['longest-group', [3, 4], 3, 4, '3,4'],
  ['tron', [9, 0], 9, 0, '9,0'],
] satisfies readonly (readonly [string, MarkCell, number, number, string])[])(
  'on a board of %s the cell %j is column %i, row %i, and called %s',
  (id, cell, x, y, name) => {
    const scene = sceneOf(id)
    expect(placeMarks(scene, [{ cell, colour: 'red' }])).toEqual([
      { kind: 'cell', at: { x, y }, colour: 'red' },
    ])
    expect(placeMarks(scene, [{ cell, label: 'hm' }])).toEqual([{ kind: 'label', at: { x, y }, text: 'hm' }])
    expect(placeMarks(scene, [{ from: cell, to: [0, 0] }])).toEqual([
      { kind: 'arrow', from: { x, y }, to: { x: 0, y: 0 } },
    ])
    expect(cellText(scene, { x, y })).toBe(name)
  },
)

test.each([
  ['quoridor', 'k1'],
  ['quoridor', 'a10'],
  ['quoridor', 'NW'],
  ['quoridor', [9, 0]],
  ['tic-tac-toe', 'b2'],
  ['longest-group', 'a1'],
  ['tron', 'e2'],
  ['tron', [0, 10]],
] satisfies readonly (readonly [string, MarkCell])[])('on a board of %s there is no cell %j', (id, cell) => {
  const scene = sceneOf(id)
  expect(placeMarks(scene, [{ cell }, { cell, label: 'x' }, { from: [0, 0], to: cell }])).toEqual([])
})
