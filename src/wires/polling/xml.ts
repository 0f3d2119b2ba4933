import { eachCell, isGridSource } from './grid.ts'

/** One element a field; `[x, y]` as `<x>` and `<y>`, a score as `<player_1>` and `<player_2>`, null as an empty element, a cell of the grid as `<cell x="33" y="50">trail</cell>`. */
export function encodeXml(document: object, root: string): string {
  let text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n`
  for (const [name, value] of Object.entries(document)) {
    if (isGridSource(value)) {
      text += `  <${name}>\n`
      eachCell(value, (x, y, content) => {
        text += `    <cell x="${x}" y="${y}">${content}</cell>\n`
      })
      text += `  </${name}>\n`
    } else text += `  <${name}>${contentXml(name, value)}</${name}>\n`
  }
  return `${text}</${root}>\n`
}

function contentXml(field: string, value: unknown): string {
  if (value === null) return ''
  if (Array.isArray(value)) {
    const [first, second] = partsOf(field)
    return `<${first}>${value[0]}</${first}><${second}>${value[1]}</${second}>`
  }
  return escapeXml(typeof value === 'string' ? value : JSON.stringify(value))
}

/** What the two elements of a pair are called. */
export const partsOf = (field: string): readonly [string, string] =>
  field === 'score' ? ['player_1', 'player_2'] : ['x', 'y']

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Readers make a line feed of it otherwise.
  '\r': '&#13;',
}

/** XML has no way at all to write most control characters: a question mark on a diamond stands for them. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"'\r]/g, (char) => ESCAPES[char] ?? char)
