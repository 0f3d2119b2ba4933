import { indexById } from './score-table.ts'
import type { Ended, Entrant } from './tournament.ts'

/** What one entrant did against another. */
export interface Cell {
  readonly wins: number
  readonly draws: number
  readonly losses: number
  /** Of these, how many were won or lost by forfeit. */
  readonly forfeits: number
  readonly voids: number
  readonly roundsWon: number
  readonly roundsLost: number
  /** Keys of the matches, in order. */
  readonly matches: readonly string[]
}

/** So many entrants a crosstable has that is only looked at. */
export const SHORT_TABLE = 64

/** Every entrant against every other, in the order of entrants; undefined where two have not met. */
export type Crosstable = readonly (readonly (Cell | undefined)[])[]

export function crosstable(entrants: readonly Entrant[], ended: readonly Ended[]): Crosstable {
  const rows = entrants.map((): Row => entrants.map(() => undefined))
  const indexes = indexById(entrants)
  for (const match of ended) {
    const [a, b] = match.pairing.players.map((id) => indexes.get(id)) as [number, number]
    count(rows[a] as Row, b, match, 0)
    count(rows[b] as Row, a, match, 1)
  }
  return rows
}

type Tally = { -readonly [K in keyof Omit<Cell, 'matches'>]: Cell[K] } & { readonly matches: string[] }
type Row = (Tally | undefined)[]

function count(row: Row, opponent: number, { pairing, how, winner, score }: Ended, side: 0 | 1): void {
  const cell = (row[opponent] ??= {
    wins: 0,
    draws: 0,
    losses: 0,
    forfeits: 0,
    voids: 0,
    roundsWon: 0,
    roundsLost: 0,
    matches: [],
  })
  cell.matches.push(pairing.key)
  cell.roundsWon += score[side]
  cell.roundsLost += score[side === 0 ? 1 : 0]
  if (how === 'forfeited') cell.forfeits++
  if (how === 'void') cell.voids++
  else if (winner === side) cell.wins++
  else if (winner !== undefined || how === 'forfeited') cell.losses++
  else cell.draws++
}
