import type { Pair } from '../../../src/game/game.ts'

/** The colours of a board. They come from the CSS tokens of the page, so that board and page have one theme. */
export interface Palette {
  readonly board: string
  readonly cell: string
  readonly cellLit: string
  readonly line: string
  readonly wall: string
  readonly label: string
  readonly seats: Pair<string>
  /** For the middle of a trail, and for marks on a seat's colour. */
  readonly bright: Pair<string>
  /** The floor of a Tron board is dark in every theme. */
  readonly arena: string
  readonly arenaLine: string
  readonly arenaWall: string
  readonly trails: Pair<string>
  /** The colours of a trail, from its edge to its middle. */
  readonly shines: Pair<string>
  readonly glows: Pair<string>
  readonly floors: Pair<string>
  readonly font: string
}

/** A Tron board is dark in every theme. */
const DARK = {
  bright: ['#cdeaff', '#ffe9d1'],
  arena: '#0a0f18',
  arenaLine: '#111927',
  arenaWall: '#3c4a61',
  trails: ['#27a8ff', '#ff8a2a'],
  shines: ['#165584', '#814617'],
  glows: ['#1e7ec0', '#bf6720'],
  floors: ['#0d2c47', '#43240d'],
} as const

/** Reads the colours of the current theme. `getPropertyValue('--x')` gives the text `light-dark(…)`; only a real property like `color` is resolved. */
export function readPalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element)
  const token = (name: string): string => {
    element.style.color = `var(--${name})`
    return style.color
  }
  const palette = {
    ...DARK,
    board: token('board'),
    cell: token('cell'),
    cellLit: token('cell-lit'),
    line: token('line'),
    wall: token('wall'),
    label: token('label'),
    seats: [token('seat-0'), token('seat-1')],
    font: style.fontFamily,
  } as const
  element.style.color = ''
  return palette
}
