import { isObject, parseObject } from '../base/json.ts'

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
  /** Numbers that viewers plot over the match, by name. */
  readonly numbers?: Readonly<Record<string, number>>
  /** What viewers draw on the board. */
  readonly marks?: readonly Mark[]
}

/** Colours that a mark can have. A mark without one has the colour of its player. */
export const MARK_COLOURS = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple', 'grey'] as const
export type MarkColour = (typeof MARK_COLOURS)[number]

/**
 * A cell: column and row, counted from 0 from the top left, in every game; or its name, where the game has names for
 * cells: `e2`, `NW`.
 */
export type MarkCell = readonly [number, number] | string

/** A mark on the board: a cell, a short label on a cell, or an arrow from cell to cell. */
export type Mark =
  | { readonly cell: MarkCell; readonly label?: string; readonly colour?: MarkColour }
  | { readonly from: MarkCell; readonly to: MarkCell; readonly colour?: MarkColour }

const LONGEST_TEXT = 200
const LONGEST_LINE = 16
const LONGEST_WORD = 24
const LONGEST_LABEL = 12
const MOST_NUMBERS = 8
const MOST_MARKS = 64
/** Larger than every board. */
const MOST_CELLS = 10_000
/** Bytes of a remark as JSON. Everything but the marks fits in any case; marks that do not fit are left out. */
export const LARGEST_REMARK = 4096

/**
 * Reads a string as a text, or as the JSON object that it is, and of an object the fields that are valid. Keys are in a fixed
 * order, so that equal remarks are equal bytes.
 */
export function readRemark(value: unknown): Remark | undefined {
  if (value === undefined) return undefined
  const object = typeof value === 'string' ? parseObject(value) : value
  const { text, score, depth, nodes, line, numbers, marks } = isObject(object) ? object : { text: value }
  const shown = typeof text === 'string' ? cut(text, LONGEST_TEXT) : ''
  const words = Array.isArray(line) ? readLine(line) : []
  const named = isObject(numbers) ? readNumbers(numbers) : []
  const remark: Remark = {
    ...(shown !== '' && { text: shown }),
    ...(typeof score === 'number' && Math.abs(score) <= 1 && { score: Math.round(score * 1000) / 1000 + 0 }),
    ...(isCount(depth) && { depth }),
    ...(isCount(nodes) && { nodes }),
    ...(words.length > 0 && { line: words }),
    ...(named.length > 0 && { numbers: Object.fromEntries(named) }),
  }
  const drawn = Array.isArray(marks) ? fitting(remark, readMarks(marks)) : []
  if (drawn.length > 0) return { ...remark, marks: drawn }
  return Object.keys(remark).length === 0 ? undefined : remark
}

const readLine = (line: readonly unknown[]): readonly string[] =>
  line
    .slice(0, LONGEST_LINE)
    .filter((word) => typeof word === 'string')
    .map((word) => cut(word, LONGEST_WORD))
    .filter((word) => word !== '')

/** The first numbers that can be plotted, in the order of their names, with six digits each. */
function readNumbers(numbers: Readonly<Record<string, unknown>>): readonly (readonly [string, number])[] {
  const read = new Map<string, number>()
  for (const [key, value] of Object.entries(numbers)) {
    if (read.size === MOST_NUMBERS) break
    const name = cut(key, LONGEST_WORD)
    if (name === '' || name === '__proto__' || typeof value !== 'number' || !Number.isFinite(value)) continue
    read.set(name, Number(value.toPrecision(6)) + 0)
  }
  return [...read].sort(([a], [b]) => (a < b ? -1 : 1))
}

function readMarks(marks: readonly unknown[]): readonly Mark[] {
  const read: Mark[] = []
  for (const value of marks) {
    if (read.length === MOST_MARKS) break
    const mark = isObject(value) ? readMark(value) : undefined
    if (mark) read.push(mark)
  }
  return read
}

function readMark({
  cell,
  label,
  from,
  to,
  colour,
  color,
}: Readonly<Record<string, unknown>>): Mark | undefined {
  const known = MARK_COLOURS.find((name) => name === (colour ?? color))
  const coloured = known && { colour: known }
  const at = readCell(cell)
  if (at !== undefined) {
    const shown = typeof label === 'string' || typeof label === 'number' ? cut(`${label}`, LONGEST_LABEL) : ''
    return { cell: at, ...(shown !== '' && { label: shown }), ...coloured }
  }
  const [start, end] = [readCell(from), readCell(to)]
  return start === undefined || end === undefined ? undefined : { from: start, to: end, ...coloured }
}

/** `3,4` is read as [3, 4]: in some games it is how a move names a cell. */
function readCell(cell: unknown): MarkCell | undefined {
  if (typeof cell === 'string') {
    if (NAME.test(cell)) return cell
    const numbers = /^(\d{1,4})[ ,](\d{1,4})$/.exec(cell)
    return numbers ? [Number(numbers[1]), Number(numbers[2])] : undefined
  }
  if (!Array.isArray(cell) || cell.length !== 2 || !cell.every(isCount)) return undefined
  const [x, y] = cell as [number, number]
  return x < MOST_CELLS && y < MOST_CELLS ? [x + 0, y + 0] : undefined
}

const NAME = /^[a-z]{1,2}\d{0,3}$/i

/** The first marks that fit in what the rest of the remark leaves of its bytes. */
function fitting(remark: Remark, marks: readonly Mark[]): readonly Mark[] {
  let left = LARGEST_REMARK - bytesOf({ ...remark, marks: [] })
  const count = marks.findIndex((mark) => (left -= bytesOf(mark) + 1) < 0)
  return count < 0 ? marks : marks.slice(0, count)
}

/** Its length in UTF-8. The texts of a remark have no lone surrogates. */
function bytesOf(value: object): number {
  let bytes = 0
  for (const sign of JSON.stringify(value)) {
    const code = sign.codePointAt(0) as number
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes
}

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
