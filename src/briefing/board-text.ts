import { drawScene } from '../drawing/scene-text.ts'
import { otherSeat, type Seat } from '../game/game.ts'
import type { Piece, Scene } from '../game/scene.ts'

/** A scene as a model reads it: ASCII with the names of columns and rows, and what each character means for this seat. */
export function boardText(scene: Scene, seat: Seat): string {
  const { scene: shown, left, top } = partFor(scene, seat)
  const lines = drawScene(shown, { colour: false, ascii: true, columns: 1000, rows: 1000 })
  const part =
    shown === scene
      ? []
      : [
          `This is the part around you: columns ${left} to ${left + shown.width - 1} of 0 to ${scene.width - 1}, rows ${top} to ${top + shown.height - 1} of 0 to ${scene.height - 1}, counted from the top left.`,
        ]
  return [
    ...lines.map((line) => line.trimEnd()),
    ...part,
    ...cellLines(scene),
    legend(scene, seat),
    ...pieceLines(scene, seat),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** A part of a scene, and the cell of the whole that is its top left. */
export interface ScenePart {
  readonly scene: Scene
  readonly left: number
  readonly top: number
}

/** Cells of a board that a model can still read; a larger one is cut to what is around the player. */
const MOST_CELLS = 1600
const PART_WIDTH = 41
const PART_HEIGHT = 31

/** The whole scene, or of a large one the part around the own piece. */
export function partFor(scene: Scene, seat: Seat): ScenePart {
  const own = scene.pieces.find((piece) => piece.seat === seat)
  if (scene.width * scene.height <= MOST_CELLS || own === undefined) return { scene, left: 0, top: 0 }
  const width = Math.min(scene.width, PART_WIDTH)
  const height = Math.min(scene.height, PART_HEIGHT)
  const left = Math.min(Math.max(0, own.x - (width >> 1)), scene.width - width)
  const top = Math.min(Math.max(0, own.y - (height >> 1)), scene.height - height)
  const isIn = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
    x >= left && x < left + width && y >= top && y < top + height
  const moved = <T extends { readonly x: number; readonly y: number }>(items: readonly T[]): readonly T[] =>
    items.filter(isIn).map((item) => ({ ...item, x: item.x - left, y: item.y - top }))
  const names = (from: number, count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => String(from + index))
  return {
    left,
    top,
    scene: {
      ...scene,
      width,
      height,
      edge: 'none',
      tiles: scene.tiles.slice(top, top + height).map((row) => row.slice(left, left + width)),
      pieces: moved(scene.pieces),
      fences: moved(scene.fences),
      outlines: [],
      columnNames: names(left, width),
      rowNames: names(top, height),
    },
  }
}

const WHOSE = ['you', 'opponent'] as const

/** `A is you, B is the opponent; …`: only the characters that this kind of board has. */
function legend(scene: Scene, seat: Seat): string {
  const pair = (characters: readonly [string, string], things: string): string =>
    `${characters[seat]} = your ${things}, ${characters[otherSeat(seat)]} = the opponent's`
  const shape = scene.pieces[0]?.shape
  const words = [
    shape === 'pawn' || shape === 'cycle' ? pair(['A', 'B'], shape) : '',
    scene.tile === 'trail' ? pair(['1', '2'], 'trail') : '',
    scene.tile === 'stone' && (shape === undefined || shape === 'pawn') && hasStones(scene)
      ? pair(['x', 'o'], 'stones')
      : '',
    shape === 'nought' || shape === 'cross' ? pair(['O', 'X'], 'mark') : '',
    shape === 'pawn' ? pair(['= and |', '~ and !'], 'walls') : '',
    scene.tiles.some((row) => row.includes('#')) ? '# = a wall' : '',
    scene.edge === 'torus' ? 'the opposite borders are joined' : '',
  ].filter((word) => word !== '')
  const facts = ([seat, otherSeat(seat)] as const).flatMap((of, index) => {
    const own = scene.facts[of].map(({ label, value }) => `${label} ${value}`)
    return own.length === 0 ? [] : [`${WHOSE[index]}: ${own.join(', ')}`]
  })
  return [words.join('; '), facts.join('; ')].filter((line) => line !== '').join('\n')
}

const hasStones = ({ tiles }: Scene): boolean => tiles.some((row) => /[ab]/.test(row))

/** The names of the cells, where each has one of its own. */
function cellLines({ cellNames = [], width, height }: Scene): readonly string[] {
  if (cellNames.length === 0) return []
  const rows = Array.from({ length: height }, (_, y) => cellNames.slice(y * width, (y + 1) * width).join(' '))
  return [`cells: ${rows.join(' / ')}`]
}

/** Where the cycles are: on their board no names stand beside columns and rows. */
function pieceLines({ pieces }: Scene, seat: Seat): readonly string[] {
  const cycles = pieces.filter(({ shape }) => shape === 'cycle')
  const said = cycles.map(
    (piece) => `${piece.seat === seat ? 'you are' : 'the opponent is'} at ${placeOf(piece)}`,
  )
  return said.length === 0 ? [] : [`column,row from the top left: ${said.join('; ')}`]
}

const FACING = { n: 'north', e: 'east', s: 'south', w: 'west' } as const

const placeOf = ({ x, y, facing, fallen }: Piece): string =>
  `${x},${y}${fallen ? ', fallen' : facing ? `, facing ${FACING[facing]}` : ''}`
