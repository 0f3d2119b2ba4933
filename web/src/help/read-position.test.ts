import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawScene } from '../../../src/drawing/scene-text.ts'
import { findGame } from '../../../src/games/index.ts'
import { readPosition, scenesOf } from './read-position.ts'

const DOCS = join(import.meta.dirname, '../../../docs')

/** All blocks ```position of the documentation. */
const BLOCKS = globSync('**/*.md', { cwd: DOCS })
  .toSorted()
  .flatMap((page) =>
    [...readFileSync(join(DOCS, page), 'utf8').matchAll(/^```position\n([^]*?)^```$/gm)].map(
      ([, text = '']) => ({ page, text, first: text.split('\n')[0] ?? '' }),
    ),
  )

/** How `gamegrid play --watch` draws it. */
const drawn = (text: string): string => {
  const position = readPosition(text)
  const game = findGame(position?.game ?? '')
  const scene = position && game && scenesOf(game, position)?.at(-1)
  if (!scene) throw new Error(`Cannot play ${text}`)
  const lines = drawScene(scene, { colour: false, ascii: true, columns: 100, rows: 60 })
  return lines.map((line) => line.trimEnd()).join('\n')
}

describe('positions of the documentation', () => {
  test('are there', () => expect(BLOCKS.length).toBeGreaterThan(2))

  test.each(BLOCKS)('$page: $first is drawn below its moves as it is', ({ text }) => {
    expect(readPosition(text)?.drawing).toBe(drawn(text))
  })
})

test.each([
  ['quoridor: e2 e8', ['e2', 'e8'], undefined, {}],
  ['tron preset=torus-tron width=9: e/w', ['e/w'], 'torus-tron', { width: '9' }],
  ['tic-tac-toe:', [], undefined, {}],
])('%s is read', (text, turns, preset, settings) => {
  expect(readPosition(text)).toMatchObject({ turns, preset, settings })
})

test.each(['e2 e8', 'quoridor', ''])('%j is no position', (text) => {
  expect(readPosition(text)).toBeUndefined()
})

test.each(['quoridor: e3', 'quoridor size=0: e2', 'tron preset=torus-tron: e', 'quoridor: e2 e8h/e7'])(
  '%s cannot be played',
  (text) => {
    const position = readPosition(text)
    const game = findGame(position?.game ?? '')
    expect(position && game && scenesOf(game, position)).toBeUndefined()
  },
)
