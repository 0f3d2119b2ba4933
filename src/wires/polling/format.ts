import { Packr } from 'msgpackr'
import { show } from '../../base/fields.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { ErrorCode } from './errors.ts'
import { eachCell, gridDictionary, gridJson, isGridSource } from './grid.ts'
import { encodeXml } from './xml.ts'

export const FORMATS = ['json', 'xml', 'yaml', 'msgpack'] as const
export type Format = (typeof FORMATS)[number]

export interface Encoded {
  readonly contentType: string
  readonly body: string | Uint8Array
}

/** In any letter case. */
export function parseFormat(word: string): Result<Format> {
  const format = FORMATS.find((one) => one === word.toLowerCase())
  const code: ErrorCode = 'bad-format'
  return format
    ? ok(format)
    : fail(code, `Cannot read format ${show(word)}: expected one of ${FORMATS.join(', ')}`)
}

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  msgpack: 'application/vnd.msgpack',
}

/** Writes a document; `root` is what its outermost element is called where there has to be one. */
export const encodeDocument = (format: Format, document: object, root = 'response'): Encoded => ({
  contentType: CONTENT_TYPES[format],
  body: ENCODERS[format](document, root),
})

export const packr = new Packr({ useRecords: false, variableMapSize: true })

// Ready-made writers of XML and YAML need 60 to 80 ms for a full board; these need one or two.
const ENCODERS: Readonly<Record<Format, (document: object, root: string) => string | Uint8Array>> = {
  json: encodeJson,
  xml: encodeXml,
  yaml: encodeYaml,
  msgpack: (document) =>
    packr.pack(Object.fromEntries(fieldsOf(document).map(([name, value]) => [name, plain(value)]))),
}

function encodeJson(document: object): string {
  if (!Object.values(document).some(isGridSource)) return JSON.stringify(document)
  let text = ''
  // Only added to: a board is long, and every look into the text would copy it.
  for (const [name, value] of fieldsOf(document))
    text += `${text === '' ? '{' : ','}"${name}":${isGridSource(value) ? gridJson(value) : JSON.stringify(value)}`
  return text === '' ? '{}' : `${text}}`
}

/** One field a line, strings and the names of cells always in quotes: some readers take 33,50 and 12:34:56 for numbers. */
function encodeYaml(document: object): string {
  let text = ''
  for (const [name, value] of fieldsOf(document)) {
    if (isGridSource(value)) {
      text += `${name}:\n`
      eachCell(value, (x, y, content) => {
        text += `  "${x},${y}": ${quoted(content)}\n`
      })
    } else if (Array.isArray(value)) text += `${name}: [${value.map(quoted).join(', ')}]\n`
    else text += `${name}: ${quoted(value)}\n`
  }
  return text
}

/** JSON is YAML, except for characters that YAML wants escaped. */
const quoted = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const plain = (value: unknown): unknown => (isGridSource(value) ? gridDictionary(value) : value)

const fieldsOf = (document: object): [string, unknown][] => Object.entries(document)
