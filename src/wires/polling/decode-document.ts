import { parse as parseYaml } from 'yaml'
import { show } from '../../base/fields.ts'
import { isObject } from '../../base/json.ts'
import { messageOf } from '../../base/message-of.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { decodeXml } from './decode-xml.ts'
import { packr, type Format } from './format.ts'

/** Decodes a document from its format. What it holds is not checked yet. */
export function decodeDocument(format: Format, body: Uint8Array): Result<Readonly<Record<string, unknown>>> {
  try {
    const value = DECODERS[format](body)
    if (isObject(value)) return ok(value)
    return fail('bad-document', `Cannot read ${format} ${show(value)}: expected a document with fields`)
  } catch (error) {
    const [why = ''] = messageOf(error).split('\n')
    return fail('bad-document', `Cannot read ${format}: ${why.replace(/\.$/, '')}`)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const DECODERS: Readonly<Record<Format, (body: Uint8Array) => unknown>> = {
  json: (body) => JSON.parse(utf8.decode(body)),
  xml: (body) => decodeXml(utf8.decode(body)),
  // We write no aliases, so none are read: by them a small text can become a huge value.
  yaml: (body) => parseYaml(utf8.decode(body), { maxAliasCount: 0 }),
  msgpack: (body) => packr.unpack(body),
}
