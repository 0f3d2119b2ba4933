import type { Cell, Size } from '../../base/grid.ts'
import { integer, list, pair, string, symbol, writeDatum, type Datum } from '../../base/s-expression.ts'

/** The board, sent once before the first turn. */
export interface TronMap extends Size {
  /** In any order; naming a cell twice does no harm. */
  readonly walls: readonly Cell[]
}

/** The only moves there are on this wire. */
export const COMPASS_MOVES = ['n', 'w', 's', 'e'] as const

/** What the server says at the end. */
export const VERDICTS = ['win', 'loss', 'draw'] as const
export type Verdict = (typeof VERDICTS)[number]

const MAX_NAME = 64

const cellDatum = ({ x, y }: Cell): Datum => pair(integer(x), integer(y))

export const formatCell = (cell: Cell): string => writeDatum(cellDatum(cell))

/** `(w . h)((x . y) …)`, with nothing between the two datums. */
export const formatMap = ({ width, height, walls }: TronMap): string =>
  `${writeDatum(pair(integer(width), integer(height)))}${writeDatum(list(walls.map(cellDatum)))}\n`

export const formatTurn = (own: Cell, opponent: Cell): string => `${formatCell(own)}${formatCell(opponent)}\n`

/** What the server says instead of a map to a player that it does not let in. */
export const formatRefusal = (message: string): string =>
  `${writeDatum(list([symbol('error'), string(message)]))}\n`

/** The message of `(error "…")`. */
export function readRefusal(datum: Datum): string | undefined {
  const [word, message] = datum.kind === 'list' ? datum.items : []
  return word?.kind === 'symbol' && word.name === 'error' && message?.kind === 'string'
    ? message.text
    : undefined
}

/** The two numbers of `(a . b)`, or of `(a b)`, which some clients and servers write instead. */
export function readPair(datum: Datum): readonly [number, number] | undefined {
  if (datum.kind !== 'list') return undefined
  const [first, second, ...more] = datum.tail ? [...datum.items, datum.tail] : datum.items
  if (first?.kind !== 'integer' || second?.kind !== 'integer' || more.length > 0) return undefined
  return [first.value, second.value]
}

/** A name as a player sent it: one line, without what could disturb a terminal or cannot be seen, at most 64 characters. */
export function cleanName(line: string): string {
  const visible = line.replaceAll(INVISIBLE, '').replaceAll(/[\s\u2800]/g, ' ')
  return [...visible.trim()].slice(0, MAX_NAME).join('').trim()
}

const INVISIBLE =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu
