import { stripVTControlCharacters } from 'node:util'

/** Lines of equal width, as styled characters. */
export type Picture = readonly (readonly Ink[])[]

export interface Ink {
  readonly char: string
  readonly style: Style
}

/** Colours are numbers of the 256-colour palette. */
export interface Style {
  readonly fg?: number | undefined
  readonly bg?: number | undefined
  readonly bold?: boolean | undefined
}

export const ink = (text: string, style: Style): readonly Ink[] => [...text].map((char) => ({ char, style }))

export const pictureText = (picture: Picture, colour: boolean): string[] =>
  picture.map((line) => (colour ? colouredText(line) : line.map(({ char }) => char).join('')))

/** Columns a line takes in the terminal. */
export const visibleWidth = (line: string): number => [...stripVTControlCharacters(line)].length

const PLAIN = '\u001B[0m'

/** Characters of equal style share their escape codes. Every line ends with the plain style. */
function colouredText(line: readonly Ink[]): string {
  let text = ''
  let current = ''
  for (const { char, style } of line) {
    const codes = char === ' ' && style.bg === undefined ? '' : codesOf(style)
    if (codes !== current) text += (current === '' ? '' : PLAIN) + codes
    current = codes
    text += char
  }
  return current === '' ? text : text + PLAIN
}

function codesOf({ fg, bg, bold }: Style): string {
  const codes: string[] = []
  if (bold) codes.push('1')
  if (fg !== undefined) codes.push(`38;5;${fg}`)
  if (bg !== undefined) codes.push(`48;5;${bg}`)
  return codes.length === 0 ? '' : `\u001B[${codes.join(';')}m`
}
