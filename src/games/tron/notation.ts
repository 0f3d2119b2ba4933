import { show } from '../../base/fields.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { vocabulary, type Cycle, type TronMove, type TronState } from './rules.ts'

export function parseMove(text: string, state: TronState): Result<TronMove> {
  const words = vocabulary(state.rules)
  const wanted = text.trim().toLowerCase()
  const move = words.find((word) => word === wanted)
  return move
    ? ok(move)
    : fail('unreadable-move', `Cannot read move ${show(text)}: expected one of ${words.join(' ')}`)
}

/** Rules, turns played, board and cycles: `wall alternating relative 3 | 0 | .130*100 | 33,50,e,3,0 66,50,w,3,0`. */
export function formatState({ rules, rows, cycles, ply }: TronState): string {
  const { edge, timing, moves, boosts } = rules
  return `${edge} ${timing} ${moves} ${boosts} | ${ply} | ${formatRows(rows)} | ${cycles.map(formatCycle).join(' ')}`
}

function formatCycle({ x, y, facing, boosts, boosted, death }: Cycle): string {
  return [x, y, facing, boosts, boosted, ...(death ? [death] : [])].join()
}

/** Rows from the top: `#.35#*8` is eight rows of a wall, 35 empty cells and a wall. */
function formatRows(rows: readonly string[]): string {
  const parts: string[] = []
  for (let y = 0; y < rows.length;) {
    const row = rows[y] as string
    const top = y
    while (y < rows.length && rows[y] === row) y++
    const count = y - top
    parts.push(count === 1 ? formatRow(row) : `${formatRow(row)}*${count}`)
  }
  return parts.join('/')
}

/** The length of each run of equal cells, `..##.` as `.2#2.`. */
function formatRow(row: string): string {
  let text = ''
  for (let x = 0; x < row.length;) {
    const from = x
    const tile = row.charAt(x)
    while (row.charAt(x) === tile) x++
    text += x - from === 1 ? tile : `${tile}${x - from}`
  }
  return text
}
