import { parseObject, type JsonObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** Reads a posted body: JSON under any content type, or the fields of a form. */
export function readBody(text: string, contentType = ''): Result<JsonObject> {
  const object = parseObject(text.replace(BYTE_ORDER_MARK, ''))
  if (object) return ok(object)
  if (!/json/i.test(contentType) && LOOKS_LIKE_A_FORM.test(text))
    return ok(Object.fromEntries(new URLSearchParams(text)))
  return fail('bad-body', 'malformed JSON')
}

const BYTE_ORDER_MARK = /^\ufeff/

const LOOKS_LIKE_A_FORM = /^[^\s={["][^\s=]*=/
