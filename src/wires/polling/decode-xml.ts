import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isObject, type JsonObject } from '../../base/json.ts'
import type { CellContent } from './grid.ts'
import { partsOf } from './xml.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  ignoreDeclaration: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  isArray: (name) => name === 'cell',
})

/** Reads what `encodeXml` wrote. XML has only text, so the name of a field says whether its value was a number. */
export function decodeXml(text: string): JsonObject {
  const checked = XMLValidator.validate(text)
  if (checked !== true) throw new Error(checked.err.msg)
  // Without its own entities a text cannot grow while it is read.
  if (/<!DOCTYPE/i.test(text)) throw new Error('expected no document type')
  const root = Object.values(parser.parse(text) as JsonObject).find(isObject)
  if (root === undefined) throw new Error('expected an element with fields')
  const fields = Object.entries(root).filter(([name]) => name !== '#text')
  return Object.fromEntries(fields.map(([name, value]) => [name, readField(name, value)]))
}

function readField(name: string, value: unknown): unknown {
  if (name === 'grid') return readGrid(value)
  if (isObject(value)) return partsOf(name).map((part) => readScalar(value[part]))
  return TEXTS.has(name) ? unescapeXml(textOf(value)) : readScalar(value)
}

const TEXTS: ReadonlySet<string> = new Set(['error', 'message'])

function readGrid(value: unknown): unknown {
  const cells: unknown = isObject(value) ? value['cell'] : []
  if (!Array.isArray(cells)) return {}
  return Object.fromEntries(
    cells.filter(isObject).map((cell) => {
      const content = textOf(cell['#text'])
      const read: CellContent = DIGITS.test(content) ? Number(content) : content
      return [`${textOf(cell['@x'])},${textOf(cell['@y'])}`, read]
    }),
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const DIGITS = /^-?\d+$/

function readScalar(value: unknown): unknown {
  const text = unescapeXml(textOf(value))
  if (text === '') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return DIGITS.test(text) ? Number(text) : text
}

const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five names that XML itself knows, and characters by number. */
const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (all, decimal, hex, name: string) => {
    if (name !== undefined) return REFERENCES[name] ?? all
    const code = hex === undefined ? Number(decimal) : parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
