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

/** Every entrant against every other, in the order of entrants; undefined where two have not met. */
export type Crosstable = readonly (readonly (Cell | undefined)[])[]

export function crosstable(entrants: readonly Entrant[], ended: readonly Ended[]): Crosstable {
  const rows = entrants.map(() => entrants.map((): Tally | undefined => undefined))
  const indexes = indexById(entrants)
  for (const match of ended) {
    const [a, b] = match.pairing.players
    count(rows, indexes.get(a) ?? -1, indexes.get(b) ?? -1, match, 0)
    count(rows, indexes.get(b) ?? -1, indexes.get(a) ?? -1, match, 1)
  }
  return rows
}

type Tally = { -readonly [K in keyof Omit<Cell, 'matches'>]: Cell[K] } & { readonly matches: string[] }

function count(
  rows: (Tally | undefined)[][],
  own: number,
  opponent: number,
  { pairing, how, winner, score }: Ended,
  side: 0 | 1,
): void {
  const row = rows[own]
  if (row === undefined) throw new Error(`No such player in ${pairing.key}: ${pairing.players[side]}`)
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
