import { isObject } from '../base/json.ts'

/**
 * What a player says to the spectators beside its move. It is public but not sent to the opponent, and it is not
 * checked. It never costs anything: unreadable parts are left out.
 */
export interface Remark {
  readonly text?: string
  /** Its evaluation: from -1, certainly lost, to 1, certainly won. */
  readonly score?: number
  /** The depth of its search, in plies. */
  readonly depth?: number
  /** Nodes that it has searched. */
  readonly nodes?: number
  /** The principal variation, its own move first. */
  readonly line?: readonly string[]
}

const LONGEST_TEXT = 200
const LONGEST_LINE = 16
const LONGEST_WORD = 24

/**
 * Reads a string as a text, and of an object the fields that are valid. Keys are in a fixed order, so that equal
 * remarks are equal bytes.
 */
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

/** Shortens a text to one line without control characters. */
function cut(text: string, most: number): string {
  const plain = text
    .slice(0, 4 * most)
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
  const signs = Array.from(plain)
  return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : plain
}
