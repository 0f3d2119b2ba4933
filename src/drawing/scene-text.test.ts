import { stripVTControlCharacters } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fence, Piece, Scene } from '../game/scene.ts'
import { drawScene, visibleWidth, type DrawOptions } from './scene-text.ts'

const PLAIN: DrawOptions = { colour: false, columns: 80, rows: 24 }

function board(tiles: readonly string[], rest: Partial<Scene> = {}): Scene {
  return {
    width: tiles[0]?.length ?? 0,
    height: tiles.length,
    edge: 'none',
    tiles,
    tile: 'trail',
    pieces: [],
    fences: [],
    outlines: [],
    facts: [[], []],
    ...rest,
  }
}

const emptyRows = (width: number, height: number) => Array.from({ length: height }, () => '.'.repeat(width))

const cellsOf = (text: string) =>
  text.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return { x, y }
  })

const ticTacToe = board(emptyRows(3, 3), {
  tile: 'stone',
  pieces: [
    { x: 1, y: 1, seat: 0, shape: 'nought' },
    { x: 0, y: 0, seat: 1, shape: 'cross' },
    { x: 2, y: 1, seat: 0, shape: 'nought' },
  ],
})

const quoridor = board(emptyRows(9, 9), {
  tile: 'stone',
  pieces: [
    { x: 4, y: 7, seat: 0, shape: 'pawn' },
    { x: 4, y: 1, seat: 1, shape: 'pawn' },
  ],
  fences: [
    { x: 4, y: 1, lies: 'upright', seat: 0 },
    { x: 3, y: 6, lies: 'flat', seat: 1 },
  ],
  columnNames: [...'abcdefghi'],
  rowNames: [...'987654321'],
})

const tron = board(['.........', '.aaaa.##.', '....a....', '....aa...', '......bb.', '.......b.'], {
  edge: 'wall',
  pieces: [
    { x: 5, y: 3, seat: 0, shape: 'cycle', facing: 'e' },
    { x: 6, y: 4, seat: 1, shape: 'cycle', facing: 'w', fallen: true },
  ],
})

const longestGroup = board(['abbabb.....', 'aaaabb.....', 'aaabab...b.'], {
  tile: 'stone',
  outlines: [
    { seat: 0, label: 'length 6', cells: cellsOf('0,0 0,1 0,2 1,1 1,2 2,1 2,2 3,1 3,0') },
    { seat: 1, label: 'length 4', cells: cellsOf('4,0 5,0 4,1 5,1 5,2') },
  ],
  columnNames: Array.from({ length: 11 }, (_, x) => `${x}`),
  rowNames: ['0', '1', '2'],
})

/** Two riders on a board of 130 by 100, and a wall. */
function arena(): Scene {
  const rows = Array.from({ length: 100 }, () => Array.from({ length: 130 }, () => '.'))
  const fill = (char: string, x: number, y: number, width: number, height: number) => {
    for (let row = y; row < y + height; row++) rows[row]?.fill(char, x, x + width)
  }
  fill('a', 33, 50, 30, 1)
  fill('a', 62, 20, 1, 31)
  fill('b', 66, 50, 1, 40)
  fill('b', 66, 89, 60, 1)
  fill('#', 10, 10, 20, 1)
  const heads: Piece[] = [
    { x: 62, y: 20, seat: 0, shape: 'cycle', facing: 'n' },
    { x: 125, y: 89, seat: 1, shape: 'cycle', facing: 'e' },
  ]
  return board(
    rows.map((row) => row.join('')),
    { edge: 'wall', pieces: heads },
  )
}

/** The picture as one text, with `|` at each end so that spaces can be seen. */
const shown = (scene: Scene, options: Partial<DrawOptions> = {}) =>
  drawScene(scene, { ...PLAIN, ...options })
    .map((line) => `|${line}|`)
    .join('\n')

describe('without colour', () => {
  test('tic-tac-toe has lines between the squares and brackets round the last move', () => {
    expect(shown(ticTacToe, { highlight: [{ x: 2, y: 1 }] })).toMatchInlineSnapshot(`
      "| X │   │   |
      |───┼───┼───|
      |   │ O │[O]|
      |───┼───┼───|
      |   │   │   |"
    `)
  })

  test('quoridor has room between the cells for the fences, and names on the sides', () => {
    expect(shown(quoridor)).toMatchInlineSnapshot(`
      "|9  ·   ·   ·   ·   ·   ·   ·   ·   · |
      |                                     |
      |8  ·   ·   ·   ·  (○)┃ ·   ·   ·   · |
      |                     ┃               |
      |7  ·   ·   ·   ·   · ┃ ·   ·   ·   · |
      |                                     |
      |6  ·   ·   ·   ·   ·   ·   ·   ·   · |
      |                                     |
      |5  ·   ·   ·   ·   ·   ·   ·   ·   · |
      |                                     |
      |4  ·   ·   ·   ·   ·   ·   ·   ·   · |
      |                                     |
      |3  ·   ·   ·   ·   ·   ·   ·   ·   · |
      |              ═══════                |
      |2  ·   ·   ·   ·  (●)  ·   ·   ·   · |
      |                                     |
      |1  ·   ·   ·   ·   ·   ·   ·   ·   · |
      |   a   b   c   d   e   f   g   h   i |"
    `)
  })

  test('quoridor in a small window is drawn a character a place', () => {
    expect(shown(quoridor, { columns: 20, rows: 10 })).toMatchInlineSnapshot(`
      "|· · · · · · · · ·|
      |· · · · ○┃· · · ·|
      |· · · · ·┃· · · ·|
      |· · · · · · · · ·|
      |· · · · · · · · ·|
      |· · · · · · · · ·|
      |· · · · · · · · ·|
      |· · · ══● · · · ·|
      |· · · · · · · · ·|"
    `)
  })

  test('tron has cells two columns wide and a closed frame', () => {
    expect(shown(tron)).toMatchInlineSnapshot(`
      "|┌──────────────────┐|
      |│ · · · · · · · · ·│|
      |│ ·▓▓▓▓▓▓▓▓ ·████ ·│|
      |│ · · · ·▓▓ · · · ·│|
      |│ · · · ·▓▓A▶ · · ·│|
      |│ · · · · · ·B✖░░ ·│|
      |│ · · · · · · ·░░ ·│|
      |└──────────────────┘|"
    `)
  })

  test('a torus has an open frame', () => {
    expect(shown({ ...tron, edge: 'torus' })).toMatchInlineSnapshot(`
      "|┌┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┐|
      |┊ · · · · · · · · ·┊|
      |┊ ·▓▓▓▓▓▓▓▓ ·████ ·┊|
      |┊ · · · ·▓▓ · · · ·┊|
      |┊ · · · ·▓▓A▶ · · ·┊|
      |┊ · · · · · ·B✖░░ ·┊|
      |┊ · · · · · · ·░░ ·┊|
      |└┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘|"
    `)
  })

  test('tron in a narrow window has cells one column wide', () => {
    expect(shown(tron, { columns: 12 })).toMatchInlineSnapshot(`
      "|┌─────────┐|
      |│         │|
      |│ ▓▓▓▓ ██ │|
      |│    ▓    │|
      |│    ▓A   │|
      |│      b░ │|
      |│       ░ │|
      |└─────────┘|"
    `)
  })

  test('two riders in one cell are drawn as a crash', () => {
    const crash: Piece[] = [0, 1].map((seat) => ({
      x: 1,
      y: 0,
      seat: seat as 0 | 1,
      shape: 'cycle',
      fallen: true,
    }))
    expect(shown(board(['a.b'], { pieces: crash }))).toBe('|▓▓✖✖░░|')
  })

  test('longest-group sets the outlined stones apart and writes long names downwards', () => {
    expect(shown(longestGroup, { highlight: [{ x: 9, y: 2 }] })).toMatchInlineSnapshot(`
      "|                       1|
      |   0 1 2 3 4 5 6 7 8 9 0|
      |0  ◆ ○ ○ ◆ ◇ ◇ · · · · ·|
      |1  ◆ ◆ ◆ ◆ ◇ ◇ · · · · ·|
      |2  ◆ ◆ ◆ ○ ● ◇ · · ·›○ ·|"
    `)
  })

  test('130×100 fits into 80×24', () => {
    expect(shown(arena())).toMatchInlineSnapshot(`
      "|┌─────────────────────────────────────────────────────────┐|
      |│                                                         │|
      |│                                                         │|
      |│    ██████████                                           │|
      |│                                                         │|
      |│                           A                             │|
      |│                           ▓                             │|
      |│                           ▓                             │|
      |│                           ▓                             │|
      |│                           ▓                             │|
      |│                           ▓                             │|
      |│                           ▓                             │|
      |│              ▓▓▓▓▓▓▓▓▓▓▓▓▓▓ ░                           │|
      |│                             ░                           │|
      |│                             ░                           │|
      |│                             ░                           │|
      |│                             ░                           │|
      |│                             ░                           │|
      |│                             ░                           │|
      |│                             ░                           │|
      |│                             ░░░░░░░░░░░░░░░░░░░░░░░░░░B │|
      |│                                                         │|
      |│                                                         │|
      |└─────────────────────────────────────────────────────────┘|"
    `)
  })
})

describe('in ASCII', () => {
  test.each([
    ['tic-tac-toe', ticTacToe],
    ['quoridor', quoridor],
    ['tron', tron],
    ['torus', { ...tron, edge: 'torus' } as const],
    ['longest-group', longestGroup],
    ['the arena', arena()],
  ])('%s has nothing else', (_, scene) => {
    for (const colour of [false, true])
      for (const line of drawScene(scene, { ...PLAIN, ascii: true, colour }))
        expect(stripVTControlCharacters(line)).toMatch(/^[ -~]*$/)
  })

  test('tron', () => {
    expect(shown(tron, { ascii: true })).toMatchInlineSnapshot(`
      "|+------------------+|
      || . . . . . . . . .||
      || .11111111 .#### .||
      || . . . .11 . . . .||
      || . . . .11A> . . .||
      || . . . . . .Bx22 .||
      || . . . . . . .22 .||
      |+------------------+|"
    `)
  })

  test('quoridor', () => {
    expect(shown(quoridor, { ascii: true }).split('\n').slice(0, 5).join('\n')).toMatchInlineSnapshot(`
      "|9  .   .   .   .   .   .   .   .   . |
      |                                     |
      |8  .   .   .   .  (B)| .   .   .   . |
      |                     |               |
      |7  .   .   .   .   . | .   .   .   . |"
    `)
  })
})

describe('in colour', () => {
  const BLUE = '\u001B[38;5;33m'
  const ORANGE = '\u001B[38;5;208m'

  test('trails are blocks of the colour of their seat', () => {
    expect(drawScene(board(['aab.']), { ...PLAIN, colour: true })).toEqual([
      `${BLUE}████\u001B[0m${ORANGE}██\u001B[0m \u001B[38;5;240m·\u001B[0m`,
    ])
  })

  test('130×100 becomes 130×50, two cells to a character', () => {
    const lines = drawScene(arena(), { colour: true, columns: 130, rows: 50 })
    expect(lines.length).toBe(50)
    expect(new Set(lines.map(visibleWidth))).toEqual(new Set([130]))
    expect(stripVTControlCharacters(lines[25] ?? '')).toBe(
      `${' '.repeat(33)}${'▀'.repeat(30)}${' '.repeat(3)}█${' '.repeat(63)}`,
    )
  })

  test('130×100 has room for its frame in 132×52', () => {
    const lines = drawScene(arena(), { colour: true, columns: 140, rows: 60 })
    expect([lines.length, visibleWidth(lines[0] ?? '')]).toEqual([52, 132])
  })

  test('both heads are seen however small the picture is', () => {
    for (const [columns, rows] of [
      [132, 52],
      [80, 24],
      [40, 12],
      [9, 5],
    ] as const) {
      const text = drawScene(arena(), { colour: true, columns, rows }).join('\n')
      expect(text).toContain('8;5;159')
      expect(text).toContain('8;5;229')
    }
  })

  test('outlined stones are bold and bright, the others are not', () => {
    const [, , line = ''] = drawScene(longestGroup, { ...PLAIN, colour: true })
    expect(line).toContain('\u001B[1;38;5;81m●')
    expect(line).toContain('\u001B[38;5;166m●')
  })

  test('the text is the same as without, but for the shapes that stand for colours', () => {
    const lines = drawScene(tron, { ...PLAIN, colour: true }).map(stripVTControlCharacters)
    expect(lines).toEqual(drawScene(tron, PLAIN).map((line) => line.replaceAll(/[▓░]/g, '█')))
  })
})

test('every picture fits and has lines of one width', () => {
  const scenes = fc
    .record({ width: fc.integer({ min: 1, max: 60 }), height: fc.integer({ min: 1, max: 60 }) })
    .chain(({ width, height }) => {
      const at = { x: fc.nat(width - 1), y: fc.nat(height - 1) }
      const seat = fc.constantFrom(0 as const, 1 as const)
      const row = fc.string({ unit: fc.constantFrom(...'..#ab'), minLength: width, maxLength: width })
      const pieces = fc.record<Piece>({
        ...at,
        seat,
        shape: fc.constantFrom('cycle', 'pawn', 'nought', 'cross'),
      })
      const fences = fc.record<Fence>({ ...at, seat, lies: fc.constantFrom('flat', 'upright') })
      const names = (count: number) =>
        fc.option(fc.constant(Array.from({ length: count }, (_, index) => `${index}`)), { nil: [] })
      return fc.record({
        tiles: fc.array(row, { minLength: height, maxLength: height }),
        edge: fc.constantFrom('wall', 'torus', 'none'),
        tile: fc.constantFrom('trail', 'stone'),
        pieces: fc.array(pieces, { maxLength: 3 }),
        fences: fc.oneof(fc.constant([]), fc.array(fences, { maxLength: 3 })),
        columnNames: names(width),
        rowNames: names(height),
      })
    })
  const options = fc.record<DrawOptions>({
    colour: fc.boolean(),
    ascii: fc.boolean(),
    columns: fc.integer({ min: 0, max: 150 }),
    rows: fc.integer({ min: 0, max: 70 }),
  })
  fc.assert(
    fc.property(scenes, options, ({ tiles, ...rest }, room) => {
      const lines = drawScene(board(tiles, rest), room)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.length).toBeLessThanOrEqual(Math.max(1, room.rows))
      const widths = new Set(lines.map(visibleWidth))
      expect(widths.size).toBe(1)
      expect(Math.max(...widths)).toBeLessThanOrEqual(Math.max(1, room.columns))
    }),
    { numRuns: 300 },
  )
})
