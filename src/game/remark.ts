import { isObject } from '../base/json.ts'

/**
 * What a player says to the spectators beside its move. Nobody checks it and the opponent is not told, but whoever
 * watches can read it. It never costs anything: what cannot be read is left out.
 */
export interface Remark {
  readonly text?: string
  /** How it sees its own chances: from -1, lost for sure, to 1, won for sure. */
  readonly score?: number
  /** How far it has looked, in moves. */
  readonly depth?: number
  /** Positions it has looked at. */
  readonly nodes?: number
  /** What it expects to be played, its own move first. */
  readonly line?: readonly string[]
}

const LONGEST_TEXT = 200
const LONGEST_LINE = 16
const LONGEST_WORD = 24

/** A word alone is a text; of an object, what can be read. Always in the same order, so that equal remarks are equal bytes. */
export function readRemark(value: unknown): Remark | undefined {
  const { text, score, depth, nodes, line } = isObject(value) ? value : { text: value }
  const shown = typeof text === 'string' ? cut(text, LONGEST_TEXT) : ''
  const words = Array.isArray(line) ? readLine(line) : []
  const remark: Remark = {
    ...(shown !== '' && { text: shown }),
    ...(typeof score === 'number' && Math.abs(score) <= 1 && { score: Math.round(score * 1000) / 1000 + 0 }),
    ...(isCount(depth) && { depth }),
    ...(isCount(nodes) && { nodes }),
    ...(words.length > 0 && { line: words }),
  }
  return Object.keys(remark).length === 0 ? undefined : remark
}

const readLine = (line: readonly unknown[]): readonly string[] =>
  line
    .slice(0, LONGEST_LINE)
    .filter((word) => typeof word === 'string')
    .map((word) => cut(word, LONGEST_WORD))
    .filter((word) => word !== '')

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** On one line, without anything that could disturb a page or a terminal. */
function cut(text: string, most: number): string {
  const plain = text
    .slice(0, 4 * most)
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
  const signs = Array.from(plain)
  return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : plain
}
