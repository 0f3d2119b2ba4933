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

/** Light cycles shine on the dark in every theme. */
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

/** A custom property is read as it is written; only the property `color` is worked out for the theme that holds. */
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
