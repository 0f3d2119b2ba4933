import type { Html } from './html-text.ts'

/** One element of a drawing: its tag, its attributes, and the text that it begins with. */
export interface SvgElement {
  readonly tag: string
  readonly text: string
  /** The attribute; '' if it is missing. */
  readonly get: (name: string) => string
  /** The attribute as a number. */
  readonly at: (name: string) => number
}

/** All elements of a drawing, in their order. */
export const elementsOf = ({ html }: Html): readonly SvgElement[] =>
  [...html.matchAll(/<([a-z]\w*)([^>]*)>([^<]*)/g)].map(([, tag = '', list = '', text = '']) => {
    const attributes = new Map(
      [...list.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    const get = (name: string): string => attributes.get(name) ?? ''
    return { tag, text: text.trim().replaceAll(/\s+/g, ' '), get, at: (name) => Number(get(name) || NaN) }
  })

/** The elements with this tag and, if it is given, this class. */
export const select = (all: readonly SvgElement[], tag: string, kind?: string): readonly SvgElement[] =>
  all.filter((one) => one.tag === tag && (kind === undefined || one.get('class') === kind))

/** The coordinates that are not a number or not in the drawing. A text may hang over its left edge by its length. */
export function outside(all: readonly SvgElement[]): readonly string[] {
  const [, , width = 0, height = 0] = (all.find(({ tag }) => tag === 'svg')?.get('viewBox') ?? '')
    .split(' ')
    .map(Number)
  const most = { x: width, x1: width, x2: width, cx: width, y: height, y1: height, y2: height, cy: height }
  return all.flatMap((one) =>
    Object.entries(most).flatMap(([name, limit]) => {
      const value = one.get(name)
      const isIn = value === '' || (Number(value) >= 0 && Number(value) <= limit)
      return isIn ? [] : [`${one.tag} ${name}=${value}`]
    }),
  )
}
