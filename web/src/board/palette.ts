import type { Pair } from '../../../src/game/game.ts'
import { MARK_COLOURS, type MarkColour } from '../../../src/game/remark.ts'
import { MARK_TONES, type MarkTones } from './mark-tones.ts'

/** The colours of a board. They come from the CSS tokens of the page, so that board and page have one theme. */
export interface Palette {
  readonly board: string
  readonly cell: string
  readonly cellLit: string
  readonly line: string
  readonly wall: string
  readonly label: string
  /** Round the last wall. */
  readonly halo: string
  readonly seats: Pair<string>
  /** The colours of seats, dark or light enough for text. */
  readonly inks: Pair<string>
  readonly marks: MarkTones
  /** For the middle of a trail, and for marks on a seat's colour. */
  readonly bright: Pair<string>
  /** The floor of a Tron board is dark in every theme. */
  readonly arena: string
  readonly arenaLine: string
  readonly arenaWall: string
  /** Where a cycle has crashed. */
  readonly crash: string
  readonly trails: Pair<string>
  /** The colours of a trail, from its edge to its middle. */
  readonly shines: Pair<string>
  readonly glows: Pair<string>
  readonly floors: Pair<string>
  readonly arenaMarks: MarkTones
  readonly font: string
}

/** A Tron board is dark in every theme. */
const DARK = {
  bright: ['#cdeaff', '#ffe9d1'],
  arena: '#0a0f18',
  arenaLine: '#111927',
  arenaWall: '#3c4a61',
  crash: '#ff3b5c',
  trails: ['#27a8ff', '#ff8a2a'],
  shines: ['#165584', '#814617'],
  glows: ['#1e7ec0', '#bf6720'],
  floors: ['#0d2c47', '#43240d'],
  arenaMarks: MARK_TONES.dark,
} as const

/** Reads the colours of the current theme. `getPropertyValue('--x')` gives the text `light-dark(…)`; only a real property like `color` is resolved. */
export function readPalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element)
  const resolved = (colour: string): string => {
    element.style.color = colour
    return style.color
  }
  const token = (name: string): string => resolved(`var(--${name})`)
  const tone = (name: MarkColour): string =>
    resolved(`light-dark(${MARK_TONES.light[name]}, ${MARK_TONES.dark[name]})`)
  const palette = {
    ...DARK,
    board: token('board'),
    cell: token('cell'),
    cellLit: token('cell-lit'),
    line: token('line'),
    wall: token('wall'),
    label: token('label'),
    halo: token('halo'),
    seats: [token('seat-0'), token('seat-1')],
    inks: [token('seat-ink-0'), token('seat-ink-1')],
    marks: Object.fromEntries(MARK_COLOURS.map((name) => [name, tone(name)])) as MarkTones,
    font: style.fontFamily,
  } as const
  element.style.color = ''
  return palette
}
