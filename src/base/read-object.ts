import { isObject, type JsonObject } from './json.ts'

/** A JSON object that a person wrote, or what is wrong with it; `at` counts lines and columns from 1. */
export type ReadObject =
  | { readonly object: JsonObject }
  | { readonly why: string; readonly at?: { readonly line: number; readonly column: number } }

/** Windows Notepad puts a byte order mark before the text of a file. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

export function readObject(file: string): ReadObject {
  const text = withoutMark(file)
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { object: value } : { why: 'it is no object' }
  } catch (error) {
    const { message } = error as Error
    const before = text.slice(0, placeOf(text, message)).split('\n')
    const at = { line: before.length, column: (before.at(-1) ?? '').length + 1 }
    return { why: clause(message), at }
  }
}

/**
 * Most messages name the place. Of an unexpected token it is where the shortest beginning of the text with the same fault ends: a binary
 * search finds it, because every longer beginning has the fault, too.
 */
function placeOf(text: string, message: string): number {
  const [, position] = / at position (\d+)/.exec(message) ?? []
  if (position !== undefined) return Number(position)
  if (!isUnexpected(message)) return text.length
  let [right, wrong] = [0, text.length]
  while (wrong - right > 1) {
    const length = Math.floor((right + wrong) / 2)
    if (isUnexpected(failureOf(text.slice(0, length)))) wrong = length
    else right = length
  }
  return wrong - 1
}

const isUnexpected = (message: string): boolean => message.startsWith('Unexpected token')

function failureOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/** The message of JavaScript, without the place and the text. */
function clause(message: string): string {
  if (message.startsWith('Unexpected end')) return 'it ends too early'
  const short = message.replace(/ in JSON at position.*| at position.*|, (?:\.{3})?".*/s, '')
  return short.charAt(0).toLowerCase() + short.slice(1)
}
