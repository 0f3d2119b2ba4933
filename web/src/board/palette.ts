import type { Pair } from '../../../src/game/game.ts'

/** The colours of a board, taken from the page's own tokens so that both follow one theme. */
export interface Palette {
  readonly board: string
  readonly cell: string
  readonly cellLit: string
  readonly line: string
  readonly wall: string
  readonly label: string
  readonly seats: Pair<string>
  /** For the middle of a light cycle's trail, and whatever must stand out on its seat's colour. */
  readonly bright: Pair<string>
  /** Light cycles shine on the dark, whatever the theme. */
  readonly arena: string
  readonly arenaLine: string
  readonly arenaWall: string
  readonly trails: Pair<string>
  /** From the rim of a trail's light to its middle. */
  readonly shines: Pair<string>
  readonly glows: Pair<string>
  readonly floors: Pair<string>
  readonly font: string
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const pair = (name: string): Pair<string> => [token(`${name}-0`), token(`${name}-1`)]
  return {
    board: token('board'),
    cell: token('cell'),
    cellLit: token('cell-lit'),
    line: token('line'),
    wall: token('wall'),
    label: token('label'),
    seats: pair('seat'),
    bright: pair('bright'),
    arena: token('arena'),
    arenaLine: token('arena-line'),
    arenaWall: token('arena-wall'),
    trails: pair('trail'),
    shines: pair('shine'),
    glows: pair('glow'),
    floors: pair('floor'),
    font: style.fontFamily,
  }
}
