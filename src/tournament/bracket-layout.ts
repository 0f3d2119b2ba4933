import type { BracketPart, Tie } from './bracket.ts'

/** Where a tie is drawn: its column, and the row of its first slot; the second is the row below. */
export interface PlacedTie {
  readonly tie: Tie
  readonly column: number
  readonly row: number
}

/** Two rows for each tie of the first column and one between; later ties lie half-way between those they come from. */
export function layOutPart({ rounds }: BracketPart): readonly PlacedTie[] {
  const rows = new Map<string, number>()
  return rounds.flatMap(({ ties }, column) => {
    let free = 0
    return ties.map((tie): PlacedTie => {
      const from = tie.slots.flatMap((slot) => rows.get(slot.from?.tie as string) ?? [])
      const wanted = from.length === 0 ? free : Math.round((Math.min(...from) + Math.max(...from)) / 2)
      const row = Math.max(wanted, free)
      rows.set(tie.id, row)
      free = row + 3
      return { tie, column, row }
    })
  })
}
