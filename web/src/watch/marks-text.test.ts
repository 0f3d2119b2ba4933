import { expect, test } from 'vitest'
import type { Scene } from '../../../src/game/scene.ts'
import { marksText } from './marks-text.ts'

const SCENE: Scene = {
  width: 3,
  height: 3,
  edge: 'none',
  tiles: ['...', '...', '...'],
  tile: 'stone',
  pieces: [],
  fences: [],
  outlines: [],
  columnNames: ['a', 'b', 'c'],
  rowNames: ['3', '2', '1'],
  facts: [[], []],
}

test('marks are told by their number, and labels word by word', () => {
  const at = { x: 1, y: 0 }
  expect(marksText(SCENE, [])).toBe('nothing')
  expect(
    marksText(SCENE, [
      { kind: 'cell', at },
      { kind: 'label', at, text: 'trap' },
      { kind: 'cell', at, colour: 'red' },
      { kind: 'arrow', from: at, to: at },
      { kind: 'label', at: { x: 2, y: 2 }, text: '7' },
    ]),
  ).toBe('2 cells, 1 arrow, “trap” at b3, “7” at c1')
})
