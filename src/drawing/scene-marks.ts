import type { Cell, Direction } from '../base/grid.ts'
import type { Seat } from '../game/game.ts'
import type { Fence, Piece, Scene } from '../game/scene.ts'
import { ink, type Ink, type Style } from './ink.ts'

/** The content of a cell, or of the groove between two cells. */
export interface Mark {
  readonly kind: 'empty' | 'groove' | 'wall' | 'trail' | 'stone' | 'fence' | 'piece' | 'both'
  readonly seat?: Seat | undefined
  readonly piece?: Piece
  readonly lies?: Fence['lies']
  readonly outlined?: boolean
  readonly lit?: boolean
}

/** A scene indexed by place, and how to draw it. */
export interface Look {
  readonly scene: Scene
  readonly colour: boolean
  readonly letters: Letters
  /** Whether a character may show two cells, one above the other, in two colours. */
  readonly halves: boolean
  /** Whether the game has fences between cells. */
  readonly fenced: boolean
  readonly cellAt: (x: number, y: number) => Mark
  /** Cells have even coordinates, the grooves between them odd ones. */
  readonly latticeAt: (x: number, y: number) => Mark
}

export interface LookOptions {
  readonly colour: boolean
  readonly ascii?: boolean
  readonly highlight?: readonly Cell[]
}

export function lookAt(scene: Scene, { colour, ascii = false, highlight = [] }: LookOptions): Look {
  const key = ({ x, y }: Cell): number => y * (2 * scene.width + 2) + x
  const keys = (cells: readonly Cell[]): ReadonlySet<number> => new Set(cells.map(key))
  const pieces = new Map<number, Mark>()
  for (const piece of scene.pieces) {
    const mark: Mark = { kind: 'piece', seat: piece.seat, piece }
    pieces.set(key(piece), joined(pieces.get(key(piece)), mark))
  }
  const outlined = keys(scene.outlines.flatMap(({ cells }) => cells))
  const lit = keys(highlight)
  const fences = new Map(scene.fences.flatMap((fence) => placesOf(fence).map((at) => [key(at), fence])))

  const cellAt = (x: number, y: number): Mark => {
    const at = key({ x, y })
    const mark = pieces.get(at) ?? tileMark(scene, x, y)
    return outlined.has(at) || lit.has(at) ? { ...mark, outlined: outlined.has(at), lit: lit.has(at) } : mark
  }
  return {
    scene,
    colour,
    letters: ascii ? ASCII : colour ? COLOURED : PLAIN,
    halves: colour && !ascii,
    fenced: scene.fences.length > 0 || scene.pieces.some(({ shape }) => shape === 'pawn'),
    cellAt,
    latticeAt(x, y) {
      if (x % 2 === 0 && y % 2 === 0) return cellAt(x / 2, y / 2)
      const fence = fences.get(key({ x, y }))
      return fence ? { kind: 'fence', seat: fence.seat, lies: fence.lies } : GROOVE
    },
  }
}

export const GROOVE: Mark = { kind: 'groove' }
const EMPTY: Mark = { kind: 'empty' }
const WALL: Mark = { kind: 'wall' }

function tileMark(scene: Scene, x: number, y: number): Mark {
  const tile = scene.tiles[y]?.[x]
  if (tile === 'a' || tile === 'b') return { kind: scene.tile, seat: tile === 'a' ? 0 : 1 }
  return tile === '#' ? WALL : EMPTY
}

/** The three places of the lattice that a fence covers. */
const placesOf = ({ x, y, lies }: Fence): readonly Cell[] =>
  [0, 1, 2].map((step) =>
    lies === 'flat' ? { x: 2 * x + step, y: 2 * y + 1 } : { x: 2 * x + 1, y: 2 * y + step },
  )

const WEIGHTS: Readonly<Record<Mark['kind'], number>> = {
  groove: 0,
  empty: 1,
  wall: 2,
  stone: 3,
  trail: 3,
  fence: 4,
  piece: 6,
  both: 7,
}

const weigh = (mark: Mark): number => WEIGHTS[mark.kind] + (mark.lit ? 1 : 0) + (mark.outlined ? 0.5 : 0)

/** The mark to show where two fall on one place: the heavier one, or `both` for pieces of both seats. */
export function joined(one: Mark | undefined, other: Mark): Mark {
  if (one === undefined) return other
  if (one.kind === 'piece' && other.kind === 'piece' && one.seat !== other.seat) return { kind: 'both' }
  return weigh(other) > weigh(one) ? other : one
}

/** The characters to draw with. A string of two has one for each seat. */
interface Letters {
  readonly dot: string
  readonly wall: string
  readonly trail: string
  readonly stone: string
  readonly outlined: string
  readonly flat: string
  readonly upright: string
  readonly pawn: string
  readonly fallen: string
  readonly arrows: Readonly<Record<Direction, string>>
  /** Flat, upright, crossing. */
  readonly ruling: string
  /** Flat, upright, then the corners in reading order. */
  readonly frame: Readonly<Record<'wall' | 'torus', string>>
  readonly pointer: string
}

const COLOURED: Letters = {
  dot: '·',
  wall: '█',
  trail: '██',
  stone: '●●',
  outlined: '●●',
  flat: '━━',
  upright: '┃┃',
  pawn: '●●',
  fallen: '✖',
  arrows: { n: '▲', e: '▶', s: '▼', w: '◀' },
  ruling: '─│┼',
  frame: { wall: '─│┌┐└┘', torus: '┄┊┌┐└┘' },
  pointer: '›',
}

/** Without colour, different characters show the seats. */
const PLAIN: Letters = {
  ...COLOURED,
  trail: '▓░',
  stone: '●○',
  outlined: '◆◇',
  flat: '━═',
  upright: '┃║',
  pawn: '●○',
}

const ASCII: Letters = {
  dot: '.',
  wall: '#',
  trail: '12',
  stone: 'xo',
  outlined: 'XO',
  flat: '=~',
  upright: '|!',
  pawn: 'AB',
  fallen: 'x',
  arrows: { n: '^', e: '>', s: 'v', w: '<' },
  ruling: '-|+',
  frame: { wall: '-|++++', torus: '.:....' },
  pointer: '>',
}

export const GREY = { line: 240, label: 245, wall: 243, floor: 236, lit: 239, fence: 250 } as const
const BLACK = 16
const WHITE = 231
const RED = 160
export const SEAT_COLOURS = [
  { dead: 25, dark: 32, plain: 33, bright: 81, head: 159 },
  { dead: 130, dark: 166, plain: 208, bright: 215, head: 229 },
] as const

/** A mark as `span` characters. */
export function markInk(mark: Mark, span: number, look: Look): readonly Ink[] {
  const text = GLYPHS[mark.kind](mark, span, look).padEnd(span)
  return ink(mark.lit && !look.colour ? bracketed(text, look) : text, styleOf(mark, look))
}

/** A mark as half a character of one colour. */
export function pixelColour(mark: Mark | undefined, look: Look): number | undefined {
  if (mark === undefined || mark.kind === 'groove') return undefined
  if (mark.kind === 'piece') return SEAT_COLOURS[mark.seat ?? 0].head
  if (mark.kind === 'both') return WHITE
  if (mark.kind !== 'empty') return styleOf(mark, look).fg
  if (mark.lit) return GREY.label
  return look.fenced || look.scene.tile === 'stone' ? GREY.floor : undefined
}

function styleOf(mark: Mark, { fenced }: Look): Style {
  const onTile = fenced && (mark.kind === 'empty' || mark.kind === 'piece')
  const bg = mark.lit ? GREY.lit : onTile ? GREY.floor : undefined
  const strong = mark.outlined || mark.lit
  const { dead, dark, plain, bright } = SEAT_COLOURS[mark.seat ?? 0]
  if (mark.kind === 'wall') return { fg: GREY.wall }
  if (mark.kind === 'both') return { fg: WHITE, bg: RED, bold: true }
  if (mark.kind === 'trail') return { fg: strong ? bright : plain }
  if (mark.kind === 'stone') return { fg: strong ? bright : dark, bg, bold: strong }
  if (mark.kind === 'fence') return { fg: mark.seat === undefined ? GREY.fence : plain, bold: true }
  if (mark.piece === undefined) return { fg: GREY.line, bg }
  if (mark.piece.shape !== 'cycle') return { fg: strong ? bright : plain, bg, bold: true }
  return mark.piece.fallen ? { fg: WHITE, bg: dead, bold: true } : { fg: BLACK, bg: bright, bold: true }
}

type Glyph = (mark: Mark, span: number, look: Look) => string

const ofSeat = (pair: string, { seat }: Mark): string => pair.charAt(seat ?? 0)

const GLYPHS: Readonly<Record<Mark['kind'], Glyph>> = {
  groove: () => ' ',
  empty: (_, span, look) => centred(hasDots(look, span) ? look.letters.dot : ' ', span),
  wall: (_, span, { letters }) => letters.wall.repeat(span),
  trail: (mark, span, { letters }) => ofSeat(letters.trail, mark).repeat(span),
  stone: (mark, span, { letters }) =>
    centred(ofSeat(mark.outlined ? letters.outlined : letters.stone, mark), span),
  fence: (mark, span, { letters }) =>
    ofSeat(mark.lies === 'flat' ? letters.flat : letters.upright, mark).repeat(span),
  piece: (mark, span, look) => (mark.piece ? centred(PIECES[mark.piece.shape](mark, span, look), span) : ''),
  both: (_, span, { letters }) => (span === 1 ? '*' : letters.fallen.repeat(span)),
}

const PIECES: Readonly<Record<Piece['shape'], Glyph>> = {
  nought: () => 'O',
  cross: () => 'X',
  pawn(mark, span, look) {
    const letter = ofSeat(look.letters.pawn, mark)
    if (span < 3) return letter
    return look.halves ? '▐█▌' : `(${letter})`
  },
  cycle(mark, span, { letters }) {
    const { facing, fallen } = mark.piece ?? {}
    if (span === 1) return ofSeat(fallen ? 'ab' : 'AB', mark)
    return ofSeat('AB', mark) + (fallen ? letters.fallen : facing ? letters.arrows[facing] : ' ')
  },
}

/** Empty cells are dots, unless lines, coloured tiles or a near frame already show the grid. */
function hasDots(look: Look, span: number): boolean {
  if (look.fenced) return !look.halves
  return look.scene.tile === 'stone' ? span < 3 : span > 1
}

/** `[O]`, or a pointer if there is room only on the left. */
function bracketed(text: string, { letters }: Look): string {
  if (!text.startsWith(' ')) return text
  return text.length > 2 && text.endsWith(' ') ? `[${text.slice(1, -1)}]` : letters.pointer + text.slice(1)
}

/** Centres a text; one column to the right of the centre if the width is uneven. */
export function centred(text: string, width: number): string {
  const missing = Math.max(0, width - text.length)
  return ' '.repeat(Math.ceil(missing / 2)) + text + ' '.repeat(Math.floor(missing / 2))
}
