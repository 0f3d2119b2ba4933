import { parseObject, type JsonObject } from '../base/json.ts'

/** Characters at the end of an answer in which the last object is looked for. */
const LOOKED_AT = 4_000
/** An answer of nothing but braces must not cost seconds. */
const MOST_ENDS = 20
const MOST_STARTS = 200

/** The last JSON object of an answer. Prose around it is ignored, and nothing is guessed from it. */
export function lastObject(answer: string): JsonObject | undefined {
  const text = answer.slice(-LOOKED_AT)
  let end = text.lastIndexOf('}')
  for (let tries = 0; end >= 0 && tries < MOST_ENDS; tries++) {
    const found = longestObject(text.slice(0, end + 1))
    if (found) return found
    end = end === 0 ? -1 : text.lastIndexOf('}', end - 1)
  }
  return undefined
}

/** The longest object that ends where the text ends: an object inside another does not count by itself. */
function longestObject(text: string): JsonObject | undefined {
  let start = text.indexOf('{')
  for (let tries = 0; start >= 0 && tries < MOST_STARTS; tries++, start = text.indexOf('{', start + 1)) {
    const found = parseObject(text.slice(start))
    if (found) return found
  }
  return undefined
}
