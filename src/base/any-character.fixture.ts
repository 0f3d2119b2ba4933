import * as fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 } as const

/** One code point of Unicode, no half of a surrogate pair. fast-check's own `unit: 'binary'` first builds a map of all of them, which takes a second. */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count))
