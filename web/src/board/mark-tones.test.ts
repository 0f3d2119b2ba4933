import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MARK_COLOURS } from '../../../src/game/remark.ts'
import { MARK_TONES } from './mark-tones.ts'

const css = readFileSync(join(import.meta.dirname, 'board.css'), 'utf8')

/** The value of a colour of the board, for light and dark. */
function token(name: string): readonly [string, string] {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css) ?? []
  return [light, dark]
}

/** The floors that marks are drawn on: cells, the cells of the last turn, and the floor of a Tron board. */
const FLOORS = {
  light: [token('cell')[0], token('cell-lit')[0]],
  dark: [token('cell')[1], token('cell-lit')[1], '#0a0f18'],
}

const THEMES = ['light', 'dark'] as const
const cases = THEMES.flatMap((theme) => MARK_COLOURS.map((colour) => ({ theme, colour })))

test.each(cases)('$colour can be seen on every floor of the $theme theme', ({ theme, colour }) => {
  for (const floor of FLOORS[theme])
    expect(contrast(MARK_TONES[theme][colour], floor), floor).toBeGreaterThanOrEqual(3)
})

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

/** How people see colours whose eyes lack one of the three kinds of cones (Machado, Oliveira and Fernandes 2009). */
const EYES: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopic: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopic: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopic: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** In Oklab about 0.02 is a difference that one can just see side by side. */
const CLEAR = 0.06

test.each(THEMES.flatMap((theme) => Object.keys(EYES).map((eyes) => ({ theme, eyes }))))(
  'all colours of the $theme theme differ for $eyes eyes',
  ({ theme, eyes }) => {
    const seen = MARK_COLOURS.map((colour) => {
      const light = linear(MARK_TONES[theme][colour])
      return { colour, at: oklab(times(EYES[eyes] as Matrix, light).map(clamp) as unknown as Vector) }
    })
    for (const [index, one] of seen.entries())
      for (const other of seen.slice(index + 1)) {
        const [l, a, b] = one.at.map((part, axis) => part - (other.at[axis] ?? 0)) as unknown as Vector
        expect(Math.hypot(l, a, b), `${one.colour} and ${other.colour}`).toBeGreaterThan(CLEAR)
      }
  },
)

const clamp = (part: number): number => Math.min(1, Math.max(0, part))

const linear = (hex: string): Vector =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Vector

const times = (matrix: Matrix, [x, y, z]: Vector): Vector =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Vector

function contrast(a: string, b: string): number {
  const luminance = (hex: string): number =>
    times(
      [
        [0.2126, 0.7152, 0.0722],
        [0, 0, 0],
        [0, 0, 0],
      ],
      linear(hex),
    )[0]
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

const oklab = (light: Vector): Vector =>
  times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    times(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      light,
    ).map(Math.cbrt) as unknown as Vector,
  )
